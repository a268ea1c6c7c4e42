/** Requests about tokens, as clients make them. */
import { type Browser, type Fields, pairsOf } from "../browser.ts";
import { basic, codeFor, redeem, type TokenAnswer } from "../flows.ts";
import { type ClientName, redirectUriOf } from "./clients.ts";

/** POSTs a form to an endpoint for programs. */
export async function post(
  origin: string,
  path: string,
  fields: Fields,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const response = await fetch(`${origin}${path}`, {
    method: "POST",
    body: new URLSearchParams(pairsOf(fields)),
    headers,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** The credentials of a client, as header and fields. */
export const asClient = (client: ClientName): { headers: Record<string, string>; fields: Fields } =>
  client.startsWith("public") ? { headers: {}, fields: { client_id: client } } : { headers: basic(client), fields: {} };

/** What a client gets for a fresh authorization with this scope. */
export async function tokensFor(
  browser: Browser,
  origin: string,
  client: ClientName,
  scope: string,
  username = "alice",
): Promise<TokenAnswer["body"]> {
  const code = await codeFor(browser, client, { scope, prompt: "consent" }, username);
  const { headers, fields } = asClient(client);
  return (await redeem(origin, code, { redirect_uri: redirectUriOf(client), ...fields }, headers)).body;
}

/** A refresh by a client, with changes. */
export function refresh(origin: string, client: ClientName, token: string, changes: Fields = {}): Promise<TokenAnswer> {
  const { headers, fields } = asClient(client);
  return post(origin, "/token", { grant_type: "refresh_token", refresh_token: token, ...fields, ...changes }, headers);
}

/** What the resource server finds of an authorization: whether its row is in the view. */
export const OPEN_AUTHORIZATIONS = `SELECT id FROM "authorization" WHERE revoked_at IS NULL`;
