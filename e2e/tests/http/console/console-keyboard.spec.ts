/** The console by the keyboard only. At each stop the focus is visible. */
import { pressByKeyboard, tabTo, toggleByKeyboard, typeByKeyboard } from "../../../support/browser/keyboard.ts";
import { own, unique } from "../../../support/console/console-checklist.ts";
import { expect } from "../../../support/test.ts";

own.describe("with only the keyboard", () => {
  own("an administrator finds a user, signs them out everywhere and disables them", async ({ at, operator }) => {
    const name = unique("Keyboard");
    await operator.addUser({ name });
    const page = await at("/");
    await page.keyboard.press("/");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    const row = `tr:has-text("${name}")`;
    await pressByKeyboard(page, `${row} summary`);
    await expect(page.locator(`${row} details.menu`)).toHaveAttribute("open");
    await pressByKeyboard(page, `${row} details.menu button:has-text("Sign out everywhere")`);
    await expect(page.locator("#consequences")).toContainText(name);
    await pressByKeyboard(page, "#end-sessions");
    await expect(page.locator("#done")).toContainText("signed out everywhere");

    await pressByKeyboard(page, `${row} td:not(.acts) a[href^="/people/"]`);
    await pressByKeyboard(page, "#disable");
    await pressByKeyboard(page, "#disable");
    await expect(page.locator("main .badge").filter({ hasText: "Disabled" }).first()).toBeVisible();
  });

  own("an administrator creates an application, and reads a field that was refused", async ({ at }) => {
    const page = await at("/clients");
    await pressByKeyboard(page, "#new-client");
    await tabTo(page, 'input[name="kind"]:checked');
    await typeByKeyboard(page, "#add-client_name", unique("Keyboard"));
    await typeByKeyboard(page, "#add-redirect_uris", "not an address");
    await pressByKeyboard(page, "#add");
    await expect(page.locator("#add-redirect_uris")).toHaveAttribute("aria-invalid", "true");
    await typeByKeyboard(page, "#add-redirect_uris", "https://app.example/callback");
    await pressByKeyboard(page, "#add");
    await expect(page.locator("main")).toHaveId("client");
    await tabTo(page, ".code [data-copies] >> nth=1");
  });

  own("an administrator chooses several users by their boxes", async ({ at, operator }) => {
    const word = unique("Several");
    for (const number of [1, 2]) await operator.addUser({ name: `${word} ${number}` });
    const page = await at(`/people?q=${encodeURIComponent(word)}`);
    for (const number of [1, 2])
      await toggleByKeyboard(page, `tr:has-text("${word} ${number}") input[type="checkbox"]`);
    await expect(page.locator(`tr:has-text("${word}") input:checked`)).toHaveCount(2);
    await tabTo(page, '.bulk button:has-text("Disable")');
    await page.keyboard.press("Enter");
    await expect(page.locator("#consequences")).toContainText("2");
  });

  own("an administrator invites three auditors, and enters what Google gave them", async ({ strongAt }) => {
    const page = await strongAt("/people");
    const addresses = [1, 2, 3].map((number) => `${unique("keyboard").replace(" ", "-")}-${number}@example.org`);
    await pressByKeyboard(page, "#invite-people");
    await typeByKeyboard(page, "#invite-emails", addresses.join(", "));
    await pressByKeyboard(page, '#invite-roles summary:has-text("Administration")');
    await toggleByKeyboard(page, '#invite-roles label:has-text("auditor") input');
    await pressByKeyboard(page, "#invite");
    for (const address of addresses) await expect(page.locator("#invitations-table")).toContainText(address);

    await pressByKeyboard(page, '.places a[href="/settings/providers"]');
    await pressByKeyboard(page, "#add-google");
    await pressByKeyboard(page, "#register [data-copies]");
    await typeByKeyboard(page, "#add-client_id", "1234.apps.googleusercontent.com");
    await typeByKeyboard(page, "#add-secret", "a-secret-at-google");
    // What it sends goes to Google, too: the task itself is tried with a mouse.
    await tabTo(page, 'button:has-text("Save and test")');
  });

  own("an administrator rotates a secret, and copies it", async ({ strongAt, operator }) => {
    const name = unique("Rotated");
    await operator.addClient("--name", name, "--redirect-uri", "https://app.example/callback");
    const page = await strongAt("/");
    await page.keyboard.press("/");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await pressByKeyboard(page, `#found-table a:has-text("${name}")`);
    await pressByKeyboard(page, '.tabs a:has-text("Credentials")');
    await pressByKeyboard(page, "#rotate-secret");
    await tabTo(page, "#secret [data-copies]");
    await expect(page.locator("#secret-value")).not.toBeEmpty();
  });
});
