/** The common part of the two assertion methods: RFC 7521 §4.2, RFC 7523 §2.2 and §3, OIDC Core §9. */
import { claimedSubject, isInvalidJwt, isKeysUnavailable, verifyClientAssertion } from "@countersign/jwt";
import { allowsAlg, assertionAudience, type Client, invalidClient, ProtocolError } from "@countersign/rules";
import type { Spending } from "../../../platform/stores/client/once/one-time-jwts.ts";
import type { ClientAuthenticationMethod, ClientCredential } from "./method.ts";

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** How an assertion is recognized and read. The client's registration says which of the two methods it uses. */
export const assertion: ClientCredential = {
  name: "an assertion",

  isShown: ({ parameters }) =>
    parameters.get("client_assertion") !== undefined || parameters.get("client_assertion_type") !== undefined,

  claim({ parameters }) {
    // RFC 7521 §4.2: the type says how to read the assertion. We support only this type.
    const shown = parameters.get("client_assertion");
    if (parameters.get("client_assertion_type") !== ASSERTION_TYPE || shown === undefined) {
      throw invalidClient("client_assertion is missing or of another type");
    }
    const clientId = subjectOf(shown);
    // RFC 7521 §4.2: client_id is optional, and must not name another client.
    if ((parameters.get("client_id") ?? clientId) !== clientId)
      throw invalidClient("client_id is not the client of the assertion");
    return { clientId, assertion: shown };
  },
};

/**
 * The keys of a method, and the algorithms that go with keys of this kind. Keys of the other method are never used
 * (RFC 8725 §2.1).
 */
export type MethodKeys = Pick<Parameters<typeof verifyClientAssertion>[1], "keys" | "algs">;

/** Whether the client made the assertion, for us, and it was not used before. */
export async function provesByAssertion(
  { assertion: shown = "", endpoints = () => [] }: Parameters<ClientAuthenticationMethod["proves"]>[0],
  client: Client,
  { keys, algs }: MethodKeys,
  deps: Parameters<ClientAuthenticationMethod["proves"]>[2],
): Promise<true> {
  const { tokenEndpointAuthSigningAlg: only } = client;
  const claims = await verify(shown, {
    keys,
    algs: algs.filter((alg) => allowsAlg(client.profile, alg) && (only === undefined || alg === only)),
    clientId: client.id,
    ...assertionAudience(client.profile, deps.issuer, endpoints()),
    now: deps.now(),
  });
  // RFC 7523 §3 item 7: the assertion is marked as used only after it is verified, so a party without the key
  // cannot use it up.
  const spending = await deps.clientAssertions.spend(client.id, claims);
  if (spending !== "first") throw invalidClient(NOT_FIRST[spending]);
  return true;
}

/** For the log. The second cause is not the client's fault, and ends by itself. */
const NOT_FIRST: Readonly<Record<Exclude<Spending, "first">, string>> = {
  used: "the assertion was used before",
  before_proof: "the proof beside the assertion may have been used before the short-lived store was emptied",
  before_store: "the assertion may have been used before the short-lived store was emptied",
};

function subjectOf(shown: string): string {
  try {
    return claimedSubject(shown);
  } catch (err) {
    throw isInvalidJwt(err) ? invalidClient(`assertion: ${err.detail}`) : err;
  }
}

// The same message for a bad signature and for keys that could not be fetched. A different one would reveal which
// addresses exist. If our own limit on fetches is reached, the client is not at fault, so the error is not
// invalid_client (RFC 6749 §5.2).
async function verify(shown: string, expected: Parameters<typeof verifyClientAssertion>[1]) {
  try {
    return await verifyClientAssertion(shown, expected);
  } catch (err) {
    if (isInvalidJwt(err)) throw invalidClient(`assertion: ${err.detail}`);
    if (!isKeysUnavailable(err)) throw err;
    throw err.cause instanceof ProtocolError ? err.cause : invalidClient("the client's keys are not available");
  }
}
