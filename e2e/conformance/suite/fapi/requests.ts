/** Requests that a client authenticates and proves its key for, with mistakes where a check wants them. */

import { type Answer, json, send, sendForm } from "../../../support/http.ts";
import type { CertifiedKey } from "../../../support/worlds/certificates.ts";
import { type Bank, endpointOf, type FapiClient, has, resourceOf, usesCertificates } from "./bank.ts";
import { assertionOf, type Changes, proofOf, type SigningKey } from "./jwt.ts";

export type Form = Readonly<Record<string, string | undefined>>;

/** What is other than in a correct request. */
export interface Sending {
  /** The key of the proof. With null there is no proof. */
  readonly dpop?: SigningKey | null;
  /** The certificate of the connection. With null there is none. */
  readonly certificate?: CertifiedKey | null;
  readonly proof?: Changes;
  /** With null there is no assertion. */
  readonly assertion?: Changes | null;
}

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Posts a form to an endpoint of the provider. Parameters that are undefined are left out. */
export function post(
  bank: Bank,
  client: FapiClient,
  endpoint: Parameters<typeof endpointOf>[1],
  form: Form,
  sending: Sending = {},
): Promise<Answer> {
  const url = endpointOf(bank, endpoint);
  const certificate = usesCertificates(bank) ? given(sending.certificate, client.certificate) : undefined;
  return withNonce(async (nonce) => {
    const all = { ...form, ...(await credentialsOf(bank, client, sending)) };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const key = has(bank, "dpop") ? given(sending.dpop, client.dpop) : undefined;
    const proof = key && (await proofOf(key, { method: "POST", url, nonce }, sending.proof));
    const headers = { ...bank.from, ...(proof === undefined ? {} : { dpop: proof }) };
    return sendForm(bank.world, url, sent, headers, certificate);
  });
}

/** What a request has: what the client has, what a check gives instead, or nothing where the check says null. */
function given<Value>(instead: Value | null | undefined, usual: Value): Value | undefined {
  return instead === undefined ? usual : (instead ?? undefined);
}

async function credentialsOf(bank: Bank, client: FapiClient, { assertion }: Sending): Promise<Form> {
  if (assertion === null || !has(bank, "private_key_jwt")) return {};
  return {
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: await assertionOf(client, bank.server.issuer, assertion),
  };
}

/** A request by which the client proves no key that its tokens are bound to, and the refusal. */
export function withoutSender(bank: Bank): readonly [Sending, status: number, error: string] {
  if (has(bank, "dpop")) return [{ dpop: null }, 400, "invalid_dpop_proof"];
  // If the client authenticates with the certificate, that is missing, too.
  return has(bank, "mtls auth")
    ? [{ certificate: null }, 401, "invalid_client"]
    : [{ certificate: null }, 400, "invalid_request"];
}

/** A request by which the client does not authenticate. It is `invalid_client`. */
export const withoutAuthentication = (bank: Bank): Sending =>
  has(bank, "mtls auth") ? { certificate: null } : { assertion: null };

/** RFC 9449 §8 and §9: a request that needs a nonce is sent a second time, with the nonce. */
async function withNonce(ask: (nonce: string | undefined) => Promise<Answer>): Promise<Answer> {
  const answer = await ask(undefined);
  const nonce = answer.headers["dpop-nonce"];
  return errorOf(answer) === "use_dpop_nonce" ? ask(String(nonce)) : answer;
}

/** The error code of a response: in its challenge (RFC 6750 §3), or in its JSON. */
export function errorOf(answer: Answer): unknown {
  const challenges = [answer.headers["www-authenticate"]].flat().join(", ");
  const [, error] = /\berror="([^"]*)"/.exec(challenges) ?? [];
  if (error !== undefined) return error;
  return /^application\/json/.test(String(answer.headers["content-type"])) ? json(answer).error : undefined;
}

export interface ResourceRequest {
  readonly url?: string;
  readonly dpop?: SigningKey;
  readonly proof?: Changes;
  readonly scheme?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the resource of the variant with an access token. */
export function askResource(
  bank: Bank,
  client: FapiClient,
  accessToken: string,
  { url = resourceOf(bank), dpop = client.dpop, proof, scheme = schemeOf(bank), headers = {} }: ResourceRequest = {},
): Promise<Answer> {
  const authorization = `${scheme} ${accessToken}`;
  if (!has(bank, "dpop")) {
    const { certificate } = client;
    return send(bank.world, url, { headers: { authorization, ...headers }, certificate });
  }
  return withNonce(async (nonce) => {
    const sent = await proofOf(dpop, { method: "GET", url, nonce, accessToken }, proof);
    return send(bank.world, url, { headers: { authorization, dpop: sent, ...headers } });
  });
}

/** The type of access tokens: RFC 9449 §5. RFC 8705 has none of its own. */
export const schemeOf = (bank: Bank): "DPoP" | "Bearer" => (has(bank, "dpop") ? "DPoP" : "Bearer");
