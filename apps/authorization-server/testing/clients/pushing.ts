/** Pushed authorization requests of the clients of the attack catalogue: RFC 9126. */
import { type Fields, pairsOf } from "../browser.ts";
import { basic, standard } from "../flows.ts";
import type { ClientName } from "./clients.ts";

export interface Pushed {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what the endpoint answers is for the test to look at
  readonly body: any;
}

/** Sends these fields to the endpoint for pushed requests. */
export async function postToPar(origin: string, fields: Fields, headers: Record<string, string>): Promise<Pushed> {
  const body = new URLSearchParams(pairsOf(fields));
  const answer = await fetch(`${origin}/par`, { method: "POST", body, headers });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** Pushes STANDARD of a client, with changes. */
export const pushStandard = (
  origin: string,
  client: ClientName,
  changes: Fields = {},
  headers: Record<string, string> = basic(client),
) => postToPar(origin, { ...Object.fromEntries(standard(client)), ...changes }, headers);

/** Where a client sends the browser with a pushed request. */
export const visitOf = (client: string, requestUri: string, others: Readonly<Record<string, string>> = {}) =>
  `/authorization?${new URLSearchParams({ client_id: client, request_uri: requestUri, ...others })}`;

/** The request URI of STANDARD with changes, which must be accepted. */
export async function requestUriOf(origin: string, client: ClientName, changes: Fields = {}): Promise<string> {
  const { status, body } = await pushStandard(origin, client, changes);
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.request_uri;
}
