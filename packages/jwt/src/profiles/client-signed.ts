/** What a client signed with its own key: an assertion or a request object. Its header has fewer members than ours. */
import type { JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { invalidJwt } from "../errors.ts";
import { assertSignedByClient, json, parse, split } from "../jws/compact.ts";
import { isKeysUnavailable } from "../keys/remote-keys.ts";

export interface ClientSignedExpectations {
  /** Finds the key only among those of the claimed client. */
  readonly keys: JWTVerifyGetKey;
  /** The allowed algorithms: our list, or the one that the client registered (RFC 8725 §3.1). */
  readonly algs: readonly string[];
  /**
   * Accepted values of `typ`, which may also be absent, in lower case, without "application/" (RFC 8725 §3.11).
   */
  readonly typs: readonly string[];
}

/**
 * Verifies form, header and signature, and returns the claims unchecked. Throws `invalid_jwt`, or `keys_unavailable` if
 * the client's keys could not be fetched.
 */
export async function verifyClientSigned(
  token: string,
  { keys, algs, typs }: ClientSignedExpectations,
): Promise<unknown> {
  const jws = split(token);
  const { alg, kid, typ } = parse(headerShape, json(jws.protected), "header");
  if (!algs.includes(alg)) throw invalidJwt("alg is not allowed");
  if (typ !== undefined && !typs.includes(typ.toLowerCase().replace(/^application\//, ""))) {
    throw invalidJwt("typ is that of another kind of token");
  }

  const key = await findKey(keys, kid === undefined ? { alg } : { alg, kid }, jws);
  await assertSignedByClient(token, jws, alg, key);
  return json(jws.payload);
}

const headerShape = z.object({
  alg: z.string(),
  // RFC 7515 §4.1.4: optional, if a client has one key of an algorithm.
  kid: z.string().max(255).optional(),
  typ: z.string().max(100).optional(),
  // RFC 7515 §4.1.11: no extension is supported, so any critical one must be refused.
  crit: z.undefined().optional(),
  // RFC 7797 §6: it must be listed as critical if it is used, so a header with only it would be misread.
  b64: z.undefined().optional(),
});

// Only checked values are passed on: no jwk, jku or x5u reaches the search for a key (RFC 8725 §3.10). The keys belong
// to the client: a key that cannot be imported does not count as its key, and is not our error.
async function findKey(keys: JWTVerifyGetKey, header: { alg: string; kid?: string }, jws: ReturnType<typeof split>) {
  try {
    return await keys(header, jws);
  } catch (err) {
    if (isKeysUnavailable(err)) throw err;
    throw invalidJwt("no key with this kid and algorithm", err);
  }
}
