/**
 * The five tasks by which the design measures the console (docs/ui-tasks.md), each from the overview in a fresh
 * session. None takes more clicks and fields than the design wants, nor more pages than it takes now.
 */
import { randomBytes } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { type Hands, handsAt } from "../../../support/browser/counted.ts";
import { overflow } from "../../../support/browser/look.ts";
import { expectPage } from "../../../support/browser/pages.ts";
import { signedIn } from "../../../support/browser/signed-in.ts";
import { newAdministrator } from "../../../support/console/console-administrator.ts";
import { INVITATION_LINK, mailed } from "../../../support/mail.ts";
import { expect, test } from "../../../support/test.ts";
import { basic, expectTokenError, tokenRequest } from "../../../support/token-endpoint.ts";
import { countersign } from "../../../support/worlds/operator.ts";

const PHONE_WIDTHS = [320, 390];

let kept: Awaited<ReturnType<BrowserContext["storageState"]>>;
test.describe.configure({ mode: "default" });
test.beforeAll(async ({ browser, world, operator }) => {
  test.setTimeout(120_000);
  kept = await newAdministrator(browser, { world, operator, isStrong: true });
});

const task = test.extend<{ console: Page; hands: Hands }>({
  async console({ browser, world }, use) {
    const permissions = ["clipboard-read", "clipboard-write"];
    const context = await browser.newContext({ storageState: kept, reducedMotion: "reduce", permissions });
    const page = await context.newPage();
    await page.goto(world.console);
    await expect(page.locator("main")).toHaveId("overview");
    await use(page);
    await context.close();
  },
  hands: async ({ console: page }, use) => use(handsAt(page)),
});

const unique = (word: string) => `${word}${randomBytes(4).toString("hex")}`;
const place = (page: Page, name: string) => page.locator(".places").getByRole("link", { name, exact: true });
const found = (page: Page, name: string) => page.locator("#found-table tbody tr", { hasText: name });

function expectAtMost(hands: Hands, most: ReturnType<Hands["work"]>): void {
  const work = hands.work();
  for (const what of ["clicks", "fields", "pages"] as const) expect(work[what], what).toBeLessThanOrEqual(most[what]);
}

task("task 1: a single-page app is registered, and its code copied", async ({ console: page, hands, world }) => {
  await hands.click(place(page, "Applications"));
  await hands.click(page.locator("#new-client"));
  await hands.click(page.locator("label", { has: page.locator("#add-kind-browser") }));
  await hands.fill(page.locator("#add-client_name"), unique("Task "));
  await hands.fill(page.locator("#add-redirect_uris"), "https://app.example/callback");
  await hands.click(page.locator("#add"));
  await expect(page.locator("main")).toHaveId("client");
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const copyOf = (text: string) => page.locator(".code", { hasText: text }).locator("[data-copies]").first();
  expect(await hands.copy(copyOf("npm install"))).toContain("npm install");
  const code = await hands.copy(copyOf(id));
  expect([code.includes(id), code.includes(world.issuer)]).toEqual([true, true]);
  expectAtMost(hands, { clicks: 6, fields: 2, pages: 3 });
});

task(
  "task 2: a person is found by a part of the name, and signed out everywhere",
  async ({ console: page, hands, world, operator, browser }) => {
    const sought = unique("mil");
    const name = `Bob ${sought}ler`;
    const person = await operator.addUser({ name });
    const other = await browser.newPage({ extraHTTPHeaders: { "X-Forwarded-For": "10.98.7.7" } });
    await signedIn(other, world.issuer, person);

    await hands.seek(sought);
    await hands.click(found(page, name).locator("summary"));
    await hands.click(found(page, name).getByRole("button", { name: /^Sign out everywhere/ }));
    await expect(page.locator("#consequences")).toContainText(name);
    await hands.click(page.locator("#end-sessions"));
    await expect(page.locator("#done")).toContainText("signed out everywhere");
    await expect(found(page, name)).toHaveCount(1);
    expectAtMost(hands, { clicks: 3, fields: 1, pages: 3 });

    await other.goto(`${world.issuer}/account`);
    await expectPage(other, "login");
    await other.close();
  },
);

task("task 3: three colleagues are invited as auditors", async ({ console: page, hands, world }) => {
  const addresses = [1, 2, 3].map((number) => `${unique("auditor")}-${number}@example.org`);
  await hands.click(place(page, "Users"));
  await hands.click(page.locator("#invite-people"));
  await hands.fill(page.locator("#invite-emails"), addresses.join(", "));
  await hands.click(page.locator("#invite-roles summary", { hasText: "Administration" }));
  await hands.click(page.locator("#invite-roles").getByLabel("auditor", { exact: true }));
  await hands.click(page.locator("#invite"));
  for (const address of addresses) await expect(page.locator("#invitations-table")).toContainText(address);
  expectAtMost(hands, { clicks: 5, fields: 1, pages: 3 });

  for (const address of addresses) expect(await mailed(world, address, INVITATION_LINK)).not.toBe("");
  await page.getByRole("link", { name: addresses[0] ?? "" }).click();
  await expect(page.locator("#roles-table")).toContainText("auditor");
});

task("task 4: Google is added, with its redirect URI copied first", async ({ console: page, hands, world }) => {
  await hands.click(place(page, "Identity providers"));
  await hands.click(page.locator("#add-google"));
  const redirectUri = await hands.copy(page.locator("#register [data-copies]"));
  const alias = /\/federation\/(google[\d-]*)\/callback$/.exec(redirectUri)?.[1] ?? "";
  await hands.fill(page.locator("#add-client_id"), "1234.apps.googleusercontent.com");
  await hands.fill(page.locator("#add-secret"), "a-secret-at-google");
  await hands.click(page.getByRole("button", { name: "Save and test" }));
  // It is tried then. Whether Google can be reached depends on the network of the tests.
  await expect(page.locator("main")).toHaveId("provider", { timeout: 60_000 });
  try {
    await expect(page.locator("#done")).toBeVisible();
    await expect(page.locator("#facts")).toContainText(redirectUri);
    expectAtMost(hands, { clicks: 4, fields: 2, pages: 3 });
  } finally {
    await countersign(world, ["providers", "remove", alias]);
  }
});

task("task 5: a secret is rotated, and both work", async ({ console: page, hands, world, operator }) => {
  const [name, redirectUri] = [unique("Rotated "), "https://app.example/callback"];
  const client = await operator.addClient("--name", name, "--redirect-uri", redirectUri);
  await hands.seek(name);
  await hands.click(found(page, name).getByRole("link", { name }));
  await hands.click(page.locator(".tabs").getByRole("link", { name: "Credentials" }));
  await hands.click(page.locator("#rotate-secret"));
  const secret = await hands.copy(page.locator("#secret [data-copies]"));
  expectAtMost(hands, { clicks: 4, fields: 1, pages: 4 });

  expect(secret).not.toBe(client.clientSecret);
  const grant = { grant_type: "authorization_code", redirect_uri: redirectUri, code: "of-no-grant" };
  for (const clientSecret of [client.clientSecret, secret]) {
    const answer = await tokenRequest(
      world,
      { ...grant, code_verifier: "v".repeat(43) },
      basic({ ...client, clientSecret }),
    );
    expectTokenError(answer, 400, "invalid_grant");
  }
});

task("on a phone, rows of a list are chosen and disabled together", async ({ console: page, world, operator }) => {
  const name = unique("Pair");
  for (const number of [1, 2]) await operator.addUser({ name: `${name} ${number}` });
  for (const width of PHONE_WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${world.console}/people?q=${name}`);
    const boxes = page.locator('tbody input[name="ids"]');
    await expect(boxes).toHaveCount(2);
    for (const box of await boxes.all()) await box.check();
    await expect(page.locator(".bulk")).toBeVisible();
    expect(await overflow(page), `${width} px`).toBeLessThanOrEqual(0);
  }
  await page.locator(".bulk").getByRole("button", { name: "Disable" }).click();
  for (const number of [1, 2]) await expect(page.locator("#consequences")).toContainText(`${name} ${number}`);
});
