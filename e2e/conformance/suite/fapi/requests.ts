/** Requests that a client authenticates and proves its key for, with mistakes where a check wants them. */
import { type Answer, json, send, sendForm } from "../../../support/http.ts";
import { type Bank, type FapiClient, resourceOf } from "./bank.ts";
import { assertionOf, type Changes, proofOf, type SigningKey } from "./jwt.ts";

export type Form = Readonly<Record<string, string | undefined>>;

/** What is other than in a correct request. */
export interface Sending {
  /** The key of the proof. With null there is no proof. */
  readonly dpop?: SigningKey | null;
  readonly proof?: Changes;
  /** With null there is no assertion. */
  readonly assertion?: Changes | null;
}

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Posts a form to an endpoint of the provider. Parameters that are undefined are left out. */
export function post(bank: Bank, client: FapiClient, url: string, form: Form, sending: Sending = {}): Promise<Answer> {
  return withNonce(async (nonce) => {
    const all = { ...form, ...(await credentialsOf(bank, client, sending)) };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const key = sending.dpop === undefined ? client.dpop : sending.dpop;
    const proof = key === null ? undefined : await proofOf(key, { method: "POST", url, nonce }, sending.proof);
    return sendForm(bank.world, url, sent, { ...bank.from, ...(proof === undefined ? {} : { dpop: proof }) });
  });
}

async function credentialsOf({ server }: Bank, client: FapiClient, { assertion }: Sending): Promise<Form> {
  if (assertion === null) return {};
  return {
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: await assertionOf(client, server.issuer, assertion),
  };
}

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
  { url = resourceOf(bank), dpop = client.dpop, proof, scheme = "DPoP", headers = {} }: ResourceRequest = {},
): Promise<Answer> {
  return withNonce(async (nonce) =>
    send(bank.world, url, {
      headers: {
        authorization: `${scheme} ${accessToken}`,
        dpop: await proofOf(dpop, { method: "GET", url, nonce, accessToken }, proof),
        ...headers,
      },
    }),
  );
}
