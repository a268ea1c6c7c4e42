/**
 * What an administrator does in the console apart from the hour of admin-console.spec.ts: each a test of its own, from
 * a browser that is signed in.
 */
import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { signIn } from "../../../support/browser/pages.ts";
import { look } from "../../../support/console/console.ts";
import { administratorOfWorker } from "../../../support/console/console-administrator.ts";
import { importPeople } from "../../../support/console/console-import.ts";
import { settingsTour, webhook } from "../../../support/console/console-settings.ts";
import {
  addMember,
  confirmed,
  deleteClient,
  filterBy,
  go,
  inOwnMenu,
  openClient,
  openTab,
  walk,
} from "../../../support/console/console-story.ts";
import { INVITATION_LINK, mailed } from "../../../support/mail.ts";
import { test as base, expect } from "../../../support/test.ts";
import { countersign } from "../../../support/worlds/operator.ts";

const unique = (word: string) => `${word}-${randomBytes(4).toString("hex")}`;
const done = (page: Page) => page.locator("#done");

/** Without the cookies of the administrator. */
const ofAnother = (address: string) => ({
  storageState: { cookies: [], origins: [] },
  extraHTTPHeaders: { "X-Forwarded-For": address },
});

const test = base.extend({
  storageState: async ({ browser, world, operator }, use) =>
    use(await administratorOfWorker(browser, { world, operator })),
});

test.beforeEach(async ({ page, world }) => {
  test.setTimeout(300_000);
  await page.goto(world.console);
  await expect(page.locator("main")).toHaveId("overview");
});

test("co.1: people of other software come from a file", ({ page }) => importPeople(page, unique("imported")));

test("og.7: an organization, and an administrator only of it", async ({ page, world, operator, browser }) => {
  const { username, password } = await operator.addUser();
  const slug = unique("acme");
  await go(page, "Organizations");
  await page.locator("#new-organization").click();
  await page.locator("#add-name").fill("Acme & Söhne");
  await page.locator("#add-slug").fill(slug);
  await page.locator("#add").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Acme & Söhne");
  await addMember(page, username);
  await openTab(page, "Domains");
  await page.locator("#add-domain-domain").fill("acme.example");
  await page.locator("#add-domain").click();
  await expect(page.locator("#domains-table")).toContainText("_countersign.acme.example");
  await openTab(page, "Groups");
  await page.locator("#add-group-name").fill("Support");
  await page.locator("#add-group").click();
  await expect(page.locator("h1")).toHaveText("Support");
  await addMember(page, username);
  await expect(page.locator("#members-table")).toContainText(username);
  await look(page, "organization-group");
  await page.locator("#crumbs a").last().click();
  await look(page, "organization");
  await openTab(page, "Groups");
  await expect(page.locator("#groups-table")).toContainText("Support");
  await look(page, "organization-groups");
  await page.locator(".title .menu > summary").click();
  await page.locator("#head-scim-tokens-link").click();
  await look(page, "scim-tokens");
  await page.locator("#crumbs a").last().click();
  await openTab(page, "Settings");
  await page.locator("#delete-organization").click();
  await look(page, "delete-organization");
  await page.locator("#crumbs a").last().click();
  await page.locator("#members-table a").first().click();
  const option = page.locator("#give-role-role option", { hasText: /^organizations$/ });
  await page.locator("#give-role-role").selectOption((await option.getAttribute("value")) ?? "");
  await page.locator("#give-role").click();
  await expect(page.locator("#roles-table")).toContainText("organizations");
  await look(page, "organization-member");

  const other = await browser.newPage(ofAnother("10.99.1.4"));
  await other.goto(`${world.console}/sign-in/${slug}`);
  await signIn(other, { username, password });
  await expect(other.locator("#organizations-table tbody tr")).toHaveCount(1);
  await expect(other.locator("#organizations-table")).toContainText("Acme & Söhne");
  await expect(other.locator("#new-organization")).toHaveCount(0);
  await expect(other.locator(".places")).not.toContainText("Roles");
  await other.locator("#organizations-table a").first().click();
  await expect(other.locator("#members-table")).toContainText(username);
  await expect(other.locator(".tabs")).not.toContainText("Settings");
  await other.goto(`${world.console}/people`);
  await expect(other.locator("main")).toHaveId("error");
  await other.goto(`${world.console}/organizations`);
  await inOwnMenu(other, "#sign-out");
  await expect(other.locator("main")).toHaveId("signed-out");
  await other.close();
  await go(page, "Organizations");
  await look(page, "organizations");
});

test("co.1: invitations of several people with a role, which one accepts", async ({ page, world, browser }) => {
  const role = unique("readers");
  await countersign(world, ["roles", "add", world.api, role, "--scope", "orders:read"]);
  const address = `${unique("iris")}@example.org`;
  await go(page, "Users");
  await page.locator("#invite-people").click();
  await page.locator("#invite-emails").fill(`Iris <${address}>, no-address`);
  for (const api of await page.locator("#invite-roles summary").all()) await api.click();
  await page.locator("#invite-roles").getByLabel(role, { exact: true }).check();
  await page.locator("#invite-days").selectOption("1");
  await look(page, "invite-people");
  await page.locator("#invite").click();
  await expect(page.locator("#results-table")).toContainText("This is not an email address");
  await expect(page.locator("#invite-emails")).toHaveValue("no-address");
  await look(page, "invite-people-again");
  await page.goto(`${world.console}/people/invitations`);
  await look(page, "invitations");
  await page.getByRole("link", { name: address }).click();
  await expect(page.locator("#roles-table")).toContainText(role);
  await look(page, "invitation");

  const other = await browser.newPage(ofAnother("10.99.1.3"));
  await other.goto(await mailed(world, address, INVITATION_LINK));
  await other.locator("#accept").click();
  await other.locator("[name=new-password]").fill("seven quiet otters 42");
  await other.locator("#create-account").click();
  await expect(other.locator("#owner")).toBeVisible();
  await other.close();

  await go(page, "Users");
  await page.locator("#q").fill(address);
  await page.locator("#filter").click();
  await page.locator("#people-table .named a").first().click();
  await openTab(page, "Access");
  await expect(page.locator("#roles-table")).toContainText(role);
});

test("co.1: a client, whose secret is shown once", async ({ page }) => {
  await go(page, "Applications");
  await look(page, "clients");
  await page.locator("#new-client").click();
  await look(page, "new-client");
  await page.locator("#add-kind-web").check();
  await page.locator("#add-client_name").fill("Console test");
  await page.locator("#add-redirect_uris").fill("https://app.example/callback");
  for (const scope of ["profile", "address", "phone"])
    await page.locator(`#add-scope input[value="${scope}"]`).uncheck();
  await page.locator("#add").click();
  await expect(page.locator("#secret code")).toHaveText(/^[\w-]{40,}$/);
  await look(page, "client-secret");
  await openClient(page, "Console test");
  await look(page, "client-quickstart");
  await expect(page.locator("#secret")).toHaveCount(0);
  await openTab(page, "Settings");
  await page.locator("#save-redirect_uris").fill("javascript:alert(1)");
  await page.locator("#save").click();
  await expect(page.locator("#save-redirect_uris-wrong")).toContainText("Entry 1: ");
  await look(page, "client-refused");
  await page.locator("#save-redirect_uris").fill("https://app.example/callback");
  await page.locator("#save-accent_light").fill("#eeeeee");
  await page.locator("#save").click();
  await expect(page.locator("#save-accent_light[aria-invalid]")).toHaveValue("#eeeeee");
  await page.locator("#save-accent_light").fill("#0b6b3a");
  await page.locator("#save").click();
  await expect(done(page)).toBeVisible();
  await expect(page.locator("#save-accent_light")).toHaveValue("#0b6b3a");
  await page.locator("#save-policy_uri").fill("https://app.example/privacy");
  await page.locator("#save").click();
  await openTab(page, "Advanced");
  await expect(page.locator("#metadata")).toContainText("#0b6b3a");
  await expect(page.locator("#metadata")).toContainText("https://app.example/privacy");
  await openTab(page, "Compatibility");
  const software = page.locator("#compatibility");
  await software.getByLabel("http on localhost").check();
  await software.locator("#save-compatibility-required_scopes").fill("email");
  await software.getByLabel("Accept the secret only").check();
  await software.locator("#save-compatibility").click();
  await expect(done(page)).toBeVisible();
  await expect(software.getByLabel("http on localhost")).toBeChecked();
  await expect(software.getByLabel("Accept the secret only")).toBeChecked();
  await look(page, "client-compatibility");
  await openTab(page, "Settings");
  await look(page, "client");
  await page.locator("#disable").click();
  await look(page, "confirmation");
  await page.locator("#back").click();
  await confirmed(page, "#disable");
  await expect(done(page)).toBeVisible();
  await deleteClient(page, () => look(page, "delete-client"));
  await expect(page.locator("#clients-table")).not.toContainText("Console test");

  await go(page, "Audit log");
  await filterBy(page, "type", "client_disabled");
  await expect(page.locator("#audit-table")).toContainText("Application disabled");
});

test("co.1: settings: APIs, keys, mails, and a configuration that is planned, applied and locked", async ({ page }) => {
  await go(page, "APIs");
  await look(page, "settings");
  await go(page, "Signing keys");
  await look(page, "keys");
  await go(page, "Email delivery");
  await look(page, "mails");
  await go(page, "Configuration");
  await page.locator("#plan-configuration").fill("managed_by: shop\nroles:\n  - nam: x\n");
  await page.locator("#plan").click();
  await expect(page.locator("#plan-configuration-wrong")).toContainText("line 3: roles[0]");
  // What was typed is still there.
  await expect(page.locator("#plan-configuration")).toHaveValue(/nam: x/);
  await look(page, "configuration-refused");

  const shop = unique("shop");
  const client = `{client_id: ${shop}, client_name: ${shop}, redirect_uris: [https://shop.example/callback],
    client_secret: {generate: true}}`;
  const declared = `managed_by: ${shop}\nclients:\n  - ${client}\ngroups:\n  - name: ${shop}\n`;
  await page.locator("#plan-configuration").fill(declared);
  await page.locator("#plan").click();
  await expect(page.locator("#changes-table")).toContainText(shop);
  await look(page, "configuration-plan");
  await page.locator("#apply").click();
  await expect(page.locator("#secrets-table")).toContainText(`clients: ${shop}`);
  await look(page, "configuration-secrets");
  await openClient(page, shop);
  await openTab(page, "Settings");
  await expect(page.locator("#lock")).toContainText(shop);
  await expect(page.locator("#save, #disable, #rotate-secret")).toHaveCount(0);
  await look(page, "client-locked");
  await go(page, "Groups");
  await page.getByRole("link", { name: shop, exact: true }).click();
  await expect(page.locator("#lock")).toContainText(shop);
  await look(page, "group-locked");
});

test("ev.2: a webhook, whose secret is shown once, is tested, changed and disabled", ({ page }) => webhook(page));

test("co.1: looks, terms, an API, a provider of an organization, a hook, and claims", async ({
  page,
  world,
  operator,
}) => {
  const name = unique("Desk");
  await operator.addClient("--name", name, "--redirect-uri", "https://app.example/callback");
  await countersign(world, ["organizations", "add", unique("acme"), "Acme"]);
  await settingsTour(page, name);
});

// console-long-texts.spec.ts has each page in each language on phones. Here the first language is chosen again.
test("co.1: every place on a narrow screen, in another language and back", ({ page }) => walk(page, ["zh", "en"]));
