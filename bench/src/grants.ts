/** Single steps for any provider: sign-in, codes, tokens. */
import { createHash } from "node:crypto";
import { type Answer, basic, type Connection, connectTo, expectStatus, Jar } from "./load/http.ts";
import type { Provider, RelyingParty } from "./provider.ts";

export const SCOPE = "openid profile email";
const VERIFIER = "bench-verifier-bench-verifier-bench-verifier-bench";
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

interface Tokens {
  readonly access_token: string;
  readonly token_type: string;
  readonly refresh_token: string;
  readonly id_token: string;
}

/** A browser that is signed in at the provider and has given consent to the client. */
export async function person(provider: Provider, client: RelyingParty, index: number, scope: string) {
  const [connection, jar] = [connectTo(provider.origin), new Jar()];
  const first = authorizationPath(provider, client, scope, { prompt: "consent" });
  const code = codeIn(await provider.signIn(connection, jar, first, index));
  return { connection, jar, code };
}

export function authorizationPath(
  provider: Provider,
  client: RelyingParty,
  scope: string,
  more: Record<string, string> = {},
): string {
  const query = { ...authorizationRequest(provider, client, scope), ...more };
  return `${provider.paths.authorization}?${new URLSearchParams(query)}`;
}

function authorizationRequest({ redirectUri, resource }: Provider, { id }: RelyingParty, scope: string) {
  return {
    client_id: id,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: resource === undefined ? scope : `${scope} ${resource.scope}`,
    ...target(resource),
    state: "state",
    nonce: "nonce",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
  };
}

/** Pushes a request (RFC 9126 §2), and returns the path that a browser is sent to. */
export async function pushedPath(
  provider: Provider,
  client: RelyingParty,
  scope: string,
  connection: Connection,
  index: number,
): Promise<string> {
  const headers = { ...provider.from(index), authorization: basic(client.id, client.secret) };
  const form = authorizationRequest(provider, client, scope);
  const answer = expectStatus(await connection.send("POST", provider.pushing ?? "", { headers, form }), 201, "push");
  const { request_uri } = JSON.parse(answer.body) as { request_uri: string };
  return `${provider.paths.authorization}?${new URLSearchParams({ client_id: client.id, request_uri })}`;
}

const target = (resource: Provider["resource"]) => (resource === undefined ? {} : { resource: resource.identifier });

/** The same provider; its clients request access tokens that its userinfo endpoint accepts. */
export function forUserinfo({ resource: _, ...provider }: Provider): Provider {
  return provider;
}

function codeIn(location: string): string {
  const code = new URL(location).searchParams.get("code");
  if (code === null) throw new Error(`no code in ${location}`);
  return code;
}

export const redeem = async (
  provider: Provider,
  client: RelyingParty,
  connection: Connection,
  code: string,
  index: number,
) => {
  const form = { grant_type: "authorization_code", code, redirect_uri: provider.redirectUri, code_verifier: VERIFIER };
  return askForTokens(provider, client, connection, { ...form, ...target(provider.resource) }, index);
};

export const refresh = (
  provider: Provider,
  client: RelyingParty,
  connection: Connection,
  refreshToken: string,
  index: number,
) => {
  const form = { grant_type: "refresh_token", refresh_token: refreshToken, ...target(provider.resource) };
  return askForTokens(provider, client, connection, form, index);
};

export async function askForTokens(
  { origin, paths, from }: Provider,
  { id, secret, proofs }: RelyingParty,
  connection: Connection,
  form: Record<string, string>,
  index: number,
): Promise<Tokens> {
  const sent = { headers: { ...from(index), authorization: basic(id, secret) }, form };
  const answer =
    proofs === undefined
      ? await connection.send("POST", paths.token, sent)
      : await proofs.send(connection, { method: "POST", origin, path: paths.token }, sent);
  return JSON.parse(expectStatus(answer, 200, "token").body);
}

/**
 * Checks a first answer. Throws unless it has an ID token and, where a JWT was requested, an access token that is a
 * JWT signed with ES256.
 */
export function expectBoth({ resource }: Provider, { access_token, id_token }: Tokens): void {
  if (!id_token) throw new Error("no ID token");
  if (resource === undefined) return;
  const [header = "", ...rest] = access_token.split(".");
  if (rest.length !== 2) throw new Error("the access token is no JWT");
  const { alg } = JSON.parse(Buffer.from(header, "base64url").toString());
  if (alg !== "ES256") throw new Error(`the access token is signed with ${alg}`);
}

/** @param path the result of `authorizationPath` */
export async function nextCode(
  provider: Provider,
  path: string,
  connection: Connection,
  jar: Jar,
  index: number,
): Promise<string> {
  const headers = { ...provider.from(index), cookie: jar.header };
  const answer = await connection.send("GET", path, { headers });
  if (answer.status !== 302 && answer.status !== 303)
    throw new Error(`authorization: ${answer.status} ${answer.body.slice(0, 200)}`);
  jar.keep(answer);
  return codeIn(locationOf(answer));
}

const locationOf = ({ headers }: Answer) => String(headers.location ?? "");
