/** Libraries that run in a browser, as public clients. */
import { pageParty } from "./page-party.ts";

export const oidcClientTs = pageParty({
  name: "oidc-client-ts",
  settings: "scope",
  modules: {
    "oidc-client-ts": "oidc-client-ts/dist/esm/oidc-client-ts.js",
    "jwt-decode": "jwt-decode/build/esm/index.js",
  },
});

export const keycloakJs = pageParty({
  name: "keycloak-js",
  settings: "scope, no checkLoginIframe",
  modules: { "keycloak-js": "keycloak-js/lib/keycloak.js" },
});
