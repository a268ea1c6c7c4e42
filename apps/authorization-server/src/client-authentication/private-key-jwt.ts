/** private_key_jwt: OIDC Core §9, RFC 7523 §2.2 and §3. The client signs for each request, and no secret travels. */
import { claimedSubject, isInvalidJwt, isKeysUnavailable, verifyClientAssertion } from "@countersign/jwt";
import { assertionAudience, CLIENT_SIGNING_ALGS, type Client, invalidClient } from "@countersign/rules";
import type { ClientAuthenticationMethod } from "./method.ts";

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

export const privateKeyJwt: ClientAuthenticationMethod = {
  name: "private_key_jwt",

  isUsed: ({ parameters }) =>
    parameters.get("client_assertion") !== undefined || parameters.get("client_assertion_type") !== undefined,

  claim({ parameters }) {
    // RFC 7521 §4.2: the type says how to read the assertion, and this is the only one we read.
    const assertion = parameters.get("client_assertion");
    if (parameters.get("client_assertion_type") !== ASSERTION_TYPE || assertion === undefined) {
      throw invalidClient("client_assertion is missing or of another type");
    }
    const clientId = subjectOf(assertion);
    // RFC 7521 §4.2: client_id is not needed, and must not name another.
    if ((parameters.get("client_id") ?? clientId) !== clientId) throw invalidClient("client_id is not the assertion's");
    return { clientId, assertion };
  },

  async proves({ assertion, endpoints = [] }, client, deps) {
    const keys = deps.clientKeys.of(client);
    if (keys === undefined || assertion === undefined) return false;

    const claims = await verify(assertion, client, {
      keys,
      ...assertionAudience(client.profile, deps.issuer, endpoints),
      now: deps.now(),
    });
    // RFC 7523 §3 item 7: spent once it is known to be good, so nobody can spend it for its owner.
    if (!(await deps.clientAssertions.spend(client.id, claims))) throw invalidClient("the assertion was used before");
    return true;
  },
};

function subjectOf(assertion: string): string {
  try {
    return claimedSubject(assertion);
  } catch (err) {
    throw isInvalidJwt(err) ? invalidClient(`assertion: ${err.detail}`) : err;
  }
}

type Expected = Omit<Parameters<typeof verifyClientAssertion>[1], "algs" | "clientId">;

// One sentence for every cause: a bad signature, and keys that could not be fetched (which would tell what is where).
async function verify(assertion: string, client: Client, expected: Expected) {
  const { tokenEndpointAuthSigningAlg: only } = client;
  const algs = only === undefined ? CLIENT_SIGNING_ALGS : [only];
  try {
    return await verifyClientAssertion(assertion, { ...expected, algs, clientId: client.id });
  } catch (err) {
    if (isInvalidJwt(err)) throw invalidClient(`assertion: ${err.detail}`);
    throw isKeysUnavailable(err) ? invalidClient("the client's keys cannot be had") : err;
  }
}
