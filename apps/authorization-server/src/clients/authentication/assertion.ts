/** What the two methods that show an assertion have in common: RFC 7521 §4.2, RFC 7523 §2.2 and §3, OIDC Core §9. */
import { claimedSubject, isInvalidJwt, isKeysUnavailable, verifyClientAssertion } from "@countersign/jwt";
import { assertionAudience, type Client, invalidClient, ProtocolError } from "@countersign/rules";
import type { Spending } from "../../stores/client-assertions.ts";
import type { ClientAuthenticationMethod, ClientCredential } from "./method.ts";

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** How an assertion is seen and read; which of the two methods it is, the client registered. */
export const assertion: ClientCredential = {
  name: "an assertion",

  isShown: ({ parameters }) =>
    parameters.get("client_assertion") !== undefined || parameters.get("client_assertion_type") !== undefined,

  claim({ parameters }) {
    // RFC 7521 §4.2: the type says how to read the assertion, and this is the only one we read.
    const shown = parameters.get("client_assertion");
    if (parameters.get("client_assertion_type") !== ASSERTION_TYPE || shown === undefined) {
      throw invalidClient("client_assertion is missing or of another type");
    }
    const clientId = subjectOf(shown);
    // RFC 7521 §4.2: client_id is not needed, and must not name another.
    if ((parameters.get("client_id") ?? clientId) !== clientId) throw invalidClient("client_id is not the assertion's");
    return { clientId, assertion: shown };
  },
};

/**
 * The keys of a method, and the algorithms that go with keys of their kind: never those of the other method (RFC 8725
 * §2.1).
 */
export type MethodKeys = Pick<Parameters<typeof verifyClientAssertion>[1], "keys" | "algs">;

/** Whether an assertion is the client's, made for us, and shown for the first time. */
export async function provesByAssertion(
  { assertion: shown = "", endpoints = () => [] }: Parameters<ClientAuthenticationMethod["proves"]>[0],
  client: Client,
  { keys, algs }: MethodKeys,
  deps: Parameters<ClientAuthenticationMethod["proves"]>[2],
): Promise<true> {
  const { tokenEndpointAuthSigningAlg: only } = client;
  const claims = await verify(shown, {
    keys,
    algs: algs.filter((alg) => only === undefined || alg === only),
    clientId: client.id,
    ...assertionAudience(client.profile, deps.issuer, endpoints()),
    now: deps.now(),
  });
  // RFC 7523 §3 item 7: spent once it is known to be good, so nobody can spend it for its owner.
  const spending = await deps.clientAssertions.spend(client.id, claims);
  if (spending !== "first") throw invalidClient(NOT_FIRST[spending]);
  return true;
}

/** For the log: the second says nothing against the client, and ends by itself. */
const NOT_FIRST: Readonly<Record<Exclude<Spending, "first">, string>> = {
  used: "the assertion was used before",
  before_store: "the assertion may have been used before the short-lived store was emptied",
};

function subjectOf(shown: string): string {
  try {
    return claimedSubject(shown);
  } catch (err) {
    throw isInvalidJwt(err) ? invalidClient(`assertion: ${err.detail}`) : err;
  }
}

// One sentence for every cause: a bad signature, and keys that could not be fetched (which would tell what is where).
// That we fetch no more for now is no fault of the client: RFC 6749 §5.2 has no such meaning of invalid_client.
async function verify(shown: string, expected: Parameters<typeof verifyClientAssertion>[1]) {
  try {
    return await verifyClientAssertion(shown, expected);
  } catch (err) {
    if (isInvalidJwt(err)) throw invalidClient(`assertion: ${err.detail}`);
    if (!isKeysUnavailable(err)) throw err;
    throw err.cause instanceof ProtocolError ? err.cause : invalidClient("the client's keys cannot be had");
  }
}
