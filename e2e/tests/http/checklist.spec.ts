/**
 * The checklist of the design, as far as it is about what people see: a test for each point, by its number. The points
 * of the console stand in a file of their own. 28 and 34 are checklist-of-acts.spec.ts, 35 refused-forms.test.ts of the
 * issuer, 43 every-page.spec.ts, 44 without-script.spec.ts, 45 words.test.ts of the issuer, 46 page-weight.spec.ts.
 */
import type { Locator } from "@playwright/test";
import { addAuthenticator } from "../../support/browser/authenticator.ts";
import { setUpApp } from "../../support/browser/factors.ts";
import { colorOf } from "../../support/browser/look.ts";
import { expectPage, signIn } from "../../support/browser/pages.ts";
import { type Sample, samples, show } from "../../support/browser/samples.ts";
import { signedIn, signedInAtClient } from "../../support/browser/signed-in.ts";
import { CODE, mailed } from "../../support/mail.ts";
import { expect, test } from "../../support/test.ts";

const PHONE = { width: 390, height: 844 };
/** Without a border of its own a button reads as a link. */
const looksLikeALink = (one: Locator) =>
  one.evaluate((element) => {
    const { backgroundColor, borderTopWidth } = getComputedStyle(element);
    return backgroundColor === "rgba(0, 0, 0, 0)" && borderTopWidth === "0px";
  });
const box = async (one: Locator) => {
  const found = await one.boundingBox();
  if (found === null) throw new Error("it is not shown");
  return found;
};
const backgroundOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor);

/** The sign-in page with a passkey and one provider. */
const withOneProvider = async (): Promise<Sample> => {
  const found = (await samples("en")).find(
    ({ page, html }) =>
      page === "login" && html.includes('id="provider-google"') && !html.includes('id="provider-apple"'),
  );
  if (found === undefined) throw new Error("the sample is missing");
  return found;
};
const ofPages = async (...names: readonly string[]) => (await samples("en")).filter(({ page }) => names.includes(page));

test.describe("the sign-in page", () => {
  test.beforeEach(async ({ page, world }) => {
    await page.goto(`${world.client}/login`);
    await expectPage(page, "login");
  });

  test('1: at most one filled button, and it is "Sign in"', async ({ page }) => {
    const filled = page.locator("button.primary:visible, a.button.primary:visible");
    await expect(filled).toHaveText(["Sign in"]);
    expect(await backgroundOf(filled)).toBe(await colorOf(page, "--accent"));
  });

  test("2: Cancel is a link, not a button of equal size", async ({ page }) => {
    const cancel = page.locator("#cancel");
    expect(await looksLikeALink(cancel)).toBe(true);
    expect((await box(cancel)).height).toBeLessThan((await box(page.locator("#sign-in"))).height);
  });

  test('3: "Forgot password?" is on the label row of the password', async ({ page }) => {
    const [label, link, field] = await Promise.all(
      ['label[for="password"]', "#forgot-password", "#password"].map((one) => box(page.locator(one))),
    );
    expect(Math.abs((label?.y ?? 0) - (link?.y ?? 99))).toBeLessThan(8);
    expect(link?.y).toBeLessThan(field?.y ?? 0);
  });

  test("4: the eye is inside of the field, with aria-pressed and a target of 24 px or more", async ({ page }) => {
    const eye = page.locator("#show-password");
    const [inner, outer] = [await box(eye), await box(page.locator("#password"))];
    expect([inner.x > outer.x, inner.x + inner.width < outer.x + outer.width]).toEqual([true, true]);
    expect([inner.y > outer.y, inner.y + inner.height < outer.y + outer.height]).toEqual([true, true]);
    expect(Math.min(inner.width, inner.height)).toBeGreaterThanOrEqual(24);
    await expect(eye).toHaveAttribute("aria-pressed", "false");
    await eye.click();
    await expect(eye).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator("#password")).toHaveAttribute("type", "text");
  });

  test("7: a wrong password marks the fields, and its message has a link to another one", async ({ page, person }) => {
    await signIn(page, { ...person, password: "not the password" });
    await expect(page.locator("#password")).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator("#problem a")).toHaveAttribute("href", /\/forgot-password\?/);
  });

  test("10: the language takes one control", async ({ page }) => {
    await expect(page.locator("footer").locator("summary, button, select").filter({ visible: true })).toHaveCount(1);
    await page.locator("#language").click();
    await page.locator("#language-de").click();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
  });
});

test("1, 33: no page has more than one filled button", async () => {
  const all = await samples("en");
  const filledIn = (html: string) =>
    html.match(/<(?:a|button)\b[^>]* class="(?:[^"]* )?primary(?: [^"]*)?"/g)?.length ?? 0;
  expect(all.filter(({ html }) => filledIn(html) === 1).length).toBeGreaterThan(50);
  expect(all.filter(({ html }) => filledIn(html) > 1).map(({ page }) => page)).toEqual([]);
});

test("5: passkey and providers come before the password, with icons", async ({ page, world }) => {
  await show(page, world.issuer, await withOneProvider(), "'self'");
  const password = await box(page.locator("#password"));
  for (const way of ["#use-passkey", "#provider-google"]) {
    expect((await box(page.locator(way))).y).toBeLessThan(password.y);
    await expect(page.locator(`${way} > svg`)).toBeVisible();
  }
});

test("6: the sign-in page fits 390 x 844 without scrolling, with passkey and one provider", async ({ page, world }) => {
  await page.setViewportSize(PHONE);
  await show(page, world.issuer, await withOneProvider(), "'self'");
  await expect(page.locator("#use-passkey")).toBeVisible();
  for (const one of ["#sign-up", "#cancel", "#language"]) await expect(page.locator(one)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(PHONE.height);
});

test("8: consent checks no row without a value, and shows the account above the list", async ({
  page,
  world,
  person,
}) => {
  await page.goto(`${world.client}/login`);
  await signIn(page, person);
  await expectPage(page, "consent");
  const empty = page.locator(".ask").filter({ hasText: "Nothing to share yet" });
  expect(await empty.count()).toBeGreaterThan(0);
  for (const row of await empty.all()) {
    await expect(row.locator("input")).not.toBeChecked();
    await expect(row.locator("input")).toBeDisabled();
  }
  expect((await box(page.locator(".as"))).y).toBeLessThan((await box(page.locator(".asks").first())).y);
});

test("9: every error page has exactly one button that leads on", async ({ page, world }) => {
  const all = await ofPages("error", "notFound", "returnError", "resetInvalid", "accountLinkGone");
  expect(all.length).toBeGreaterThan(6);
  // Pages that are errors in some of their states.
  const ends = await ofPages("invitation", "undoEmail", "deviceDone");
  const failed = ends.filter(({ html }) =>
    /<h1[^>]*>[^<]*(?:expired|no longer works|no access|already used)/.test(html),
  );
  expect(failed.map(({ page }) => page).sort()).toEqual([...Array(4).fill("deviceDone"), "invitation", "undoEmail"]);
  for (const sample of [...all, ...failed]) {
    await show(page, world.issuer, sample);
    await expect.soft(page.locator("main").locator("a.button, button"), sample.page).toHaveCount(1);
  }
});

test("11: the account has at most 8 sections, before the content, and one is where the person is", async ({
  page,
  world,
  person,
}) => {
  await signedInAtClient(page, world, person);
  const links = new Set([`${world.issuer}/account`]);
  for (const link of links) {
    await page.goto(link);
    const sections = page.locator(".side a");
    expect.soft(await sections.count(), link).toBeLessThanOrEqual(8);
    await expect.soft(page.locator(".side [aria-current]"), link).toHaveCount(1);
    expect.soft(await page.locator(".side ~ main").count(), link).toBe(1);
    const found = await page
      .locator(".side a, main .rows a")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    for (const path of found) if (path?.startsWith("/account")) links.add(`${world.issuer}${path}`);
  }
  expect(links.size).toBeGreaterThan(12);
});

test("12: the account begins with the name, a picture or initials, and the state of three things", async ({
  page,
  world,
  person,
}) => {
  await signedIn(page, world.issuer, person);
  await page.goto(`${world.issuer}/account`);
  await expect(page.locator(".hello h1")).toContainText("Carol");
  await expect(page.locator(".hello .avatar")).toHaveText("CJ");
  const checks = page.locator('section[aria-labelledby="checks"] .rows > li');
  expect(await checks.count()).toBeGreaterThanOrEqual(3);
  for (const check of await checks.all()) {
    await expect(check.locator(".title")).not.toBeEmpty();
    await expect(check.locator(".badge, a.button")).toHaveCount(1);
  }
});

test("13: recovery codes can be printed, copied and downloaded, on one sheet with host and date", async ({
  page,
  world,
  person,
}) => {
  await signedIn(page, world.issuer, person);
  await setUpApp(page, world);
  for (const act of ["#print-codes", "#copy-codes", "#download-codes"]) await expect(page.locator(act)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const sheet = page.locator(".printed");
  await expect(sheet).toContainText(new URL(world.issuer).host);
  const today = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(new Date());
  await expect(sheet).toContainText(today);
  await expect(page.locator("header, .side, footer, #print-codes").filter({ visible: true })).toHaveCount(0);
  const pdf = (await page.pdf()).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test("14: a new passkey has a name without typing", async ({ page, world, person }) => {
  await addAuthenticator(page);
  await signedIn(page, world.issuer, person);
  await page.goto(`${world.issuer}/account/passkeys`);
  await page.locator("#add-passkey").click();
  await expect(page.locator("#done")).toBeVisible();
  await expect(page.locator(".rows .title bdi")).toHaveText(/Chrom.*Linux/);
});

test("15: the button that deletes is red", async ({ page, world, person }) => {
  await signedIn(page, world.issuer, person);
  await page.goto(`${world.issuer}/account/delete`);
  const [red, blue] = [await colorOf(page, "--bad-solid"), await colorOf(page, "--accent")];
  expect(red).not.toBe(blue);
  expect(await backgroundOf(page.locator("#delete-account"))).toBe(red);
});

const TIMED = ["", "/sessions", "/activity", "/applications", "/passkeys", "/second-factors", "/security", "/delete"];
/** Those that a person has nothing on yet, who just signed up: no way in was used, and nothing ends. */
const TIMELESS: ReadonlySet<string> = new Set(["/passkeys", "/second-factors", "/delete"]);

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test('16: no time ends in "UTC" for a person whose zone is known', async ({ page, world, operator }) => {
    const there = await operator.addUser({ name: "Sora Ito", zoneinfo: "Asia/Tokyo" });
    await signedInAtClient(page, world, there);
    for (const path of TIMED) {
      await page.goto(`${world.issuer}/account${path}`);
      await expect.soft(page.locator("main"), path).not.toContainText(/\bUTC\b/);
    }
    for (const time of await page.locator("time").all()) await expect.soft(time).not.toHaveAttribute("title", /UTC/);
  });

  test("16: neither does one on the page about a device, or in an email", async ({ page, world, operator }) => {
    const email = `sora-${Date.now()}@example.org`;
    const claims = { name: "Sora Ito", zoneinfo: "Asia/Tokyo", email, email_verified: "true" };
    const there = await operator.addUser(claims);
    await page.goto(`${world.client}/device`);
    await page.locator("#show-code").click();
    await page.locator("#complete").evaluate((link) => link.removeAttribute("target"));
    await page.locator("#complete").click();
    await signIn(page, there);
    await page.locator("#continue").click();
    await expect(page.locator("#started time")).toHaveAttribute("title", /^(?!.*UTC)/);

    await page.context().clearCookies();
    await page.goto(`${world.issuer}/forgot-password`);
    await page.locator("#email").fill(email);
    await page.locator("#send").click();
    expect(await mailed(world, email, /Works for .*/)).not.toContain("UTC");
  });
});

test("17: every time has its exact one as title, and lists say when in words", async ({ page, world, person }) => {
  await signedInAtClient(page, world, person);
  for (const path of TIMED) {
    await page.goto(`${world.issuer}/account${path}`);
    const times = page.locator("main time");
    if (!TIMELESS.has(path)) await expect.soft(times.first(), path).toBeAttached();
    for (const time of await times.all()) {
      await expect.soft(time, path).toHaveAttribute("datetime", /^\d{4}-\d\d-\d\dT/);
      await expect.soft(time, path).toHaveAttribute("title", /\d{4}/);
    }
  }
  await page.goto(`${world.issuer}/account/activity`);
  await expect(page.locator('time[data-when="relative"]').first()).toHaveText(/^Now$|ago$/);
});

test("17: the same on every page", async () => {
  const times = (await samples("en")).flatMap(({ html }) => [...html.matchAll(/<time\b[^>]*>/g)].map(([tag]) => tag));
  expect(times.length).toBeGreaterThan(8);
  for (const tag of times) expect(tag).toMatch(/ datetime="\d{4}-\d\d-\d\dT[^"]+" title="[^"]*\d{4}[^"]*"/);
});

test('18: the word "None" is not a value', async () => {
  const all = await samples("en");
  expect(all.length).toBeGreaterThan(100);
  const cells = all.flatMap(({ page, html }) =>
    [...html.matchAll(/<(td|dd|p class="about")[^>]*>\s*None\.?\s*<\//g)].map(() => page),
  );
  expect(cells).toEqual([]);
});

test("41: empty states have a title, a sentence and an action", async ({ page, world }) => {
  const empty = (await samples("en")).filter(({ html }) => html.includes('<div class="empty'));
  expect(new Set(empty.map((one) => one.page)).size).toBeGreaterThanOrEqual(6);
  for (const sample of empty) {
    await show(page, world.issuer, sample, "'self'");
    for (const state of await page.locator(".empty").all()) {
      await expect.soft(state.locator("h2, strong"), sample.page).toHaveCount(1);
      await expect.soft(state.locator("p", { hasText: /\w+ \w+ \w+.*\./ }), sample.page).toHaveCount(1);
      const acts = state.locator("xpath=ancestor::*[contains(@class, 'card')]").locator("a[href], button");
      expect.soft(await acts.filter({ visible: true }).count(), sample.page).toBeGreaterThan(0);
    }
  }
});

test.describe("48: a step-up asks for no username, and offers no account", () => {
  test("whichever proof the person has", async ({ page, world }) => {
    const known = (await samples("en")).filter(({ page, html }) => page === "login" && html.includes('id="again"'));
    expect(known.length).toBeGreaterThan(2);
    for (const sample of known) {
      await show(page, world.issuer, sample, "'self'");
      await expect.soft(page.locator("#who, #known").filter({ visible: true })).toHaveCount(1);
      await expect.soft(page.locator("#username")).toBeHidden();
      await expect.soft(page.locator("#sign-up")).toHaveCount(0);
      await expect.soft(page.locator("button.primary").filter({ visible: true })).toHaveCount(1);
    }
  });

  test("and only the code of an app that the person set up meanwhile", async ({ page, browser, world, person }) => {
    await signedInAtClient(page, world, person);
    const elsewhere = await browser.newPage();
    await signedIn(elsewhere, world.issuer, person);
    await setUpApp(elsewhere, world);
    await elsewhere.close();
    await page.goto(world.client);
    await page.locator("#sign-in-stronger").click();
    await expect(page.locator("main")).toHaveId("second-factor");
    await expect(page.locator("#code")).toBeVisible();
    await expect(page.locator("#username, #password, #sign-up")).toHaveCount(0);
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`47: an email has its code in the subject, and its HTML is read in the catcher: ${colorScheme}`, async ({
    page,
    world,
  }) => {
    const address = `checklist-${colorScheme}-${Date.now()}@example.org`;
    await page.goto(world.client);
    await page.locator("#sign-up").click();
    await page.locator("#email").fill(address);
    await page.locator("#continue").click();
    const code = await mailed(world, address, CODE);
    // People read it in two parts.
    const shown = `${code.slice(0, 3)} ${code.slice(3)}`;
    const catcher = `http://localhost:${Number(new URL(world.client).port) + 1}`;
    await page.emulateMedia({ colorScheme });
    await page.goto(catcher);
    await page.locator(".list a", { hasText: address }).first().click();
    await expect(page.locator("main.mail h2")).toHaveText(new RegExp(`^${shown} `));
    const mail = page.frameLocator("main.mail iframe");
    await expect(mail.getByText(code, { exact: true })).toBeVisible();
    const [text, back] = await mail.getByText(code, { exact: true }).evaluate((one) => {
      const light = (color: string) =>
        (color.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 765;
      let place: Element | null = one;
      while (place !== null && getComputedStyle(place).backgroundColor === "rgba(0, 0, 0, 0)")
        place = place.parentElement;
      return [light(getComputedStyle(one).color), place === null ? 1 : light(getComputedStyle(place).backgroundColor)];
    });
    expect(Math.abs((text ?? 0) - (back ?? 0))).toBeGreaterThan(0.5);
    expect((back ?? 0) > 0.5).toBe(colorScheme === "light");
  });
}
