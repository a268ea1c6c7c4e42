/** Second factors in a real browser: set up, used, replaced by a recovery code, and demanded by a client. */
import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { addAuthenticator } from "../../support/browser/authenticator.ts";
import { allow, expectSignedInAtClient, signIn } from "../../support/browser/pages.ts";
import { signedInAtClient } from "../../support/browser/signed-in.ts";
import { shownSecret, totpCode } from "../../support/browser/totp.ts";
import { CODE, mailed } from "../../support/mail.ts";
import { expect, test } from "../../support/test.ts";
import type { Operator } from "../../support/worlds/operator.ts";
import type { Account, World } from "../../support/worlds/world.ts";

const MFA = "urn:countersign:acr:mfa";

/** Types the code of an app and goes on. The code of the next step is accepted a little early. */
async function typeCode(page: Page, secret: string, step: 0 | 1 = 0): Promise<void> {
  await page.locator("#code").fill(totpCode(secret, step));
  await page.locator("#confirm").click();
}

/** Keeps the recovery codes that the page shows, and returns them. */
async function keepCodes(page: Page): Promise<readonly string[]> {
  await expect(page.locator("#recovery-codes li")).toHaveCount(10);
  const codes = await page.locator("#recovery-codes code").allTextContents();
  await page.locator("#saved").check();
  await page.locator("#done").click();
  return codes;
}

/** Sets an app up on the page of the account. */
async function setUp(page: Page, { issuer }: World, person: Account) {
  await page.goto(`${issuer}/account/second-factors`);
  await signIn(page, person);
  await page.locator("#add-totp").click();
  const secret = await shownSecret(page);
  await typeCode(page, secret);
  return { secret, codes: await keepCodes(page) };
}

/** Begins to sign in at the sample client as in a new browser, up to the second factor. */
async function toSecondFactor(page: Page, { client }: World, person: Account): Promise<void> {
  await page.context().clearCookies();
  await page.goto(client);
  await page.locator("#sign-in").click();
  await signIn(page, person);
  await expect(page.locator("main")).toHaveId("second-factor");
}

test("an app is set up, its code is asked for after the password, and a recovery code replaces it", async ({
  page,
  world,
  person,
}) => {
  const { secret, codes } = await setUp(page, world, person);

  await toSecondFactor(page, world, person);
  await typeCode(page, secret, 1);
  await allow(page);
  await expectSignedInAtClient(page, world.client);
  await expect(page.locator("#now-acr")).toHaveText(MFA);
  await expect(page.locator("#now-amr")).toHaveText("pwd otp mfa");

  await toSecondFactor(page, world, person);
  await page.locator("#another-way").click();
  await page.locator("#recovery-code").fill(codes[0] ?? "");
  await page.locator("#confirm").click();
  await expect(page.locator("main")).toHaveId("recovery-used");
  await page.locator("#continue").click();
  await expectSignedInAtClient(page, world.client);
  await expect(page.locator("#now-amr")).toHaveText("pwd mfa");
});

/** A person with an address of their own that is proved. */
async function addPersonWithMail(operator: Operator) {
  const email = `mfa-${randomBytes(6).toString("hex")}@example.org`;
  return { email, person: await operator.addUser({ name: "Mona Ito", email, email_verified: "true" }) };
}

/** Goes from the first page of a forced enrolment to the page with the key. */
async function proveAddress(page: Page, world: World, email: string): Promise<void> {
  await expect(page.locator("main")).toHaveId("enrol");
  await page.locator("#choose-totp").click();
  await page.locator("#code").fill(await mailed(world, email, CODE));
  await page.locator("#confirm").click();
  await expect(page.locator("main")).toHaveId("enrol-totp");
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a person without a second factor sets one up when the client asks for mfa", async ({
      page,
      world,
      operator,
    }) => {
      const { email, person } = await addPersonWithMail(operator);
      await signedInAtClient(page, world, person);
      await page.goto(world.client);
      await expect(page.locator("#now-amr")).toHaveText("pwd");
      await page.locator("#sign-in-stronger").click();

      await proveAddress(page, world, email);
      const secret = await shownSecret(page);
      await page.reload();
      expect(await shownSecret(page)).toBe(secret);
      await typeCode(page, secret);
      await expect(page.locator("main")).toHaveId("enrol-recovery-codes");
      await keepCodes(page);
      await expectSignedInAtClient(page, world.client);
      await expect(page.locator("#stronger-met")).toBeVisible();
      await expect(page.locator("#now-amr")).toHaveText("pwd otp mfa");
    });
  });
}

test("a person sets up a passkey when the client asks for a stronger sign-in", async ({ page, world, operator }) => {
  await addAuthenticator(page);
  const { email, person } = await addPersonWithMail(operator);
  await page.goto(`${world.client}/login`);
  await signIn(page, person);
  await page.locator("#not-now").click();
  await allow(page);
  await page.locator("#sign-in-stronger").click();
  await page.locator("#choose-passkey").click();
  await page.locator("#code").fill(await mailed(world, email, CODE));
  await page.locator("#confirm").click();
  await expect(page.locator("main")).toHaveId("enrol-passkey");
  await page.locator("#add-passkey").click();
  await expectSignedInAtClient(page, world.client);
  await expect(page.locator("#stronger-met")).toBeVisible();
  await expect(page.locator("#now-amr")).toHaveText("pop user mfa");
});

test("the pages of a forced enrolment come only in their order, also by the address and the back button", async ({
  page,
  world,
  operator,
}) => {
  const { email, person } = await addPersonWithMail(operator);
  await signedInAtClient(page, world, person);
  await page.goto(world.client);
  await page.locator("#sign-in-stronger").click();
  await expect(page.locator("main")).toHaveId("enrol");
  const { search } = new URL(page.url());
  for (const path of ["/enrol/code", "/enrol/totp", "/enrol/recovery-codes", "/consent"]) {
    await page.goto(`${world.issuer}${path}${search}`);
    await expect(page.locator("main")).toHaveId("enrol");
  }
  await proveAddress(page, world, email);
  await page.goto(`${world.issuer}/enrol${search}`);
  await expect(page.locator("main")).toHaveId("enrol-totp");
});

test("a person without a proved address reads whom to ask", async ({ page, world, person }) => {
  await signedInAtClient(page, world, person);
  await page.goto(world.client);
  await page.locator("#sign-in-stronger").click();
  await expect(page.locator("main")).toHaveId("enrol");
  await expect(page.locator("#ask-operator")).toBeVisible();
  await expect(page.locator("#choose-totp")).toHaveCount(0);
  await page.locator("#cancel").click();
  expect(new URL(page.url()).origin).toBe(world.client);
});
