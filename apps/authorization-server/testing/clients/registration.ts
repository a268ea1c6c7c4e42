/** Registration as clients do it, and the keys they sign with. */
import { randomUUID } from "node:crypto";
import { hashSecret, newSecret } from "@countersign/rules";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { addInitialAccessToken } from "../../src/administration/clients/initial-access-tokens.ts";
import { byOperatorAt } from "../acts/acts.ts";
import type { TokenAnswer } from "../flows.ts";
import type { Service } from "../service.ts";
import { issuer, noon } from "../world.ts";

/** The metadata that most tests register. */
export const metadata = {
  client_name: "Registered",
  redirect_uris: ["https://new.example/cb"],
};

/** A new initial access token. */
export async function initialAccessToken(
  service: Pick<Service, "database">,
  {
    uses,
    maxClients,
    expiresAt = new Date(noon.getTime() + 86_400_000),
  }: { uses?: number; maxClients?: number; expiresAt?: Date } = {},
): Promise<string> {
  const token = newSecret();
  const stored = { tokenHash: hashSecret(token), note: "test", uses, maxClients, expiresAt };
  await addInitialAccessToken(service.database, stored, byOperatorAt(noon));
  return token;
}

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  /** The bearer token; no header without one. */
  readonly token?: string | undefined;
  /** Sent as it is when it is text, as JSON otherwise. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request to a registration endpoint. */
export async function send(
  { origin }: Pick<Service, "origin">,
  { method = "POST", path = "/openid/register", token, body, headers = {} }: Sent,
): Promise<TokenAnswer> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** A registration that must succeed; what it answered. */
export async function registered(service: Service, changes: object = {}): Promise<TokenAnswer["body"]> {
  const answer = await send(service, { token: await initialAccessToken(service), body: { ...metadata, ...changes } });
  if (answer.status !== 201) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The path of a registration, as its response names it. */
export const pathOf = (client: { registration_client_uri: string }) =>
  client.registration_client_uri.slice(issuer.length);

export interface KeyPair {
  readonly publicJwk: JWK;
  readonly sign: (claims: object, header?: object) => Promise<string>;
}

export async function newKeyPair(kid: string, alg = "ES256"): Promise<KeyPair> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return {
    publicJwk: { ...(await exportJWK(publicKey)), kid },
    sign: (claims, header = {}) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg, kid, ...header }).sign(privateKey),
  };
}

/** The fields by which a client shows an assertion. */
export const asserting = (client_assertion: string) => ({
  client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  client_assertion,
});

/** The claims of a good assertion of a client, with changes. */
export function assertionOf(clientId: string, now: Date, changes: object = {}): object {
  const seconds = now.getTime() / 1000;
  const who = { iss: clientId, sub: clientId, aud: issuer };
  return { ...who, exp: seconds + 60, iat: seconds, jti: randomUUID(), ...changes };
}
