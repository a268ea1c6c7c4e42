/** The administration console, as administrators use it. */
import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectPage, signInAtClient } from "../../../support/browser/pages.ts";
import { look, signInAtConsole } from "../../../support/console/console.ts";
import {
  addMember,
  clickTwice,
  downloadTrail,
  editTwice,
  filterBy,
  go,
  inOwnMenu,
  openPerson,
  openTab,
  tryToGo,
  useNewClient,
  withoutScript,
} from "../../../support/console/console-story.ts";
import { expect, test } from "../../../support/test.ts";

const unique = (word: string) => `${word}-${randomBytes(4).toString("hex")}`;
const done = (page: Page) => page.locator("#done");

test("co.1: an administrator's hour, from the first sign-in to the audit log", async ({ page, world, browser }) => {
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
    await page.locator(`a[href="/roles/new?resource=${encodeURIComponent(world.api)}"]`).click();
    await page.locator("#add-name").fill(role);
    await page.locator('#add-scopes input[value="orders:read"]').check();
    await look(page, "new-role");
    await page.locator("#add").click();
    await expect(done(page)).toBeVisible();
    await look(page, "role");
    await openTab(page, "Settings");
    await page.getByLabel("Revoke tokens when this role is assigned or removed").check();
    await page.locator("#save").click();
    await expect(page).toHaveURL(/done=saved/);
    await expect(page.getByLabel("Revoke tokens when this role is assigned or removed")).toBeChecked();
    await page.getByLabel("Revoke tokens when this role is assigned or removed").uncheck();
    await page.locator("#save").click();
    await expect(page.getByLabel("Revoke tokens when this role is assigned or removed")).not.toBeChecked();
    await look(page, "role-settings");

    await go(page, "Groups");
    await page.locator("#new-group").click();
    await page.locator("#add-name").fill(group);
    await page.locator("#add").click();
    await addMember(page, username);
    await expect(page.locator("#members")).toContainText(username);
    await look(page, "group");
    await openTab(page, "Roles");
    await page.locator("#give-role-role").selectOption({ label: role });
    await page.locator("#give-role").click();
    await expect(page.locator("#roles")).toContainText(role);
    await look(page, "group-roles");
    await openTab(page, "Settings");
    await page.locator("#rename-name").fill(`${group} 2`);
    await page.locator("#rename").click();
    await expect(page.locator("h1")).toHaveText(`${group} 2`);
    await look(page, "group-settings");
    await go(page, "Groups");
    await look(page, "groups");
  });

  await test.step("a client that was made here is used by the person, who is watched", async () => {
    const name = unique("Desk");
    await useNewClient(page, { world, browser, person: { username, password }, name });
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

  await test.step("the audit log has all of it", async () => {
    await go(page, "Audit log");
    await look(page, "audit");
    for (const [type, words] of [
      ["deletion_requested", "Deletion of the account requested"],
      ["session_ended", "Session ended"],
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
