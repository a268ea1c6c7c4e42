/** Keycloak as a provider: people of a realm sign in here, and so at the clients of this issuer. */
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { signIn } from "../../support/browser/pages.ts";
import { countersign } from "../../support/worlds/operator.ts";
import type { FieldSurroundings } from "../field-party.ts";
import { inBrowser } from "../in-browser.ts";
import { page as document, type Keycloak, type KeycloakPerson } from "./server.ts";
import { WITHIN_MS, within } from "./waits.ts";

const REALM = "staff";
const ALIAS = "keycloak";
const SECRET = "keycloak.secret";
const DORA = { username: "dora", password: "dora-field-password", email: "dora@corp.example" } as const;
const ERIC = { username: "eric", password: "eric-field-password", email: "eric@example.net" } as const;

/** Two people sign in at the sample client by their accounts at Keycloak. */
export async function asProvider(keycloak: Keycloak, surroundings: FieldSurroundings): Promise<void> {
  const { world, operator, folder } = surroundings;
  await keycloak.addRealm(REALM);
  await keycloak.addPerson(REALM, DORA);
  await keycloak.addPerson(REALM, ERIC);
  await keycloak.runOfPage("client.sh");
  const options = document.argumentsOf("npm run --silent countersign -- providers add ").map(keycloak.own);
  await operator.addProvider(...options.map((word) => (word === SECRET ? join(folder, SECRET) : word)));

  try {
    await inBrowser((page) => getsAnAccount(page, keycloak, surroundings), WITHIN_MS);
    await inBrowser((page) => connectsTheirAccount(page, surroundings), WITHIN_MS);
  } finally {
    await countersign(world, ["providers", "remove", ALIAS]); // its button would stay for the next party
  }
}

/** Dora has no account here. */
async function getsAnAccount(page: Page, keycloak: Keycloak, { world }: FieldSurroundings): Promise<void> {
  await signInThere(page, world.client, DORA);
  await page.locator("#consent #allow").click();
  await expectSignedIn(page, DORA.email);

  // A sign-out here is one there, too: it asks for the password again.
  await signOut(page);
  await signInThere(page, world.client, DORA);
  await expectSignedIn(page, DORA.email); // the account is the same, so the consent is remembered

  // A sign-out there is one here, too.
  await page.goto(`${keycloak.home}/realms/${REALM}/protocol/openid-connect/logout`);
  await page.locator("#kc-logout").click();
  await within(async () => {
    await page.goto(world.client);
    await expect(page.locator("#sign-in")).toBeVisible();
  });
}

/** Eric has an account here, and an address at Keycloak for which it may not speak. */
async function connectsTheirAccount(page: Page, { world, operator }: FieldSurroundings): Promise<void> {
  const eric = await operator.addUser({ name: "Eric Field", email: "eric@example.org" });
  await signInThere(page, world.client, ERIC);
  await page.locator("#federated #connect").click();
  await signIn(page, eric);
  await page.locator("#consent #allow").click();
  await expectSignedIn(page, "eric@example.org");

  await signOut(page);
  await signInThere(page, world.client, ERIC);
  await expectSignedIn(page, "eric@example.org"); // without a question

  await page.goto(`${world.issuer}/account/connections`);
  await page.locator("#account-connections .menu > summary").click();
  await page.locator("#account-connections [id^=remove-]").click();
  await page.locator("#account-connections #connect-keycloak").waitFor();
  await page.goto(world.client);
  await signOut(page);
  await signInThere(page, world.client, ERIC);
  await page.locator("#federated #connect").waitFor();
}

/** A person chooses Keycloak, on the sign-in page of ours to which a client leads. */
async function signInThere(page: Page, client: string, { username, password }: KeycloakPerson): Promise<void> {
  await page.goto(client);
  await page.locator("#sign-in").click();
  await within(async () => {
    await page.reload(); // a new provider is on the page within seconds
    await page.locator("#provider-keycloak").click({ timeout: 5000 });
  });
  await page.locator("#kc-form-login #username").fill(username);
  await page.locator("#kc-form-login #password").fill(password);
  await page.locator("#kc-login").click();
}

/** At the sample client, which shows what it learned. */
async function expectSignedIn(page: Page, email: string): Promise<void> {
  await page.locator("#who").waitFor();
  await expect(page.locator("#claims")).toContainText(email);
}

/** At the sample client, and so everywhere. */
async function signOut(page: Page): Promise<void> {
  await page.locator("#sign-out").click();
  await page.locator("#sign-in").waitFor();
}
