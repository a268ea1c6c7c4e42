/** The work, as any provider is asked for it: the same requests to each, only addresses and sign-in differ. */
import { accessTokens, codeFlow, exchange, refreshing } from "./flows.ts";
import { basic } from "./load/http.ts";
import type { HttpRequest, Load } from "./load/load.ts";
import type { Provider, RelyingParty } from "./provider.ts";
import type { WorkName } from "./works.ts";

/** The works that follow from these parts. */
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
  if (alg === "es256") return both;
  return {
    ...both,
    introspection: async () => introspection(provider, client),
    "userinfo-seen": async () => userinfo(provider, await accessTokens(provider, client, 1)),
    "userinfo-fresh": async () => userinfo(provider, await accessTokens(provider, client, 12_000)),
    "exchange-rs256": async () => exchange(provider, client),
  };
}

export function clientCredentials({ origin, paths, from }: Provider, service: NonNullable<Provider["service"]>): Load {
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

async function introspection(provider: Provider, client: RelyingParty): Promise<Load> {
  const tokens = await accessTokens(provider, client, 64);
  const requests = tokens.map(
    (token, index): HttpRequest => ({
      method: "POST",
      path: provider.paths.introspection,
      headers: {
        ...provider.from(index),
        authorization: basic(client.id, client.secret),
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ token, token_type_hint: "access_token" }).toString(),
    }),
  );
  return { kind: "requests", origin: provider.origin, requests };
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
