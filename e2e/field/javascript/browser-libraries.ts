/** Libraries that run in a browser, as public clients. */
import { expect, type Page } from "@playwright/test";
import { DEMO } from "../demo.ts";
import { pageParty } from "./page-party.ts";

const WITHIN_MS = 20_000;

export const oidcClientTs = pageParty({
  name: "oidc-client-ts",
  settings: "scope",
  renew: async (page) => {
    await page.locator("#refresh").click();
    await shows(page, "refreshed");
  },
  modules: {
    "oidc-client-ts": "oidc-client-ts/dist/esm/oidc-client-ts.js",
    "jwt-decode": "jwt-decode/build/esm/index.js",
  },
});

export const keycloakJs = pageParty({
  name: "keycloak-js",
  settings: "scope, check-sso, no checkLoginIframe",
  renew: async (page) => {
    // Its tokens are in memory only. It asks for new ones by a request without a page.
    await page.reload();
    await shows(page, `${DEMO.name} <${DEMO.email}>`);
  },
  modules: { "keycloak-js": "keycloak-js/lib/keycloak.js" },
});

const shows = (page: Page, text: string) => expect(page.locator("#who")).toHaveText(text, { timeout: WITHIN_MS });
