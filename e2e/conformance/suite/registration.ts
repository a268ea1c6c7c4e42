/** Registers clients dynamically with the metadata of each plan, and checks the response. */
import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import * as oauth from "oauth4webapi";
import { type Answer, json, send } from "../../support/http.ts";
import { siteOf } from "../../support/worlds/world.ts";
import { brings } from "./cases.ts";
import type { Client } from "./client.ts";
import { type ClientKey, clientKey } from "./keys.ts";
import type { Provider } from "./provider.ts";

/** A new redirect URI on a site that is not the site of the issuer. */
export const newRedirectUri = ({ world }: Pick<Provider, "world">): string =>
  `${siteOf(world, "rp")}/${randomBytes(8).toString("hex")}/callback`;

/** The metadata of a client of the running plan. */
async function metadataOf(provider: Provider): Promise<Record<string, unknown>> {
  const { responseType, clientAuth } = provider.running;
  const code = brings(provider.running, "code");
  const implicit = brings(provider.running, "id_token") || brings(provider.running, "token");
  return {
    client_name: "Conformance check",
    grant_types: [...(code ? ["authorization_code"] : []), ...(implicit ? ["implicit"] : [])],
    jwks: { keys: [(await clientKey()).publicJwk] },
    token_endpoint_auth_method: clientAuth,
    response_types: [responseType],
    redirect_uris: [newRedirectUri(provider)],
    contacts: ["certification@rp.test"],
  };
}

/** Sends a registration request without changes. */
export async function requestRegistration(provider: Provider, metadata: object): Promise<Answer> {
  return send(provider.world, String(provider.server.registration_endpoint), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${provider.initialAccessToken}`,
      ...provider.from,
    },
    body: JSON.stringify(metadata),
  });
}

/** Registers a client of the running plan, with changes. A member that is undefined is left out. */
export async function register(provider: Provider, changes: object = {}, key?: ClientKey): Promise<Client> {
  const sent = { ...(await metadataOf(provider)), ...changes };
  const answer = await requestRegistration(provider, sent);
  expect(answer.status, answer.body).toBe(201);
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);

  const metadata = json(answer);
  checkInformation(metadata);
  const used = key ?? (await clientKey());
  const secret = metadata.client_secret as string | undefined;
  const method = String(metadata.token_endpoint_auth_method);
  expect(provider.server.token_endpoint_auth_methods_supported).toContain(method);
  const client: Client = {
    id: String(metadata.client_id),
    secret,
    redirectUri: String((metadata.redirect_uris as string[])[0]),
    key: used,
    authentication: authenticationBy(method, secret, used),
    metadata,
  };
  provider.clients.push(client);
  return client;
}

function checkInformation(metadata: Record<string, unknown>): void {
  expect(metadata.error).toBeUndefined();
  expect(metadata.client_id).toEqual(expect.any(String));
  if (metadata.client_secret !== undefined) expect(metadata.client_secret_expires_at).toEqual(expect.any(Number));
  expect(metadata.registration_client_uri).toMatch(/^https:/);
  expect(metadata.registration_access_token).toMatch(/./);
}

/** The client authentication for a registered method. By default the audience of assertions is the token endpoint. */
export function authenticationBy(
  method: string,
  secret: string | undefined,
  { privateKey, kid }: ClientKey,
  audience?: string,
): oauth.ClientAuth {
  if (method === "client_secret_basic") return oauth.ClientSecretBasic(secret ?? "");
  if (method === "client_secret_post") return oauth.ClientSecretPost(secret ?? "");
  if (method === "private_key_jwt") return byAssertion({ key: privateKey as CryptoKey, kid }, audience);
  return oauth.None();
}

function byAssertion(key: oauth.PrivateKey, audience: string | undefined): oauth.ClientAuth {
  return (server, client, body, headers) => {
    const signed = oauth.PrivateKeyJwt(key, {
      [oauth.modifyAssertion]: (_header, payload) => {
        payload.aud = audience ?? String(server.token_endpoint);
      },
    });
    return signed(server, client, body, headers);
  };
}

/** Deletes every client that a check registered. Each request must be answered with 204. */
export async function endRegistrations({ world, clients, from }: Provider): Promise<void> {
  for (const { metadata } of clients) {
    const headers = { authorization: `Bearer ${metadata.registration_access_token}`, ...from };
    const answer = await send(world, String(metadata.registration_client_uri), { method: "DELETE", headers });
    expect(answer.status, answer.body).toBe(204);
  }
}
