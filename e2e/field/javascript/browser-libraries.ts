/** Libraries that run in a browser, as public clients. */
import { expect, type Page } from "@playwright/test";
import { DEMO } from "../demo.ts";
import { bundledParty } from "./bundled-party.ts";
import { pageParty } from "./page-party.ts";

const WITHIN_MS = 20_000;

export const oidcClientTs = pageParty({
  name: "oidc-client-ts",
  settings: "scope",
  renew: byButton,
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

export const angularOauth2Oidc = pageParty({
  name: "angular-oauth2-oidc",
  settings: "response_type code, scope, no strictDiscoveryDocumentValidation",
  modules: {
    "angular-oauth2-oidc": "angular-oauth2-oidc/fesm2022/angular-oauth2-oidc.mjs",
    "@angular/common": "@angular/common/fesm2022/common.mjs",
    "@angular/common/http": "@angular/common/fesm2022/http.mjs",
    "@angular/compiler": "@angular/compiler/fesm2022/compiler.mjs",
    "@angular/core": "@angular/core/fesm2022/core.mjs",
    "@angular/core/primitives/di": "@angular/core/fesm2022/primitives-di.mjs",
    "@angular/core/primitives/event-dispatch": "@angular/core/fesm2022/primitives-event-dispatch.mjs",
    "@angular/core/primitives/signals": "@angular/core/fesm2022/primitives-signals.mjs",
    "@angular/platform-browser": "@angular/platform-browser/fesm2022/platform-browser.mjs",
    rxjs: "rxjs/dist/esm/index.js",
    "rxjs/operators": "rxjs/dist/esm/operators/index.js",
    tslib: "tslib/tslib.es6.mjs",
  },
  renew: byButton,
});

export const bundled = ["react-oidc-context", "vue", "svelte"].map((name) =>
  bundledParty({ name, settings: "scope", renew: byButton }),
);

async function byButton(page: Page): Promise<void> {
  await page.locator("#refresh").click();
  await shows(page, "refreshed");
}

const shows = (page: Page, text: string) => expect(page.locator("#who")).toHaveText(text, { timeout: WITHIN_MS });
