/**
 * The points of the design's checklist that a console page decides: one test each, titled by its number and text. Here
 * are those of what pages do.
 */
import type { Locator } from "@playwright/test";
import { show } from "../../../support/browser/samples.ts";
import { create, own, places, unique } from "../../../support/console/console-checklist.ts";
import { openTab } from "../../../support/console/console-story.ts";
import { consolePages } from "../../../support/console-pages.ts";
import { expect } from "../../../support/test.ts";
import { countersign, keyEncryptionKeys } from "../../../support/worlds/operator.ts";

own.describe.configure({ mode: "default" });

own("33: at most one primary button per page", async ({ at }) => {
  own.setTimeout(180_000);
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

own(
  "36: overview: tiles with comparison, each a link; nothing that is empty takes more than 80 px",
  async ({ at, world }) => {
    const page = await at("/");
    const tiles = page.locator(".stat");
    expect(await tiles.count()).toBeGreaterThanOrEqual(4);
    await expect(tiles.locator("a")).toHaveCount(await tiles.count());
    for (const tile of await tiles.all()) {
      await expect(tile.locator(".change").first()).toHaveText(/before|^Not counted yet$/);
    }
    const nothing = (await consolePages("en")).find((sample) => sample.page === "/ of nothing");
    await show(page, world.console, nothing ?? { page: "", html: "" });
    const empty = page.locator("main .soft.body");
    await expect(empty).not.toHaveCount(0);
    for (const one of await empty.all()) expect((await one.boundingBox())?.height).toBeLessThanOrEqual(80);
  },
);

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

own("39: appearance: preview on the same page, changes with the switch Light/Dark/Phone", async ({ strongAt }) => {
  own.setTimeout(240_000);
  const page = await strongAt("/settings/looks");
  const name = unique("Shown");
  await page.locator("#save-looks-service_name").fill(name);
  // The palette beside a color shows it, and chooses another one.
  const palette = page.locator('[data-color-of="save-looks-accent_dark"]');
  await expect(palette).toHaveClass("none");
  await palette.fill("#3ec7b7");
  await expect(page.locator("#save-looks-accent_dark")).toHaveValue("#3ec7b7");
  await page.locator("#save-looks-accent_dark").fill("#7fe0a8");
  await expect(palette).toHaveValue("#7fe0a8");
  await page.locator("#preview-looks").click();
  const [light, dark] = [page.locator("#preview-of-sign-in-in-light"), page.locator("#preview-of-sign-in-in-dark")];
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

  // Other pages have the looks, too.
  for (const [label, id] of Object.entries({ Consent: "consent", Account: "account", Email: "mail" })) {
    await page.locator("#preview").getByText(label, { exact: true }).click();
    await expect(dark).toBeHidden();
    await expect(page.locator(`#preview-of-${id}-in-dark`).contentFrame().locator("body")).toContainText(name);
  }
  await page.locator("#preview").getByText("Sign-in", { exact: true }).click();

  // It follows what is filled in, and says what cannot be read.
  await page.locator("#save-looks-accent_dark").fill("#ff9d00");
  await expect(button(dark)).toHaveCSS("background-color", "rgb(255, 157, 0)");
  await page.locator("#save-looks-accent_dark").fill("#000000");
  await expect(page.locator("#save-looks-accent_dark")).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("#save-looks-accent_dark-contrast")).toContainText("too low");
  await page.screenshot({ path: own.info().outputPath("looks-dark.png"), fullPage: true });
});

own(
  "40: webhook: event types chosen by check box; a test shows status and answer on the page",
  async ({ strongAt, world }) => {
    const name = unique("Receiver");
    // The sample client takes no events: it answers 404.
    const url = `${world.client}/events`;
    const settings = { ...(await keyEncryptionKeys(world)), OUTBOUND_ALLOWED_HOSTS: new URL(url).host };
    const adding = ["webhooks", "add", name, "--url", url, "--types", "user_added"];
    const { id } = await countersign<{ readonly id: string }>(world, adding, settings);
    const page = await strongAt(`/settings/webhooks/${id}?tab=settings`);
    const box = (label: string) => page.getByRole("checkbox", { name: label, exact: true });
    await expect(box("Account created")).toBeChecked();
    await expect(box("Signed in")).toBeHidden();
    await page.locator("#change summary").getByText("Sign-ins", { exact: true }).click();
    await box("Signed in").check();

    await openTab(page, "Try it");
    await page.locator("#test").click();
    await expect(page.locator("main")).toHaveId("delivery");
    // The page that comes after the button has the request and its answer: nothing is loaded again.
    await expect(page.locator("#answer")).toContainText(/404\s*[\d,]+ ms/);
    await expect(page.locator("#facts")).toContainText(/Waiting[\s\S]*Answer\s*404\s*Duration\s*[\d,]+ ms/);
    await expect(page.locator("#request")).toContainText(`POST ${url}`);
    await expect(page.locator("#request")).toContainText("webhook-signature: ");
    await expect(page.locator("#body")).toContainText("webhook_tested");
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
