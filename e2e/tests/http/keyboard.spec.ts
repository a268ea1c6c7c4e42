/** The pages by the keyboard only: Tab, Enter, Space and letters. At each stop the focus is visible. */
import { randomBytes } from "node:crypto";
import { pressByKeyboard, tabTo, toggleByKeyboard, typeByKeyboard } from "../../support/browser/keyboard.ts";
import { expectPage, expectSignedInAtClient } from "../../support/browser/pages.ts";
import { shownSecret, totpCode } from "../../support/browser/totp.ts";
import { CODE, mailed } from "../../support/mail.ts";
import { expect, test } from "../../support/test.ts";

test.describe("with only the keyboard", () => {
  test("a person signs up, and shares less than the client asks for", async ({ page, world }) => {
    const address = `${randomBytes(6).toString("hex")}@example.org`;
    await page.goto(world.client);
    await pressByKeyboard(page, "#sign-up");
    await typeByKeyboard(page, "#email", address);
    await page.keyboard.press("Enter");
    await expect(page.locator("main#sign-up-code")).toBeVisible();
    await typeByKeyboard(page, "#code", await mailed(world, address, CODE));
    await page.keyboard.press("Enter");
    await typeByKeyboard(page, "#new-password", "mossy lantern over seven rivers");
    await pressByKeyboard(page, "#create-account");
    await expectPage(page, "consent");
    await toggleByKeyboard(page, "#scope-email");
    await expect(page.locator("#scope-email")).not.toBeChecked();
    await pressByKeyboard(page, "#allow");
    await expectSignedInAtClient(page, world.client);
    await expect(page.locator("#claims")).not.toContainText(address);
  });

  test("a person sets up an authenticator app, and signs in with it", async ({ page, world, person }) => {
    await page.goto(world.issuer);
    await pressByKeyboard(page, "#account");
    await typeByKeyboard(page, "#username", person.username);
    await typeByKeyboard(page, "#password", person.password);
    await page.keyboard.press("Enter");
    await pressByKeyboard(page, 'main#account a[href$="/account/second-factors"]');
    await pressByKeyboard(page, "#add-totp");
    const secret = await shownSecret(page);
    await typeByKeyboard(page, "#code", totpCode(secret));
    await pressByKeyboard(page, "#confirm");
    await toggleByKeyboard(page, "#saved");
    await pressByKeyboard(page, "button#done");
    await expect(page.locator("#left")).toBeVisible();

    await pressByKeyboard(page, "#owner");
    await pressByKeyboard(page, "#sign-out");
    await pressByKeyboard(page, "main#sign-out-page #sign-out");
    await expectPage(page, "signed-out");
    await page.goto(`${world.client}/login`);
    await typeByKeyboard(page, "#username", person.username);
    await typeByKeyboard(page, "#password", person.password);
    await pressByKeyboard(page, "#sign-in");
    await typeByKeyboard(page, "#code", totpCode(secret, 1));
    await toggleByKeyboard(page, "#remember-device");
    await pressByKeyboard(page, "#confirm");
    await tabTo(page, "#allow");
  });
});
