/** The relying parties of others that `npm run test:field` tries. */
import type { FieldParty } from "./field-party.ts";
import { appauthJs } from "./javascript/appauth-js.ts";
import { authJs } from "./javascript/auth-js.ts";
import { betterAuth } from "./javascript/better-auth.ts";
import { angularOauth2Oidc, bundled, keycloakJs, oidcClientTs } from "./javascript/browser-libraries.ts";
import { expressOpenidConnect } from "./javascript/express-openid-connect.ts";
import { fastify } from "./javascript/fastify.ts";
import { mcpRemote } from "./javascript/mcp-remote.ts";
import { nextjs } from "./javascript/nextjs.ts";
import { nodeDevice } from "./javascript/node-device.ts";
import { oauth4webapi } from "./javascript/oauth4webapi.ts";
import { passport } from "./javascript/passport.ts";
import { otherLanguages } from "./other-languages.ts";

export const parties: readonly FieldParty[] = [
  ...otherLanguages,
  authJs,
  nextjs,
  betterAuth,
  passport,
  expressOpenidConnect,
  fastify,
  keycloakJs,
  appauthJs,
  oidcClientTs,
  ...bundled,
  angularOauth2Oidc,
  mcpRemote,
  nodeDevice,
  oauth4webapi,
];
