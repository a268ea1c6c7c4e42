/** Verifies a token by the issuer that it names, of those that the configuration has: RFC 9068 §4. */
import type { JWTVerifyGetKey } from "jose";
import type { Claims } from "../access.ts";
import { invalidToken } from "../answer.ts";
import { isInvalidJwt } from "../errors.ts";
import { discover } from "../keys/discovery.ts";
import { isKeysUnavailable, remoteJwks } from "../keys/remote-keys.ts";
import { SIGNATURE_ALGS } from "../keys/signature-keys.ts";
import type { GuardOptions, IssuerOptions } from "../options.ts";
import { refused } from "../refused.ts";
import { claimedIssuer, verifyJwt } from "./jwt.ts";

/** Verifies a token. Throws a refusal. */
export type TokenCheck = (token: string) => Promise<Claims>;

type CheckOptions = Pick<GuardOptions, "resource" | "onRefusal"> & {
  readonly issuers: readonly IssuerOptions[];
  readonly now: () => Date;
};

/** Makes the check of an API. Keys are fetched when the first token comes: the issuer may start later. */
export function tokenCheck({ issuers, resource, onRefusal, now }: CheckOptions): TokenCheck {
  const known = new Map(issuers.map((one) => [one.issuer, { ...one, keys: keysOf(one, { onRefusal, now }) }]));

  return async (token) => {
    try {
      // The token says whose keys to use, but only among these issuers: no other one is asked for anything.
      const issuer = known.get(String(claimedIssuer(token)));
      if (issuer === undefined) throw refused(invalidToken("of an unknown issuer"));
      const { algs = SIGNATURE_ALGS, audience = resource, keys } = issuer;
      return await verifyJwt(token, { keys, algs, issuer: issuer.issuer, resource: audience, now: now() });
    } catch (err) {
      if (isInvalidJwt(err)) throw refused(invalidToken(err.detail));
      if (!isKeysUnavailable(err)) throw err;
      throw refused({ error: "temporarily_unavailable", description: "the API cannot check tokens now" }, err);
    }
  };
}

interface KeyOptions {
  readonly onRefusal: GuardOptions["onRefusal"] | undefined;
  readonly now: () => Date;
}

/** Each issuer has a set of its own: a kid of one never finds a key of another. */
function keysOf({ issuer, jwksUri, keys }: IssuerOptions, { onRefusal, now }: KeyOptions): JWTVerifyGetKey {
  if (keys !== undefined) return keys;
  return remoteJwks(jwksUri ?? (() => discover(issuer, "jwks_uri")), {
    now,
    onFailure: (cause) =>
      onRefusal?.({ error: "temporarily_unavailable", status: 503, detail: "keys cannot be fetched", cause }),
  });
}
