/**
 * A second peer: better-auth with its provider plugin on PostgreSQL, configured in its own favour. Its clients are
 * written to CLIENTS_FILE.
 */
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { oauthProvider } from "@better-auth/oauth-provider";
import { type BetterAuthPlugin, betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import { jwt } from "better-auth/plugins/jwt";
import pg from "pg";

const { PORT = "", ISSUER = "", DATABASE_URL = "", CLIENTS_FILE = "", EMAIL = "", PASSWORD = "" } = process.env;
const RESOURCE = "https://api.example";
const trusted = new Set<string>();

const provider = oauthProvider({
  loginPage: "/login",
  consentPage: "/consent",
  scopes: ["openid", "profile", "email", "offline_access", "api"],
  resources: [{ identifier: RESOURCE, signingAlgorithm: "ES256", accessTokenTtl: 300 }],
  clientPrivileges: () => true,
  enforcePerClientResources: false,
  cachedResources: new Set([RESOURCE]),
  cachedTrustedClients: trusted,
  silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
});

const auth = betterAuth({
  baseURL: ISSUER,
  secret: "bench-secret-bench-secret-bench-secret-bench",
  database: new pg.Pool({ connectionString: DATABASE_URL, max: 10 }),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: "error" },
  // The session is read from a signed cookie, not from the database.
  session: { cookieCache: { enabled: true, maxAge: 3600 } },
  plugins: [
    jwt({ jwks: { keyPairConfig: { alg: "ES256" }, disablePrivateKeyEncryption: true } }),
    // Its declared types are at odds with exactOptionalPropertyTypes.
    provider as unknown as BetterAuthPlugin,
  ],
});

await (await getMigrations(auth.options)).runMigrations();

const signedUp = await auth.api.signUpEmail({
  body: { name: "Alice Example", email: EMAIL, password: PASSWORD },
  returnHeaders: true,
});
const cookie = signedUp.headers
  .getSetCookie()
  .map((line) => line.split(";", 1)[0])
  .join("; ");
const { adminCreateOAuthClient } = auth.api as unknown as {
  adminCreateOAuthClient(call: {
    headers: Headers;
    body: object;
  }): Promise<{ client_id: string; client_secret: string }>;
};
const addClient = async (metadata: object) => {
  const made = await adminCreateOAuthClient({ headers: new Headers({ cookie }), body: metadata });
  trusted.add(made.client_id);
  return { id: made.client_id, secret: made.client_secret };
};
const clients = {
  web: await addClient({
    redirect_uris: ["https://rp.example/cb"],
    grant_types: ["authorization_code", "refresh_token"],
    scope: "openid profile email offline_access",
    skip_consent: true,
  }),
  service: await addClient({
    redirect_uris: ["https://rp.example/cb"],
    grant_types: ["client_credentials"],
    client_credentials_scopes: ["api"],
  }),
};
writeFileSync(CLIENTS_FILE, JSON.stringify(clients), { mode: 0o600 });

createServer(toNodeHandler(auth)).listen(Number(PORT), "127.0.0.1");
