/** The points of the design's checklist that a console page decides: one test each, titled by its number and text. */
import { randomBytes } from "node:crypto";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { newAdministrator } from "../../../support/console/console-administrator.ts";
import { go, openTab } from "../../../support/console/console-story.ts";
import { expect, test } from "../../../support/test.ts";
import { countersign, keyEncryptionKeys } from "../../../support/worlds/operator.ts";

const WIDE = { width: 1440, height: 900 };
const HIGHEST_PIXELS = 2000;
/** Places whose lists a person pages through. */
const LISTS = ["/people", "/clients", "/organizations", "/sessions", "/audit"];

let kept: Awaited<ReturnType<BrowserContext["storageState"]>>;
test.describe.configure({ mode: "default" });
test.beforeAll(async ({ browser, world, operator }) => {
  test.setTimeout(120_000);
  kept = await newAdministrator(browser, { world, operator });
});

const own = test.extend<{ at: (path: string) => Promise<Page> }>({
  at: async ({ browser, world }, use) => {
    const context = await browser.newContext({ storageState: kept, viewport: WIDE, reducedMotion: "reduce" });
    const page = await context.newPage();
    await use(async (path) => {
      await page.goto(`${world.console}${path}`);
      return page;
    });
    await context.close();
  },
});

const unique = (word: string) => `${word} ${randomBytes(4).toString("hex")}`;
const copyButtons = (of: Page | Locator) => of.locator("[data-copies]");

/** Creates an application of a kind, and leads to its page. */
async function create(page: Page, kind: string, name = unique("Checked")): Promise<string> {
  await go(page, "Applications");
  await page.locator("#new-client").click();
  await page.locator(`#add-kind-${kind}`).check();
  await page.locator("#add-client_name").fill(name);
  await page.locator("#add-redirect_uris").fill("https://app.example/callback");
  await page.locator("#add").click();
  await expect(page.locator("h1")).toContainText(name);
  return name;
}

/** The addresses of all places. */
const places = (page: Page) =>
  page.locator(".places a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));

own("19: console navigation is grouped with headings and an icon per entry", async ({ at }) => {
  const page = await at("/");
  expect(await page.locator(".places h2").count()).toBeGreaterThanOrEqual(4);
  const links = await page.locator(".places a").count();
  await expect(page.locator(".places a > svg.icon")).toHaveCount(links);
});

own("20: breadcrumb on every page below the first level, last item current, separators", async ({ at }) => {
  const page = await at("/people");
  await page.locator("#people-table .named a").first().click();
  const person = new URL(page.url()).pathname;
  const news = ["/people/new", "/clients/new", "/settings/providers/google/new", "/roles/new"];
  for (const path of [...news, person, `${person}/delete`, `${person}/reset-factors`]) {
    const crumbs = (await at(path)).locator("#crumbs li");
    expect(await crumbs.count(), path).toBeGreaterThan(1);
    await expect(crumbs.last()).toHaveAttribute("aria-current", "page");
    await expect(crumbs.first().locator("svg")).toHaveCount(1);
  }
});

own('21: "/" focuses a global search; it finds a user, an application and an id', async ({ at, operator }) => {
  const name = unique("Seeker");
  await operator.addUser({ name });
  const page = await at("/");
  const client = await create(page, "browser", unique("Sought"));
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  for (const [text, found] of [
    [name, name],
    [client, client],
    [id, client],
  ] as const) {
    await page.locator("h1").click();
    await page.keyboard.press("/");
    await expect(page.locator("#find")).toBeFocused();
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await expect(page.locator("main")).toContainText(found);
  }
});

own("22: GET /people?q=miller lists Bob Miller", async ({ at, operator }) => {
  await operator.addUser({ name: "Bob Miller" });
  await expect((await at("/people?q=miller")).locator("#people-table")).toContainText("Bob Miller");
});

own("23: every list shows a total and Previous/Next", async ({ at }) => {
  for (const path of LISTS) {
    const page = await at(path);
    await expect(page.locator("#total"), path).toHaveText(/\d/);
    await expect(page.locator(".pager").getByText("Previous"), path).toBeVisible();
    await expect(page.locator(".pager").getByText("Next"), path).toBeVisible();
  }
});

own("24: active filters are visible as removable chips; one Clear", async ({ at }) => {
  const page = await at("/people?status=disabled&q=a");
  await expect(page.locator("a.chip.on")).toContainText("Disabled");
  await expect(page.locator("#clear")).toHaveCount(1);
  await page.locator("a.chip.on").click();
  await expect(page.locator("a.chip.on")).toHaveCount(0);
});

own("25: every row of users, applications, sessions has a menu or a direct act", async ({ at }) => {
  for (const [path, table] of [
    ["/people", "#people-table"],
    ["/clients", "#clients-table"],
    ["/sessions", "#sessions-table"],
  ] as const) {
    const rows = (await at(path)).locator(`${table} tbody tr`);
    const count = await rows.count();
    expect(count, path).toBeGreaterThan(0);
    await expect(rows.locator("td.acts").locator("summary, button").first()).toBeVisible();
    expect(await rows.filter({ has: rows.page().locator("td.acts :is(summary, button)") }).count(), path).toBe(count);
  }
});

own("26: three users can be selected and disabled by one confirmation", async ({ at, operator }) => {
  const name = unique("Trio");
  for (const number of [1, 2, 3]) await operator.addUser({ name: `${name} ${number}` });
  const page = await at(`/people?q=${encodeURIComponent(name)}`);
  for (const box of await page.locator('tbody input[name="ids"]').all()) await box.check();
  await page.locator(".bulk").getByRole("button", { name: "Disable" }).click();
  await expect(page.locator("main")).toHaveId("confirmation");
  await expect(page.locator("#consequences")).toContainText("3");
  for (const number of [1, 2, 3]) await expect(page.locator("#consequences")).toContainText(`${name} ${number}`);
  await page.locator("#disable").click();
  await expect(page.locator("#done")).toBeVisible();
  await at(`/people?q=${encodeURIComponent(name)}`);
  await expect(page.locator("#people-table .badge.bad")).toHaveCount(3);
});

own("27: status is a coloured badge with a word; disabled is visible in the list", async ({ at, operator }) => {
  const person = await operator.addUser({ name: unique("Stopped") });
  await operator.disableUser(person.username);
  const page = await at(`/people?q=${person.username}`);
  const badge = page.locator("#people-table .badge");
  await expect(badge).toHaveText("Disabled");
  await expect(badge).toHaveClass(/\bbad\b/);
});

own("28: every identifier, secret, URI to be used elsewhere has a copy button with a name", async ({ at }) => {
  const page = await at("/");
  await create(page, "web");
  await expect(copyButtons(page.locator("#secret"))).toHaveCount(1);
  await expect(copyButtons(page.locator("#facts"))).toHaveCount(4);
  for (const button of await copyButtons(page).all()) {
    await expect(button).toBeVisible();
    await expect(button).toHaveAccessibleName(/^Copy: ./);
  }
  await expect(copyButtons(await at("/settings/providers/google/new"))).toHaveCount(1);
});

own("29: application page shows issuer, client ID and discovery URL", async ({ at, world }) => {
  const page = await at("/");
  await create(page, "browser");
  const facts = page.locator("#facts code");
  await expect(facts.filter({ hasText: world.issuer }).first()).toHaveText(world.issuer);
  await expect(page.locator("#facts")).toContainText(new URL(page.url()).pathname.split("/").at(-1) ?? "");
  await expect(page.locator("#facts")).toContainText(`${world.issuer}/.well-known/openid-configuration`);
});

own("30: application page shows runnable code with real values for its kind", async ({ at, world }) => {
  const page = await at("/");
  await create(page, "browser");
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  for (const framework of ["React", "Vue", "Svelte", "Angular"]) {
    await page.locator(".stacks").getByRole("link", { name: framework }).click();
    const code = page.locator(".code code").filter({ hasText: id });
    await expect(code, framework).toContainText(world.issuer);
  }
});

own('31: after creation the address is /clients/<id> and a message says "created"', async ({ at }) => {
  const page = await at("/");
  await create(page, "browser");
  expect(new URL(page.url()).pathname).toMatch(/^\/clients\/[\da-f-]{36}$/);
  await expect(page.locator("#done")).toContainText("created");
});

own("32: detail pages have tabs; no page of the console is higher than 2,000 px at 1440", async ({ at }) => {
  test.setTimeout(180_000);
  const page = await at("/");
  await create(page, "web");
  const tabs = await page
    .locator(".tabs a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(tabs.length).toBeGreaterThan(3);
  for (const path of [...tabs, ...(await places(page)), "/clients/new", "/settings/providers/microsoft/new"]) {
    const shown = await at(path);
    const height = await shown.evaluate(() => document.documentElement.scrollHeight);
    expect.soft(height, path).toBeLessThanOrEqual(HIGHEST_PIXELS);
  }
});

own("33: at most one primary button per page", async ({ at }) => {
  test.setTimeout(180_000);
  const page = await at("/");
  await create(page, "web");
  const { pathname } = new URL(page.url());
  const tabs = ["settings", "credentials", "compatibility"].map((tab) => `${pathname}?tab=${tab}`);
  for (const path of [...tabs, ...(await places(page)), "/settings/providers/all/settings"]) {
    const shown = await at(path);
    expect.soft(await shown.locator(":is(a, button).primary").count(), path).toBeLessThanOrEqual(1);
  }
});

own("34: destructive acts are only in a danger zone or a menu, in red", async ({ at }) => {
  const page = await at("/");
  await create(page, "web");
  const { pathname } = new URL(page.url());
  const tabs = ["", "?tab=settings", "?tab=credentials", "?tab=compatibility"].map((tab) => `${pathname}${tab}`);
  await at("/people");
  await page.locator("#people-table .named a").first().click();
  const person = new URL(page.url()).pathname;
  const ofPerson = ["security", "access", "sessions"].map((tab) => `${person}?tab=${tab}`);
  for (const path of [...tabs, person, ...ofPerson, ...(await places(page))]) {
    const shown = await at(path);
    const red = shown.locator("main :is(a, button).danger");
    const placed = shown.locator("main :is(section.danger, details.menu, .bulk) :is(a, button).danger");
    await expect(red, path).toHaveCount(await placed.count());
  }
  await expect((await at(`${pathname}?tab=settings`)).locator("section.danger .danger")).toHaveCount(2);
});

own(
  "35: the field with an error is marked and described in the page's language; no JSON pointer visible",
  async ({ at, world }) => {
    const page = await at("/clients/new");
    await page.context().addCookies([{ name: "countersign-language", value: "de", url: world.console }]);
    await page.locator("#add-client_name").fill("Laden");
    await page.locator("#add-redirect_uris").fill("https://app.example/cb\nhttp://app.example/#cb");
    await page.locator("#add").click();
    await expect(page.locator("#problem")).toBeFocused();
    const field = page.locator("#add-redirect_uris");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/Eintrag 2: /);
    await expect(field).toHaveValue("https://app.example/cb\nhttp://app.example/#cb");
    await page.locator("#problem a").first().click();
    await expect(field).toBeFocused();
    await expect(page.locator("main")).not.toContainText(/redirect_uris\/|#\//);
  },
);

own("36: overview: tiles with comparison, each a link", async ({ at }) => {
  const tiles = (await at("/")).locator(".stat");
  expect(await tiles.count()).toBeGreaterThanOrEqual(4);
  await expect(tiles.locator("a")).toHaveCount(await tiles.count());
  await expect(tiles.locator(".change").first()).toBeVisible();
});

own("37: first-administrator checklist with computed states, can be hidden", async ({ at }) => {
  // The issuer of these tests has no HTTPS: so one step is never done.
  const list = (await at("/")).locator("#checklist");
  await expect(list.locator(".checks li").first()).toBeVisible();
  await expect(list.locator(".checks .badge, .checks a").first()).toBeVisible();
  const page = list.page();
  await page.locator("#hide-checklist").click();
  await expect(list).toHaveCount(0);
  await expect((await at("/")).locator("#checklist")).toHaveCount(0);
  await page.locator("#show-checklist").click();
  await expect(list).toBeVisible();
});

own(
  "38: identity providers: Google addable with the redirect URI shown before anything is saved",
  async ({ at, world }) => {
    const page = await at("/settings/providers");
    await page.locator("#add-google").click();
    const address = page.locator("#register code");
    await expect(address).toContainText(`${world.issuer}/federation/google`);
    // A test beside this one may have added Google just now.
    await expect(address).toHaveText(/\/federation\/google(-2)?\/callback$/);
    await expect(page.locator("#credentials input:visible")).toHaveCount(2);
    await expect(page.getByRole("button", { name: "Save and test" })).toBeVisible();
  },
);

own(
  "39: appearance: preview on the same page, changes with the switch Light/Dark/Phone",
  async ({ browser, world, operator }) => {
    test.setTimeout(120_000);
    // A preview needs a strong sign-in.
    const strong = await newAdministrator(browser, { world, operator, isStrong: true });
    const context = await browser.newContext({ storageState: strong, viewport: WIDE, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(`${world.console}/settings/looks`);
    const name = unique("Shown");
    await page.locator("#save-looks-service_name").fill(name);
    await page.locator("#save-looks-accent_dark").fill("#7fe0a8");
    await page.locator("#preview-looks").click();
    const [light, dark] = [page.locator("#preview-in-light"), page.locator("#preview-in-dark")];
    const button = (frame: Locator) => frame.contentFrame().locator("button[type=submit], button.primary").first();
    await expect(light.contentFrame().locator("body")).toContainText(name);
    await expect(dark).toBeHidden();
    await page.getByText("Dark", { exact: true }).click();
    await expect(light).toBeHidden();
    await expect(button(dark)).toHaveCSS("background-color", "rgb(127, 224, 168)");
    const wide = (await dark.boundingBox())?.width ?? 0;
    await page.getByText("Phone", { exact: true }).click();
    expect((await dark.boundingBox())?.width).toBeLessThan(wide);
    expect((await dark.boundingBox())?.width).toBe(390);

    // It follows what is filled in, and says what cannot be read.
    await page.locator("#save-looks-accent_dark").fill("#ff9d00");
    await expect(button(dark)).toHaveCSS("background-color", "rgb(255, 157, 0)");
    await page.locator("#save-looks-accent_dark").fill("#000000");
    await expect(page.locator("#save-looks-accent_dark")).toHaveAttribute("aria-invalid", "true");
    await page.screenshot({ path: test.info().outputPath("looks-dark.png"), fullPage: true });
    await context.close();
  },
);

own(
  "40: webhook: event types chosen by check box; a test shows status and answer on the page",
  async ({ at, world }) => {
    const name = unique("Receiver");
    // The sample client takes no events: it answers 404.
    const url = `${world.client}/events`;
    const settings = { ...(await keyEncryptionKeys(world)), OUTBOUND_ALLOWED_HOSTS: new URL(url).host };
    const adding = ["webhooks", "add", name, "--url", url, "--types", "user_added"];
    const { id } = await countersign<{ readonly id: string }>(world, adding, settings);
    const page = await at(`/settings/webhooks/${id}`);
    const box = (label: string) => page.getByRole("checkbox", { name: label, exact: true });
    await expect(box("Account created")).toBeChecked();
    await expect(box("Signed in")).toBeHidden();
    await page.locator("#change summary").getByText("Sign-ins", { exact: true }).click();
    await box("Signed in").check();

    await page.locator("#test").click();
    await expect(page.locator("main")).toHaveId("delivery");
    await expect(page.locator("#facts")).toContainText("Waiting");
    await expect(async () => {
      await page.locator("#refresh").click();
      await expect(page.locator("#facts")).toContainText(/Answer\s*404\s*Duration\s*[\d,]+ ms/, { timeout: 1000 });
    }).toPass({ timeout: 20_000 });
    await countersign(world, ["webhooks", "remove", name]);
  },
);

own("41: empty states have a title, a sentence and an action", async ({ at }) => {
  const empty = (await at("/people?q=nobody-has-this-name")).locator(".empty");
  await expect(empty.locator("h3")).toBeVisible();
  await expect(empty.getByRole("link")).toBeVisible();
});

own("42: refusal pages keep the navigation for a signed-in administrator", async ({ at }) => {
  for (const path of ["/nothing-is-here", "/people/00000000-0000-4000-8000-00000000dead"]) {
    const page = await at(path);
    await expect(page.locator("main")).toHaveId("error");
    await expect(page.locator(".places a").first()).toBeVisible();
    await expect(page.locator("#back")).toBeVisible();
  }
});

own("task 5: a secret is rotated without an outage, in the tab of credentials", async ({ at }) => {
  const page = await at("/");
  await create(page, "web");
  await openTab(page, "Credentials");
  await page.locator("#rotate-secret").click();
  await expect(page.locator("#secret code")).toHaveText(/^[\w-]{40,}$/);
  await expect(page.locator("#secrets-table tbody tr")).toHaveCount(2);
  await page.reload();
  await expect(page.locator("#secret code")).toHaveText(/^[\w-]{40,}$/);
  await page.getByRole("button", { name: /^End now/ }).click();
  await page.locator("#end-secret").click();
  await expect(page.locator("#done")).toContainText("ended");
  await expect(page.locator("#secrets-table tbody tr")).toHaveCount(1);
});
