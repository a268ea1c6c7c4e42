/** What people do for themselves, from the sign-up to the deletion of the account, without an operator. */
import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { addAuthenticator } from "../../support/browser/authenticator.ts";
import { setUpApp } from "../../support/browser/factors.ts";
import { allow, expectPage, expectSignedInAtClient, signIn } from "../../support/browser/pages.ts";
import { totpCode } from "../../support/browser/totp.ts";
import { CODE, mailed, RESET_LINK } from "../../support/mail.ts";
import { expect, test } from "../../support/test.ts";
import type { Account, World } from "../../support/worlds/world.ts";

const MFA = "urn:countersign:acr:mfa";
const PASSWORD = "urn:countersign:acr:password";

const newAddress = () => `${randomBytes(6).toString("hex")}@example.org`;

/** Creates an account from the sample client, as a person whose address is the username. */
async function signUp(page: Page, world: World, { username, password }: Account): Promise<void> {
  await page.goto(world.client);
  await page.locator("#sign-up").click();
  await page.locator("#email").fill(username);
  await page.locator("#continue").click();
  await expect(page.locator("main#sign-up-code")).toBeVisible();
  await page.locator("#code").fill(await mailed(world, username, CODE));
  await page.locator("#confirm").click();
  await page.locator("#new-password").fill(password);
  await page.locator("#create-account").click();
}

async function signOutAtClient(page: Page): Promise<void> {
  await page.locator("#sign-out").click();
  await expect(page.locator("#signed-out")).toBeVisible();
  await page.locator("#sign-in").click();
}

/** Sets up an authenticator app. Returns its secret, and the first of the recovery codes that come with it. */
async function setUpSecondFactors(page: Page, world: World) {
  const secret = await setUpApp(page, world);
  const [recoveryCode = ""] = await page.locator("#recovery-codes code").allTextContents();
  await page.locator("#saved").check();
  await page.locator("button#done").click();
  await expect(page.locator("#left")).toContainText("10");
  return { secret, recoveryCode };
}

test("a person signs up, adds a passkey and second factors, and signs in more strongly when the client asks", async ({
  page,
  world,
}) => {
  const account = { username: newAddress(), password: "mossy lantern over seven rivers" };
  const { cdp, authenticatorId } = await addAuthenticator(page);

  await test.step("sign up, and add a passkey", async () => {
    await signUp(page, world, account);
    await allow(page);
    await expectSignedInAtClient(page, world.client);
    await expect(page.locator("#now-acr")).toHaveText(PASSWORD);
    await page.goto(`${world.issuer}/account/passkeys`);
    await page.locator("#add-passkey").click();
    await expect(page.locator("#done")).toBeVisible();
  });

  await test.step("sign out, and sign in with the passkey without typing", async () => {
    await page.goto(world.client);
    await signOutAtClient(page);
    await expectSignedInAtClient(page, world.client);
    await expect(page.locator("#now-acr")).toHaveText("phr");
  });

  const factors = await test.step("set up an app and recovery codes", () => setUpSecondFactors(page, world));

  await test.step("sign in with the password, and the code of the app", async () => {
    await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false });
    await page.goto(world.client);
    await signOutAtClient(page);
    await signIn(page, account);
    await page.locator("#code").fill(totpCode(factors.secret, 1));
    await page.locator("#remember-device").check();
    await page.locator("#confirm").click();
    await expectSignedInAtClient(page, world.client);
    await expect(page.locator("#now-acr")).toHaveText(MFA);
  });

  await test.step("the browser is remembered: the password is enough, until the client asks for more", async () => {
    await signOutAtClient(page);
    await signIn(page, account);
    await expectSignedInAtClient(page, world.client);
    await expect(page.locator("#now-acr")).toHaveText(PASSWORD);
    await page.locator("#sign-in-stronger").click();
    await page.locator("#another-way").click();
    await page.locator("#recovery-code").fill(factors.recoveryCode);
    await page.locator("#confirm").click();
    await page.locator("main#recovery-used #continue").click();
    await expect(page.locator("#stronger-met")).toBeVisible();
    await expect(page.locator("#before-acr")).toHaveText(PASSWORD);
    await expect(page.locator("#now-acr")).toHaveText(MFA);
    await expect(page.locator("#before-amr")).toHaveText("pwd");
    await expect(page.locator("#now-amr")).toContainText("mfa");
    await expect(page.locator("#before-auth_time")).toContainText("UTC");
    await expect(page.locator("#now-auth_time")).toContainText("UTC");
  });
});

test("a person takes back what a client has, resets the password, and deletes the account", async ({
  page,
  world,
  operator,
}) => {
  const email = newAddress();
  const { username, password } = await operator.addUser({ email, email_verified: "true" });

  await test.step("the client keeps access, until the person takes it back", async () => {
    await page.goto(world.client);
    await page.locator("#sign-in-offline").click();
    await signIn(page, { username, password });
    await allow(page);
    await expectSignedInAtClient(page, world.client);
    await page.locator("#refresh").click();
    await expect(page.locator("#changes")).toBeVisible();

    await page.goto(`${world.issuer}/account/applications`);
    await page.locator("main .rows a").first().click();
    await page.locator("#remove-access").click();
    await page.locator("button[value=withdraw]").click();
    await expect(page.locator("#done")).toBeVisible();
    await page.goto(world.client);
    await page.locator("#refresh").click();
    await expect(page.locator("#problem")).toBeVisible();
  });

  const renewed = { username, password: "quiet harbour with nine lamps" };
  await test.step("a mailed link sets another password", async () => {
    await page.context().clearCookies();
    await page.goto(`${world.client}/login`);
    await page.locator("#forgot-password").click();
    await page.locator("#email").fill(email);
    await page.locator("#send").click();
    await page.goto(await mailed(world, email, RESET_LINK));
    await page.locator("#new-password").fill(renewed.password);
    await page.locator("#set-password").click();
    await expect(page.locator("main#reset-done")).toBeVisible();

    await page.goto(`${world.client}/login`);
    await signIn(page, { username, password });
    await expect(page.locator("#problem")).toBeVisible();
    await signIn(page, renewed);
    await expectPage(page, "consent");
  });

  await test.step("after the deletion no one signs in", async () => {
    await page.goto(`${world.issuer}/account/delete`);
    await page.locator("#username").fill(username);
    await page.locator("#delete-account").click();
    await expect(page.locator("main#account-deleted")).toBeVisible();
    await page.goto(`${world.client}/login`);
    await signIn(page, renewed);
    await expect(page.locator("#problem")).toBeVisible();
  });
});
