/** What a client signed with a key of its own: an assertion, a request object. Its header says less than ours do. */
import type { JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { invalidJwt } from "../errors.ts";
import { assertSignature, json, parse, split } from "../jws/compact.ts";
import { isKeysUnavailable } from "../keys/remote-keys.ts";

export interface ClientSignedExpectations {
  /** Finds the key among those of the client that is claimed, and of no other. */
  readonly keys: JWTVerifyGetKey;
  /** The algorithms it may have: our list, or the one that the client registered (RFC 8725 §3.1). */
  readonly algs: readonly string[];
  /** Values of `typ` that are accepted besides none, in lower case, without "application/" (RFC 8725 §3.11). */
  readonly typs: readonly string[];
}

/**
 * Verifies form, header and signature, and gives the claims as they stand. Throws `invalid_jwt`, or `keys_unavailable`
 * where the client's keys could not be had.
 */
export async function verifyClientSigned(
  token: string,
  { keys, algs, typs }: ClientSignedExpectations,
): Promise<unknown> {
  const jws = split(token);
  const { alg, kid, typ } = parse(headerShape, json(jws.protected), "header");
  if (!algs.includes(alg)) throw invalidJwt("alg is not allowed");
  if (typ !== undefined && !typs.includes(typ.toLowerCase().replace(/^application\//, ""))) {
    throw invalidJwt("typ is of another kind of token");
  }

  const key = await findKey(keys, kid === undefined ? { alg } : { alg, kid }, jws);
  await assertSignature(token, key, algs);
  return json(jws.payload);
}

const headerShape = z.object({
  alg: z.string(),
  // RFC 7515 §4.1.4: optional, where a client has one key of an algorithm.
  kid: z.string().max(255).optional(),
  typ: z.string().max(100).optional(),
  // RFC 7515 §4.1.11: we understand no extension, so any criticality is one we must refuse.
  crit: z.undefined().optional(),
  // RFC 7797 §6: it must be critical where it is used, so a header with it alone was made for a reader who is mistaken.
  b64: z.undefined().optional(),
});

// Only what we checked is handed on: no jwk, jku or x5u reaches the search for a key (RFC 8725 §3.10). The keys
// are the client's: one that cannot be imported is no key of it, and no fault of ours.
async function findKey(keys: JWTVerifyGetKey, header: { alg: string; kid?: string }, jws: ReturnType<typeof split>) {
  try {
    return await keys(header, jws);
  } catch (err) {
    if (isKeysUnavailable(err)) throw err;
    throw invalidJwt("no key of this kid and algorithm", err);
  }
}
