/** Keycloak as a client: people of this issuer sign in at a realm, whose applications then know them. */
import { expect, type Page } from "@playwright/test";
import { signIn } from "../../support/browser/pages.ts";
import { DEMO } from "../demo.ts";
import type { FieldSurroundings } from "../field-party.ts";
import { inBrowser } from "../in-browser.ts";
import { page as document, type Keycloak } from "./server.ts";
import { WITHIN_MS, within } from "./waits.ts";

const REALM = "shop";

/** Alice signs in at Keycloak's account page by her account here. */
export async function asClient(keycloak: Keycloak, { world, operator, demo }: FieldSurroundings): Promise<void> {
  await keycloak.addRealm(REALM);
  const { clientId, clientSecret = "" } = await operator.addClient(...document.clientOptions("").map(keycloak.own));
  await keycloak.runOfPage("identity-provider.sh", { "<client_id>": clientId, "<client_secret>": clientSecret });
  const account = `${keycloak.home}/realms/${REALM}/account/`;

  await inBrowser(async (page) => {
    await page.goto(account);
    await page.locator("#social-countersign").click();
    await signIn(page, demo);
    await page.locator("#consent #allow").click();
    await showsTheirProfile(page);

    // A sign-out there is one here, too.
    await page.getByTestId("options-toggle").click();
    await page.getByText("Sign out").click();
    await page.locator("#social-countersign").waitFor();
    await page.goto(world.issuer);
    await expect(page.locator("#home #sign-out")).toHaveCount(0);

    // A sign-out here is one there, too.
    await page.goto(account);
    await page.locator("#social-countersign").click();
    await signIn(page, demo);
    await showsTheirProfile(page);
    await page.goto(world.issuer);
    await page.locator("#home #sign-out").click();
    await page.locator("#sign-out-page #sign-out").click();
    await page.locator("#signed-out").waitFor();
    await within(async () => {
      await page.goto(account);
      await expect(page.locator("#social-countersign")).toBeVisible();
    });
  }, WITHIN_MS);
}

/** On its account page. */
async function showsTheirProfile(page: Page): Promise<void> {
  await page.locator("#email").waitFor();
  await expect(page.locator("#email")).toHaveValue(DEMO.email);
  await expect(page.locator("#firstName")).toHaveValue("Alice");
  await expect(page.locator("#lastName")).toHaveValue("Carter");
}
