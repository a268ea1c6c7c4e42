/** Passkeys in a real browser, with an authenticator of the DevTools protocol. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { addAuthenticator, credentialsOf } from "../../support/browser/authenticator.ts";
import { allow, expectPage, expectSignedInAtClient, inRowMenu, row, signIn } from "../../support/browser/pages.ts";
import { expect, test } from "../../support/test.ts";
import type { Account } from "../../support/worlds/world.ts";

/** Signs in with the password, and adds the passkey that the page after it offers. */
async function addPasskey(page: Page, client: string, person: Account): Promise<void> {
  await page.goto(`${client}/login`);
  await signIn(page, person);
  await expect(page.locator("main#offer-passkey")).toBeVisible();
  await page.locator("#add-passkey").click();
  await expectPage(page, "consent");
  await allow(page);
  await expectSignedInAtClient(page, client);
}

/** Forgets who is signed in, as closing the browser does. The authenticator keeps its passkeys. */
const forget = (page: Page) => page.context().clearCookies();

test.describe("passkeys", () => {
  test("a person adds the passkey that is offered, and signs in with it without typing", async ({
    page,
    world,
    person,
  }) => {
    const authenticator = await addAuthenticator(page);
    await addPasskey(page, world.client, person);
    expect(await credentialsOf(authenticator)).toMatchObject([
      { rpId: new URL(world.issuer).hostname, isResidentCredential: true, userName: person.username },
    ]);

    await forget(page);
    await page.goto(`${world.client}/login`);
    // The browser offers the passkey where it fills in usernames. This authenticator takes the offer at once.
    await expectSignedInAtClient(page, world.client);
    await expect(row(page, "id-token", "amr")).toContainText("pop");
    await expect(row(page, "id-token", "acr")).toContainText("phr");
  });

  test("the button asks for a passkey where the browser does not offer one", async ({ page, world, person }) => {
    await addAuthenticator(page);
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await addPasskey(page, world.client, person);
    await forget(page);
    await page.goto(`${world.client}/login`);
    await page.locator("#use-passkey").click();
    await expectSignedInAtClient(page, world.client);
  });

  test("a person who wants none goes on, and is not asked again", async ({ page, world, person }) => {
    await addAuthenticator(page);
    await page.goto(`${world.client}/login`);
    await signIn(page, person);
    await page.locator("#not-now").click();
    await expectPage(page, "consent");

    await forget(page);
    await page.goto(`${world.client}/login`);
    await signIn(page, person);
    await expectPage(page, "consent");
  });

  test("an authenticator that cannot verify the person leads nowhere, and the password still does", async ({
    page,
    world,
    person,
  }) => {
    const { cdp, authenticatorId } = await addAuthenticator(page);
    await addPasskey(page, world.client, person);
    await forget(page);
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await page.goto(`${world.client}/login`);
    await page.locator("#use-passkey").click();
    await expect(page.locator("#passkey-cancelled")).toBeVisible();
    await signIn(page, person);
    await expectSignedInAtClient(page, world.client);
  });

  for (const lie of ["isBogusSignature", "isBadUV", "isBadUP"] as const) {
    test(`a response that lies is refused by the server: ${lie}`, async ({ page, world, person }) => {
      const { cdp, authenticatorId } = await addAuthenticator(page);
      await addPasskey(page, world.client, person);
      await forget(page);
      await cdp.send("WebAuthn.setResponseOverrideBits", { authenticatorId, [lie]: true });
      await page.goto(`${world.client}/login`);
      await expect(page.locator("#problem")).toContainText("couldn’t verify the passkey");
    });
  }

  test("the browser forgets a passkey that the issuer does not know", async ({ page, world }) => {
    const { cdp, authenticatorId } = await addAuthenticator(page);
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    await cdp.send("WebAuthn.addCredential", {
      authenticatorId,
      credential: {
        credentialId: randomBytes(32).toString("base64"),
        isResidentCredential: true,
        rpId: new URL(world.issuer).hostname,
        privateKey: privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"),
        userHandle: randomBytes(32).toString("base64"),
        signCount: 0,
      },
    });
    const forgotten = new Promise((resolve) => cdp.on("WebAuthn.credentialDeleted", resolve));
    await page.goto(`${world.client}/login`);
    await expect(page.locator("#problem")).toContainText("We don’t know this passkey");
    await forgotten;
    expect(await credentialsOf({ cdp, authenticatorId })).toEqual([]);
  });

  test("the page of the account lists, names and removes one, and the browser hears of it", async ({
    page,
    world,
    person,
  }) => {
    const authenticator = await addAuthenticator(page);
    await addPasskey(page, world.client, person);
    await page.goto(`${world.issuer}/account/passkeys`);
    await page.locator('[id^="edit-"]').click();
    await page.locator('input[name="name"]').fill("Laptop");
    await page.locator('[id^="rename-"]').click();
    await expect(page.locator("#done")).toBeVisible();
    await expect(page.locator("main")).toContainText("Laptop");

    await inRowMenu(page, '[id^="remove-"]');
    await expect(page.locator("#done")).toBeVisible();
    await expect.poll(() => credentialsOf(authenticator)).toEqual([]);

    await page.locator("#add-passkey").click();
    await expect(page.locator("#done")).toBeVisible();
    expect(await credentialsOf(authenticator)).toHaveLength(1);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the sign-in page has no button for passkeys, says why, and takes the password", async ({
    page,
    world,
    person,
  }) => {
    await page.goto(`${world.client}/login`);
    await expectPage(page, "login");
    await expect(page.locator("#use-passkey")).toBeHidden();
    await expect(page.locator("noscript p")).toBeVisible();
    await signIn(page, person);
    await expectPage(page, "consent");
  });
});
