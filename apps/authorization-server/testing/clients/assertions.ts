/** Trusted issuers and what they sign, in the forms of the platforms that have them. */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { clientMetadata, hashSecret, JWT_BEARER } from "@countersign/rules";
import { type JWTPayload, SignJWT } from "jose";
import { addClient } from "../../src/administration/clients/clients.ts";
import { addKept } from "../../src/administration/entity-acts.ts";
import { connectIdentity } from "../../src/administration/people/federated-identities.ts";
import { addIdentityProvider } from "../../src/administration/providers/identity-providers.ts";
import { addResourceServer } from "../../src/administration/resource-servers/resource-servers.ts";
import { type NewTrustedIssuer, trustedIssuers } from "../../src/administration/trusted-issuers/entity.ts";
import { byOperatorAt } from "../acts/acts.ts";
import type { Fields } from "../browser.ts";
import { basic } from "../flows.ts";
import type { Service } from "../service.ts";
import { issuer } from "../world.ts";
import { clientSecret } from "./clients.ts";
import { post } from "./tokens.ts";

export const ORDERS = "https://orders.example";
export const STOCK = "https://stock.example";
export const CORP = "https://corp.example";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
export const publicJwk = { ...publicKey.export({ format: "jwk" }), kid: "platform-1", alg: "RS256", use: "sig" };

const fixture = (name: string): JWTPayload =>
  JSON.parse(readFileSync(new URL(`assertions/${name}.json`, import.meta.url), "utf8"));

/** The claims of a token of a pod's service account, and of a job of a workflow. */
export const kubernetes = fixture("kubernetes");
export const githubActions = fixture("github-actions");
export const alicesToken: JWTPayload = { iss: CORP, sub: "alice-at-corp", aud: issuer };

/** Signs claims, with the times and the `jti` that they do not have. */
export function assertionOf(
  { clock }: Pick<Service, "clock">,
  claims: object,
  header: object = {},
  key: Parameters<SignJWT["sign"]>[0] = privateKey,
): Promise<string> {
  const iat = Math.floor(clock.now.getTime() / 1000);
  const payload = { iat, nbf: iat, exp: iat + 600, jti: randomUUID(), ...claims };
  return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "platform-1", ...header }).sign(key);
}

/** A request with an assertion: of a client with its secret, or of a program that brings nothing else. */
export function grant(
  { origin }: Pick<Service, "origin">,
  assertion: string,
  client?: string,
  fields: Fields = {},
  headers: Record<string, string> = {},
) {
  const credentials = client === undefined ? {} : basic(client);
  return post(origin, "/token", { grant_type: JWT_BEARER, assertion, ...fields }, { ...credentials, ...headers });
}

const KEYS = { jwksUri: null, jwks: { keys: [publicJwk] }, signingAlgs: ["RS256"], audience: "issuer" } as const;
const OF_PEOPLE = { provider: null, clients: [], withoutConsent: false, workloads: [] };
const LIMITS = { maxLifetimeSeconds: 600, resources: [ORDERS], scopes: ["orders:read", "orders:write"] };

/** A trusted issuer of programs, with changes. */
export const ofWorkloads = (iss: string | undefined, changes: Partial<NewTrustedIssuer>): NewTrustedIssuer =>
  ({
    ...KEYS,
    ...OF_PEOPLE,
    ...LIMITS,
    name: `Trust ${iss}`,
    issuer: iss,
    subject: "workload",
    ...changes,
  }) as NewTrustedIssuer;

/** The trusted issuer of people, with changes. */
export const ofPeople = (changes: Partial<NewTrustedIssuer> = {}): NewTrustedIssuer =>
  ofWorkloads(CORP, { subject: "person", provider: "corp", clients: ["agent"], withoutConsent: true, ...changes });

const CODE = { grant_types: [JWT_BEARER, "authorization_code"], redirect_uris: ["https://pair.example/agent"] };
const CLIENTS = {
  agent: {},
  /** For which the operator consents. */
  quietAgent: { consent_policy: "implicit" },
  publicAgent: { token_endpoint_auth_method: "none" },
  pairwiseAgent: { ...CODE, subject_type: "pairwise" },
  /** What programs act as. */
  orders: {},
  deploy: { token_endpoint_auth_method: "none" },
};

/** Two resource servers, clients that may bring assertions, and a provider at which alice is connected. */
export async function prepareTrust(service: Service): Promise<void> {
  await prepareClients(service);
  await connectAlice(service);
}

/** The resource servers and the clients. */
export async function prepareClients({ database, clock }: Pick<Service, "database" | "clock">): Promise<void> {
  const by = byOperatorAt(clock.now);
  const api = { accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300, listed: false } as const;
  const orders = { ...api, name: "Orders", identifier: ORDERS, scopes: ["orders:read", "orders:write"] };
  await addResourceServer(database, orders, by);
  await addResourceServer(database, { ...api, name: "Stock", identifier: STOCK, scopes: ["stock:read"] }, by);
  const common = { grant_types: [JWT_BEARER], scope: "openid email orders:read orders:write stock:read" };
  for (const [id, more] of Object.entries(CLIENTS)) {
    const metadata = clientMetadata({ issuer }).parse({ client_name: id, ...common, ...more });
    const isPublic = metadata.token_endpoint_auth_method === "none";
    const secretHash = isPublic ? undefined : hashSecret(clientSecret);
    await addClient(database, { id, metadata, secretHash, logo: undefined }, by);
  }
}

async function connectAlice({ database, deps, alice, clock }: Service): Promise<void> {
  const by = byOperatorAt(clock.now);
  const provider = { alias: "corp", name: "Corp", issuer: CORP, clientId: "us", secret: "s", scopes: ["openid"] };
  const policy = { mode: "linked-only", domains: [], autoLink: false, mfa: [] } as const;
  await addIdentityProvider({ database, texts: deps.sealedTexts }, { ...provider, ...policy }, by);
  const { id: providerId = "" } = (await deps.identityProviders.find("corp")) ?? {};
  const identity = { providerId, issuer: CORP, subject: "alice-at-corp" };
  await connectIdentity({ database, mail: deps.mail }, { userId: alice, identity, browser: "" }, by);
}

/** A workload's rules of the two platforms. */
export const KUBERNETES_RULES = [{ client: "orders", claims: { sub: "system:serviceaccount:shop:orders" } }];
export const GITHUB_RULES = [
  {
    client: "deploy",
    claims: { repository: "acme/shop", ref: "refs/heads/*", environment: "production" },
    scopes: ["orders:write"],
  },
];

/** Adds a trusted issuer. Returns its id. */
export const trust = async ({ database, clock }: Pick<Service, "database" | "clock">, one: NewTrustedIssuer) =>
  addKept(database, trustedIssuers, one, byOperatorAt(clock.now));
