/** What people do for themselves in a browser that runs no script. Only passkeys need one. */
import { randomBytes } from "node:crypto";
import { expectPage, signIn } from "../../support/browser/pages.ts";
import { shownSecret, totpCode } from "../../support/browser/totp.ts";
import { CODE, mailed, RESET_LINK } from "../../support/mail.ts";
import { expect, test } from "../../support/test.ts";

const newAddress = () => `${randomBytes(6).toString("hex")}@example.org`;

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a person sets up an authenticator app and recovery codes, and signs in with each", async ({
    page,
    world,
    person,
  }) => {
    await page.goto(`${world.issuer}/account/second-factors`);
    await signIn(page, person);
    await page.locator("#add-totp").click();
    const secret = await shownSecret(page);
    await page.locator("#code").fill("000000");
    await page.locator("#confirm").click();
    await expect(page.locator("#problem")).toBeVisible();
    await page.locator("#code").fill(totpCode(secret));
    await page.locator("#confirm").click();
    const codes = await page.locator("#recovery-codes code").allTextContents();
    expect(codes).toHaveLength(10);
    await page.locator("#saved").check();
    await page.locator("button#done").click();
    await expect(page.locator("#left")).toContainText("10");

    await page.context().clearCookies();
    await page.goto(`${world.client}/login`);
    await signIn(page, person);
    await page.locator("#code").fill(totpCode(secret, 1));
    await page.locator("#confirm").click();
    await expectPage(page, "consent");

    await page.context().clearCookies();
    await page.goto(`${world.client}/login`);
    await signIn(page, person);
    await page.locator("#another-way").click();
    await page.locator("#recovery-code").fill(codes[4] ?? "");
    await page.locator("#confirm").click();
    await expect(page.locator("main#recovery-used")).toContainText("9");
    await page.locator("#continue").click();
    await expectPage(page, "consent");
  });

  test("a person changes the address, takes a copy of the data, and resets the password", async ({
    page,
    world,
    operator,
  }) => {
    const person = await operator.addUser();
    const address = newAddress();
    await page.goto(`${world.issuer}/account/email`);
    await signIn(page, person);
    await page.locator("#email").fill(address);
    await page.locator("#save").click();
    await page.locator("#code").fill(await mailed(world, address, CODE));
    await page.locator("#confirm").click();
    await expect(page.locator("main")).toContainText(address);

    await page.goto(`${world.issuer}/account/export`);
    const downloading = page.waitForEvent("download");
    await page.locator("#export").click();
    expect((await downloading).suggestedFilename()).toBe("account.json");

    await page.context().clearCookies();
    await page.goto(`${world.issuer}/forgot-password`);
    await page.locator("#email").fill(address);
    await page.locator("#send").click();
    await page.goto(await mailed(world, address, RESET_LINK));
    await page.locator("#new-password").fill("quiet harbour with nine lamps");
    await page.locator("#set-password").click();
    await page.locator("main#reset-done #sign-in").click();
    await signIn(page, { username: address, password: "quiet harbour with nine lamps" });
    await expect(page.locator("main#account")).toBeVisible();
  });
});
