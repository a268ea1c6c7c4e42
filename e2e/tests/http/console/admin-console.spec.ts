/** The administration console, as administrators use it. */
import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectPage, signIn, signInAtClient } from "../../../support/browser/pages.ts";
import { look, signInAtConsole } from "../../../support/console/console.ts";
import { importPeople } from "../../../support/console/console-import.ts";
import { settingsTour, webhook } from "../../../support/console/console-settings.ts";
import {
  clickTwice,
  confirmed,
  deleteClient,
  downloadTrail,
  editTwice,
  filterBy,
  go,
  inOwnMenu,
  openPerson,
  openTab,
  tryToGo,
  useNewClient,
  walk,
  withoutScript,
} from "../../../support/console/console-story.ts";
import { INVITATION_LINK, mailed } from "../../../support/mail.ts";
import { expect, test } from "../../../support/test.ts";

const unique = (word: string) => `${word}-${randomBytes(4).toString("hex")}`;
const done = (page: Page) => page.locator("#done");

test("co.1: an administrator's hour, from the first sign-in to the audit trail", async ({ page, world, browser }) => {
  test.setTimeout(600_000);
  await signInAtConsole(page, world);
  await look(page, "overview");

  const username = unique("nora");
  const password = "seven quiet otters 42";
  await test.step("a person", async () => {
    await go(page, "Users");
    await look(page, "people");
    await page.locator("#new-person").click();
    await look(page, "new-person");
    await page.locator("#add-username").fill(username);
    await page.locator("#add-name").fill("Nora <script>alert(1)</script>");
    await page.locator("#add-password").fill(password);
    await page.locator("#add").click();
    await expect(done(page)).toBeVisible();
    // cons-01: what a person is called is text.
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Nora <script>alert(1)</script>");
    await look(page, "person");
    await page.locator("#save-nickname").fill("No");
    await page.locator("#save").click();
    await expect(done(page)).toBeVisible();
    await expect(page.locator("#save-nickname")).toHaveValue("No");
  });

  const [role, group] = [unique("readers"), unique("Staff")];
  await test.step("a role and a group", async () => {
    await go(page, "Roles");
    await look(page, "roles");
    await page.locator("#new-role").click();
    await page.locator("#add-resource").selectOption(world.api);
    await page.locator("#add-name").fill(role);
    await page.locator("#add-scopes").fill("orders:read");
    await look(page, "new-role");
    await page.locator("#add").click();
    await expect(done(page)).toBeVisible();
    await page.getByLabel("Revoke tokens when this role is assigned or removed").check();
    await page.locator("#save").click();
    await expect(page).toHaveURL(/done=saved/);
    await expect(page.getByLabel("Revoke tokens when this role is assigned or removed")).toBeChecked();
    await page.getByLabel("Revoke tokens when this role is assigned or removed").uncheck();
    await page.locator("#save").click();
    await expect(page.getByLabel("Revoke tokens when this role is assigned or removed")).not.toBeChecked();
    await look(page, "role");

    await go(page, "Groups");
    await page.locator("#add-name").fill(group);
    await page.locator("#add").click();
    await page.locator("#add-member-username").fill("nobody-has-this-name");
    await page.locator("#add-member").click();
    await expect(page.locator("#problem")).toBeVisible();
    await page.locator("#add-member-username").fill(username);
    await page.locator("#add-member").click();
    await expect(page.locator("#members")).toContainText(username);
    await page.locator("#give-role-role").selectOption({ label: role });
    await page.locator("#give-role").click();
    await expect(page.locator("#roles")).toContainText(role);
    await page.locator("#rename-name").fill(`${group} 2`);
    await page.locator("#rename").click();
    await expect(page.locator("h1")).toHaveText(`${group} 2`);
    await look(page, "group");
    await go(page, "Groups");
    await look(page, "groups");
  });

  await test.step("people of other software, from a file", () => importPeople(page, unique("imported")));

  await test.step("og.7: an organization, and an administrator only of it", async () => {
    const slug = unique("acme");
    await go(page, "Organizations");
    await page.locator("#add-name").fill("Acme & Söhne");
    await page.locator("#add-slug").fill(slug);
    await page.locator("#add").click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Acme & Söhne");
    await page.locator("#add-member-username").fill(username);
    await page.locator("#add-member").click();
    await openTab(page, "Domains");
    await page.locator("#add-domain-domain").fill("acme.example");
    await page.locator("#add-domain").click();
    await expect(page.locator("#domains-table")).toContainText("_countersign.acme.example");
    await openTab(page, "Groups");
    await page.locator("#add-group-name").fill("Support");
    await page.locator("#add-group").click();
    await expect(page.locator("h1")).toHaveText("Support");
    await page.locator("#add-member-username").fill("nobody-has-this-name");
    await page.locator("#add-member").click();
    await expect(page.locator("#problem")).toBeVisible();
    await page.locator("#add-member-username").fill(username);
    await page.locator("#add-member").click();
    await expect(page.locator("#members-table")).toContainText(username);
    await look(page, "organization-group");
    await page.locator("#crumbs a").last().click();
    await look(page, "organization");
    await openTab(page, "Groups");
    await expect(page.locator("#groups-table")).toContainText("Support");
    await look(page, "organization-groups");
    await page.locator("#scim-tokens-link").click();
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

    const other = await browser.newPage({ extraHTTPHeaders: { "X-Forwarded-For": "10.99.1.4" } });
    await other.goto(`${world.console}/sign-in/${slug}`);
    await signIn(other, { username, password });
    await expect(other.locator("#organizations-table tbody tr")).toHaveCount(1);
    await expect(other.locator("#organizations-table")).toContainText("Acme & Söhne");
    await expect(other.locator("#new")).toHaveCount(0);
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

  await test.step("invitations of several people with a role, which one accepts", async () => {
    const address = `${unique("iris")}@example.org`;
    await go(page, "Users");
    await page.locator("#invite-people").click();
    await page.locator("#invite-emails").fill(`Iris <${address}>, nobody`);
    await page.locator("#invite-roles").selectOption({ label: role });
    await look(page, "invite-people");
    await page.locator("#invite").click();
    await expect(page.locator("#results-table")).toContainText("This is not an email address");
    await expect(page.locator("#invite-emails")).toHaveValue("nobody");
    await look(page, "invite-people-again");
    await page.goto(`${world.console}/people/invitations`);
    await look(page, "invitations");
    await page.getByRole("link", { name: address }).click();
    await expect(page.locator("#roles-table")).toContainText(role);
    await look(page, "invitation");

    const other = await browser.newPage({ extraHTTPHeaders: { "X-Forwarded-For": "10.99.1.3" } });
    await other.goto(await mailed(world, address, INVITATION_LINK));
    await other.locator("#accept").click();
    await other.locator("[name=new-password]").fill(password);
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

  await test.step("a client, whose secret is shown once", async () => {
    await go(page, "Applications");
    await look(page, "clients");
    await page.locator("#new-client").click();
    await look(page, "new-client");
    await page.locator("#add-kind-web").check();
    await page.locator("#add-client_name").fill("Console test");
    await page.locator("#add-redirect_uris").fill("https://app.example/callback");
    await page.locator("#add-scope").fill("openid email");
    await page.locator("#add").click();
    await expect(page.locator("#secret code")).toHaveText(/^[\w-]{40,}$/);
    await look(page, "client-secret");
    await go(page, "Applications");
    await page.getByRole("link", { name: "Console test" }).first().click();
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
  });

  await test.step("settings: APIs, keys, mails, and a configuration that is planned, applied and locked", async () => {
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
    await go(page, "Applications");
    await page.locator("#clients-table .named a", { hasText: shop }).click();
    await openTab(page, "Settings");
    await expect(page.locator("#lock")).toContainText(shop);
    await expect(page.locator("#save, #disable, #rotate-secret")).toHaveCount(0);
    await look(page, "client-locked");
    await go(page, "Groups");
    await page.getByRole("link", { name: shop, exact: true }).click();
    await expect(page.locator("#lock")).toContainText(shop);
    await look(page, "group-locked");
  });

  await test.step("ev.2: a webhook, whose secret is shown once, is tested, changed and disabled", () => webhook(page));

  await test.step("a client that was made here is used by the person, who is watched", async () => {
    const name = unique("Desk");
    await useNewClient(page, { world, browser, person: { username, password }, name });
    await settingsTour(page, name);
    await openPerson(page, username);
    await openTab(page, "Access");
    await expect(page.locator("#consents-table")).toContainText(name);
    await openTab(page, "Sessions");
    await expect(page.locator("#sessions-table")).toContainText(name);
    await go(page, "Sessions");
    await filterBy(page, "user_id", username);
    await expect(page.locator("#sessions-table tbody tr")).toHaveCount(1);
    await look(page, "sessions");
    await page.locator("[id^='end-session-']").first().click();
    await expect(done(page)).toBeVisible();
    await downloadTrail(page, username);
    await look(page, "audit-of-a-person");
  });

  await test.step("of two at once the second is told; a double click makes one; the last owner stays", async () => {
    await editTwice(page, username);
    await clickTwice(page, unique("Twice"));
    await tryToGo(page, "admin");
    await withoutScript(page, browser, username);
  });

  await test.step("the person signs in, and the administrator ends the session", async () => {
    const other = await browser.newPage({ extraHTTPHeaders: { "X-Forwarded-For": "10.99.1.2" } });
    await signInAtClient(other, world.client, { username, password });
    await go(page, "Users");
    await page.locator("#q").fill(username);
    await page.locator("#filter").click();
    await page.locator("#people-table .named a").first().click();
    await openTab(page, "Access");
    await expect(page.locator("#consents-table tbody tr")).not.toHaveCount(0);
    await look(page, "person-access");
    await openTab(page, "Security");
    await look(page, "person-security");
    await page.locator("#reset-factors").click();
    await look(page, "reset-factors");
    await page.goBack();
    await openTab(page, "Activity");
    await look(page, "person-activity");
    await openTab(page, "Sessions");
    await expect(page.locator("#sessions-table tbody tr")).toHaveCount(1);
    await look(page, "person-signed-in");
    await page.locator("[id^='end-session-']").first().click();
    await expect(done(page)).toBeVisible();
    await expect(page.locator("#sessions-table")).toHaveCount(0);
    // The sample client is told by a logout token, a moment later.
    await expect(async () => {
      await other.goto(world.client);
      await expect(other.locator("#sign-in")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await other.close();
  });

  await test.step("co.4: a deletion says what it does, and asks for the username", async () => {
    await openTab(page, "Profile");
    await page.locator("#delete-person").click();
    await look(page, "delete-person");
    await page.locator("#delete-username").fill("somebody else");
    await page.locator("#delete").click();
    await expect(page.locator("#problem")).toBeVisible();
    await page.locator("#delete-username").fill(username);
    await page.locator("#delete").click();
    await expect(done(page)).toBeVisible();
  });

  await test.step("the audit trail has all of it", async () => {
    await go(page, "Audit log");
    await look(page, "audit");
    for (const [type, words] of [
      ["deletion_requested", "Deletion of the account requested"],
      ["session_ended", "Session ended"],
      ["client_disabled", "Application disabled"],
      ["role_added", "Role added"],
      ["user_added", "Account created"],
    ] as const) {
      await filterBy(page, "type", type);
      await expect(page.locator("#audit-table")).toContainText(words);
    }
  });

  await test.step("the overview has counted the sign-ins of today", async () => {
    await expect(async () => {
      await go(page, "Overview");
      await expect(page.locator("#sign-ins rect")).not.toHaveCount(0, { timeout: 1000 });
    }).toPass({ timeout: 90_000 });
    await look(page, "overview-counted");
    await walk(page);
    await go(page, "Audit log");
  });

  await test.step("the language is the person's choice", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await inOwnMenu(page, 'button[name="language"][value="de"]');
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Prüfprotokoll");
  });

  await test.step("signing out ends the session here and at the issuer", async () => {
    await inOwnMenu(page, "#sign-out");
    await expect(page.locator("main")).toHaveId("signed-out");
    expect(new URL(page.url()).origin).toBe(world.console);
    await page.goto(world.console);
    await expectPage(page, "login");
  });
});
