/**
 * The points of the design's checklist that a console page decides: one test each, titled by its number and text. Here
 * are those of the frame, of lists, and of what pages show.
 */
import type { Page } from "@playwright/test";
import { newAdministrator } from "../../../support/console/console-administrator.ts";
import {
  clientIdIn,
  copyButtons,
  create,
  linksIn,
  own,
  places,
  unique,
} from "../../../support/console/console-checklist.ts";
import { consolePages } from "../../../support/console-pages.ts";
import { expect } from "../../../support/test.ts";
import { countersign, keyEncryptionKeys } from "../../../support/worlds/operator.ts";
import type { World } from "../../../support/worlds/world.ts";

const HIGHEST_PIXELS = 2000;
/** As many are on a page of the audit log. */
const EVENTS_OF_PAGE = 20;
/** Of events that many are written as deliveries at once. */
const DELIVERIES_SOON = 10;
/** Places that are no lists. */
const NO_LISTS = ["/", "/settings/looks", "/settings/configuration", "/settings/keys"];

own.describe.configure({ mode: "default" });

/** Pages with times. */
const TIMED = ["/", "/people", "/clients", "/sessions", "/audit", "/settings/keys"];

own.describe("without a script", () => {
  own(
    '16: no time on any page ends in "UTC" for a person whose zone is known',
    async ({ browser, world, operator }) => {
      const kept = await newAdministrator(browser, { world, operator, zone: "Asia/Tokyo" });
      const context = await browser.newContext({ storageState: kept, javaScriptEnabled: false });
      const page = await context.newPage();
      for (const path of TIMED) {
        await page.goto(`${world.console}${path}`);
        for (const time of await page.locator("main time").all()) {
          await expect.soft(time, path).not.toHaveText(/UTC/);
          await expect.soft(time, path).not.toHaveAttribute("title", /UTC/);
        }
      }
      await expect(page.locator("main time").first()).toBeVisible();
      await context.close();
    },
  );
});

own("17: every time has an exact title, and lists show relative words with script", async ({ at }) => {
  for (const path of TIMED) {
    const times = (await at(path)).locator("main time[data-when]");
    expect(await times.count(), path).toBeGreaterThan(0);
    for (const time of await times.all()) {
      await expect.soft(time, path).toHaveAttribute("datetime", /^\d{4}-\d\d-\d\dT/);
      await expect.soft(time, path).toHaveAttribute("title", /\d{4}/);
    }
  }
  await expect((await at("/sessions")).locator("main time").first()).toHaveText(/^Now$|ago$/);
});

own('18: the word "None" begins the text of no table cell', async () => {
  const all = await consolePages("en");
  expect(all.length).toBeGreaterThan(100);
  const cells = all.flatMap(({ page, html }) =>
    [...html.matchAll(/<(td|dd)[^>]*>(?:<\w+[^>]*>|\s)*None\b/g)].map(() => page),
  );
  expect(cells).toEqual([]);
});

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
  const page = await at(`/people?q=${name}`);
  const address = await page.locator("#people-table .named a").first().getAttribute("href");
  const userId = address?.split("/").at(-1) ?? "";
  const client = await create(page, "browser", unique("Sought"));
  const id = clientIdIn(page);
  for (const [text, found] of [
    [name, name],
    [userId, name],
    [client, client],
    [id, client],
  ] as const) {
    await page.locator("h1").click();
    await page.keyboard.press("/");
    await expect(page.locator("#find")).toBeFocused();
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await expect(page.locator("#found-table")).toContainText(found);
  }
  await expect((await at(`/people?q=${userId}`)).locator("#people-table")).toContainText(name);
});

own("22: GET /people?q=miller lists Bob Miller", async ({ at, operator }) => {
  await operator.addUser({ name: "Bob Miller" });
  await expect((await at("/people?q=miller")).locator("#people-table")).toContainText("Bob Miller");
});

own("23: every list shows a total and Previous/Next", async ({ at, world }) => {
  const lists = (await places(await at("/"))).filter((path) => !NO_LISTS.includes(path));
  expect(lists.length).toBeGreaterThan(10);
  for (const path of lists) {
    const page = await at(path);
    const isEmpty = (await page.locator("main .empty").count()) > 0;
    if (isEmpty) continue;
    const pager = page.locator(".pager");
    await expect.soft(pager, path).toContainText(/1–\d+ of \d[\d,]*\+?/);
    await expect.soft(pager.getByText("Previous"), path).toBeVisible();
    await expect.soft(pager.getByText("Next"), path).toBeVisible();
  }
  // The last ones by name: other tests find their groups on the first page.
  for (let number = 0; number <= EVENTS_OF_PAGE; number += 1) await countersign(world, ["groups", "add", unique("zz")]);
  const page = await at("/audit?type=group_added");
  const rows = page.locator("#audit-table tbody tr");
  const first = await rows.first().textContent();
  await page.locator("#next").click();
  await expect(rows.first()).not.toHaveText(first ?? "");
  await page.locator("#previous").click();
  await expect(rows.first()).toHaveText(first ?? "");
  await expect(page.locator("#previous")).toHaveCount(0);
});

own("24: active filters are visible as removable chips; one Clear", async ({ at }) => {
  for (const [path, shown] of [
    ["/people?status=disabled&q=a", "Disabled"],
    ["/clients?kind=web", "Web app"],
    ["/audit?type=sign_in", "Signed in"],
    ["/sessions?client_id=desk", /desk/i],
    ["/settings/mails?state=failed", "Failed"],
  ] as const) {
    const page = await at(path);
    await expect(page.locator("a.chip.on"), path).toContainText(shown);
    await expect(page.locator("#clear"), path).toHaveCount(1);
    await page.locator("a.chip.on").click();
    await expect(page.locator("a.chip.on"), path).toHaveCount(0);
  }
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

own("27: status is a colored badge with a word; disabled is visible in the list", async ({ at, operator }) => {
  const person = await operator.addUser({ name: unique("Stopped") });
  await operator.disableUser(person.username);
  const page = await at(`/people?q=${person.username}`);
  const badge = page.locator("#people-table .badge");
  await expect(badge).toHaveText("Disabled");
  await expect(badge).toHaveClass(/\bbad\b/);
});

own("28: every identifier, secret, URI to be used elsewhere has a copy button with a name", async ({ at, world }) => {
  const page = await at("/");
  await create(page, "web");
  await expect(copyButtons(page.locator("#secret"))).toHaveCount(1);
  await expect(copyButtons(page.locator("#facts"))).toHaveCount(4);
  for (const button of await copyButtons(page).all()) {
    await expect(button).toBeVisible();
    await expect(button).toHaveAccessibleName(/^Copy: ./);
  }
  await expect(copyButtons(await at("/settings/providers/google/new"))).toHaveCount(1);

  // The ID of a user, the identifier of an API, and the record that proves a domain.
  await at("/people");
  await page.locator("#people-table .named a").first().click();
  await expect(copyButtons(page.locator("main"))).not.toHaveCount(0);
  await at("/settings");
  await page.locator("#resource-servers-table td.first a").first().click();
  await expect(copyButtons(page.locator("#facts"))).not.toHaveCount(0);
  const slug = unique("copied").replace(" ", "-");
  const { id } = await countersign<{ readonly id: string }>(world, ["organizations", "add", slug, "Copied"]);
  await countersign(world, ["organizations", "domains", "add", slug, "copied.example"]);
  await at(`/organizations/${id}?tab=domains`);
  const copied = copyButtons(page.locator("#domains-table"));
  await expect(copied).toHaveCount(2);
  await expect(copied.first()).toHaveAccessibleName("Copy: TXT record");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await copied.first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("_countersign.copied.example");
});

own("29: application page shows issuer, client ID and discovery URL", async ({ at, world }) => {
  const page = await at("/");
  await create(page, "browser");
  const facts = page.locator("#facts code");
  await expect(facts.filter({ hasText: world.issuer }).first()).toHaveText(world.issuer);
  await expect(page.locator("#facts")).toContainText(clientIdIn(page));
  await expect(page.locator("#facts")).toContainText(`${world.issuer}/.well-known/openid-configuration`);
});

own("30: application page shows runnable code with real values for its kind", async ({ at, world }) => {
  const page = await at("/");
  await create(page, "browser");
  const id = clientIdIn(page);
  for (const framework of ["React", "Vue", "Svelte", "Angular"]) {
    await page.locator(".stacks").getByRole("link", { name: framework }).click();
    const code = page.locator(".code code").filter({ hasText: id });
    await expect(code, framework).toContainText(world.issuer);
  }
  for (const kind of ["web", "native", "device", "machine"]) {
    await create(page, kind);
    const clientId = clientIdIn(page);
    const values = page.locator("#quickstart .code code").filter({ hasText: clientId });
    await expect(values.first(), kind).toContainText(world.issuer);
    expect(await page.locator("#quickstart .code code").count(), kind).toBeGreaterThan(1);
  }
});

own('31: after creation the address is /clients/<id> and a message says "created"', async ({ at }) => {
  const page = await at("/");
  await create(page, "browser");
  expect(new URL(page.url()).pathname).toMatch(/^\/clients\/[\da-f-]{36}$/);
  await expect(page.locator("#done")).toContainText("created");
});

/** Forms of what is new. */
const NEW = [
  "clients",
  "settings/providers/microsoft",
  "settings/webhooks",
  "settings/hooks",
  "settings/trusted-issuers",
]
  .map((noun) => `/${noun}/new`)
  .concat("/settings/providers/all/settings", "/settings/exchange-policies/new", "/roles/new", "/settings/apis/new");

/** Lists of what has a page of its own. */
const OF_MANY = ["/groups", "/organizations", "/roles", "/settings", "/settings/providers", "/settings/hooks"];

/** The page of the first one of each list and its tabs, of the console's own application, and of a webhook. */
async function detailPages(at: (path: string) => Promise<Page>, world: World): Promise<readonly string[]> {
  const settings = await keyEncryptionKeys(world);
  const slug = unique("high").replace(" ", "-");
  await countersign(world, ["organizations", "add", slug, "High"]);
  const hook = ["hooks", "add", unique("High"), "--kind", "claims", "--url", "https://hooks.invalid/"];
  await countersign(world, [...hook, "--on-error", "omit", "--claims", "plan"], settings);
  const webhook = ["webhooks", "add", unique("High"), "--url", "https://hooks.invalid/", "--types", "group_added"];
  const { id } = await countersign<{ readonly id: string }>(world, webhook, settings);
  for (let number = 0; number < EVENTS_OF_PAGE; number += 1) await countersign(world, ["groups", "add", unique("zy")]);
  const found = [`/settings/webhooks/${id}`];
  for (const list of OF_MANY) {
    const first = (await at(list)).locator("main td.first a").first();
    if ((await first.count()) > 0) found.push((await first.getAttribute("href")) ?? "");
  }
  const own = (await at("/clients?q=console")).locator("main td.first a").first();
  found.push((await own.getAttribute("href")) ?? "");
  const tabs: string[] = [];
  for (const path of found) tabs.push(...(await linksIn(await at(path), ".tabs")));
  await expect(async () => {
    const rows = (await at(`/settings/webhooks/${id}`)).locator("#deliveries-table tbody tr");
    expect(await rows.count()).toBeGreaterThanOrEqual(DELIVERIES_SOON);
  }).toPass({ timeout: 60_000 });
  return [...new Set([...found, ...tabs])];
}

own("32: detail pages have tabs; no page of the console is higher than 2,000 px at 1440", async ({ at, world }) => {
  own.setTimeout(300_000);
  const page = await at("/");
  await create(page, "web");
  const tabs = await linksIn(page, ".tabs");
  expect(tabs.length).toBeGreaterThan(3);
  const quickstarts = await linksIn(page, ".stacks");
  for (const kind of ["browser", "native", "device", "machine"]) {
    await create(page, kind);
    quickstarts.push(...(await linksIn(page, ".stacks")));
  }
  expect(quickstarts.length).toBeGreaterThan(20);
  await at("/people");
  await page.locator("#people-table .named a").first().click();
  const ofPerson = await linksIn(page, ".tabs");
  expect(ofPerson.length).toBeGreaterThan(3);
  const details = await detailPages(at, world);
  expect(details.length).toBeGreaterThan(15);
  for (const path of [...tabs, ...quickstarts, ...ofPerson, ...(await places(page)), ...NEW, ...details]) {
    const shown = await at(path);
    const height = await shown.evaluate(() => {
      // A form is not too high with its folded fields, either.
      for (const one of document.querySelectorAll<HTMLDetailsElement>("details.more")) one.open = true;
      return document.documentElement.scrollHeight;
    });
    expect.soft(height, path).toBeLessThanOrEqual(HIGHEST_PIXELS);
  }
});
