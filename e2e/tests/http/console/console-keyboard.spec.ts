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
});
