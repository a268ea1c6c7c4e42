/** The works for any provider. Every provider gets the same requests; only addresses and sign-in differ. */
import { accessTokens, boundClientCredentials, codeFlow, exchange, refreshing } from "./flows.ts";
import { basic, connectTo, expectStatus } from "./load/http.ts";
import type { HttpRequest, Load } from "./load/model.ts";
import { newProofs } from "./proofs.ts";
import type { Provider, RelyingParty, ServiceClient } from "./provider.ts";
import type { WorkName } from "./works.ts";

/**
 * More tokens than a server may remember, so that it has forgotten each token when the turn of that token comes
 * again.
 */
const FRESH_TOKENS = 12_000;

/** The works that a provider with these parts can do. */
export function worksOf(provider: Provider): Partial<Record<WorkName, () => Promise<Load>>> {
  const { clients, service, origin, paths } = provider;
  const get = (path: string) => async (): Promise<Load> => ({
    kind: "requests",
    origin,
    requests: [{ method: "GET", path }],
  });
  const { RS256, ES256 } = clients;
  return {
    discovery: get(paths.discovery),
    jwks: get(paths.jwks),
    ...(service === undefined ? {} : { "cc-es256": async () => clientCredentials(provider, service) }),
    ...(RS256 === undefined ? {} : worksWith(provider, RS256, "rs256")),
    ...(ES256 === undefined ? {} : worksWith(provider, ES256, "es256")),
    ...worksOfTokens(provider, ES256 ?? RS256),
  };
}

/** The works of FAPI 2.0, for a provider that has pushed requests and tokens that are bound to a key. */
export function fapiWorks(
  provider: Provider,
  client: RelyingParty,
  service: ServiceClient,
): Partial<Record<WorkName, () => Promise<Load>>> {
  return {
    "cc-dpop": async () => boundClientCredentials(provider, { ...service, proofs: newProofs() }),
    "flow-dpop": async () => codeFlow(provider, { ...client, proofs: newProofs() }),
    "flow-par": async () => codeFlow(provider, client, { isPushed: true }),
  };
}

function worksWith(
  provider: Provider,
  client: RelyingParty,
  alg: "rs256" | "es256",
): Partial<Record<WorkName, () => Promise<Load>>> {
  const both = {
    [`refresh-${alg}`]: async () => refreshing(provider, client),
    [`flow-${alg}`]: async () => codeFlow(provider, client),
  };
  if (alg === "rs256") return { ...both, "exchange-rs256": async () => exchange(provider, client) };
  return both;
}

function worksOfTokens(
  provider: Provider,
  client: RelyingParty | undefined,
): Partial<Record<WorkName, () => Promise<Load>>> {
  if (client === undefined) return {};
  return {
    introspection: async () => introspection(provider, client),
    "userinfo-seen": async () => userinfo(provider, await accessTokens(provider, client, 1)),
    "userinfo-fresh": async () => userinfo(provider, await accessTokens(provider, client, FRESH_TOKENS)),
  };
}

export function clientCredentials({ origin, paths, from }: Provider, service: ServiceClient): Load {
  const requests = Array.from(
    { length: 256 },
    (_, index): HttpRequest => ({
      method: "POST",
      path: paths.token,
      headers: {
        ...from(index),
        authorization: basic(service.id, service.secret),
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ grant_type: "client_credentials", ...service.form }).toString(),
    }),
  );
  return { kind: "requests", origin, requests };
}

/** Requests one token with client_credentials. Throws when the answer has no token. */
export async function expectToken({ origin, paths, from, service }: Provider): Promise<void> {
  if (service === undefined) throw new Error("there is no client for client_credentials");
  const headers = { ...from(0), authorization: basic(service.id, service.secret) };
  const form = { grant_type: "client_credentials", ...service.form };
  expectStatus(await connectTo(origin).send("POST", paths.token, { headers, form }), 200, "the first token");
}

const JWT_ANSWER = "application/token-introspection+jwt";

/** Introspection whose answers are JWTs (RFC 9701), for the client that asks for the tokens and about them. */
export async function introspectionByJwt(provider: Provider, client: RelyingParty): Promise<Load> {
  const load = await introspection(provider, client, { accept: JWT_ANSWER });
  const [first] = load.requests;
  const sent = await fetch(`${provider.origin}${first?.path}`, first as RequestInit);
  const [, claims = ""] = (await sent.text()).split(".");
  const { token_introspection } = JSON.parse(Buffer.from(claims, "base64url").toString());
  if (token_introspection.active !== true) throw new Error("no answer about an active token in a JWT");
  return load;
}

async function introspection(provider: Provider, client: RelyingParty, more: Record<string, string> = {}) {
  const tokens = await accessTokens(provider, client, 64);
  const requests = tokens.map(
    (token, index): HttpRequest => ({
      method: "POST",
      path: provider.paths.introspection,
      headers: {
        ...provider.from(index),
        authorization: basic(client.id, client.secret),
        "content-type": "application/x-www-form-urlencoded",
        ...more,
      },
      body: new URLSearchParams({ token, token_type_hint: "access_token" }).toString(),
    }),
  );
  return { kind: "requests" as const, origin: provider.origin, requests };
}

function userinfo({ userinfoOrigin, paths }: Provider, tokens: readonly string[]): Load {
  const requests = tokens.map(
    (token): HttpRequest => ({
      method: "GET",
      path: paths.userinfo,
      headers: { authorization: `Bearer ${token}` },
    }),
  );
  return { kind: "requests", origin: userinfoOrigin, requests };
}
