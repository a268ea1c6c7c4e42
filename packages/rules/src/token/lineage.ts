/**
 * What a refresh token says of the tokens before it. A database that lost its last writes, as a standby may that was
 * not yet told of them, does not know the newest tokens of a family. By its lineage such a token names the newest one
 * that the database may still know.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import { randomPart } from "./secret/random.ts";
import { hashSecret, newSecret, type Secret } from "./secret/secrets.ts";

/** How many rotations may be lost. */
const MOST_NAMED = 8;
/** A hash that is this long at least names one token among all of a deployment. */
const NAME_BYTES = 8;
const PROOF_BYTES = 16;
const SECRET_LENGTH = 43;
const LONGEST = SECRET_LENGTH + 1 + Math.ceil(((MOST_NAMED * NAME_BYTES + PROOF_BYTES) * 4) / 3);

export interface Lineage {
  /** A new token, the successor of this one. It names this one and those before it, the newest first. */
  next(token: string): Secret;
  /** How the hashes of the tokens before this one begin, the newest first. None if this deployment did not make it. */
  before(token: string): readonly Buffer[];
}

/** @param keys those of the deployment, so that every replica accepts the proof; the first makes it, all check it */
export function lineage(keys: readonly { readonly key: Uint8Array }[]): Lineage {
  const own = keys.map(({ key }) => keyFrom(key));
  const making = own[0] ?? keyFrom(randomPart(32));

  return {
    next(token) {
      const secret = newSecret();
      const named = Buffer.concat([hashSecret(token).subarray(0, NAME_BYTES), namedBy(token)]);
      const names = named.subarray(0, MOST_NAMED * NAME_BYTES);
      return `${secret}.${Buffer.concat([names, proofOf(making, secret, names)]).toString("base64url")}` as Secret;
    },

    before(token) {
      const names = namedBy(token);
      const part = partAfterSecret(token);
      const secret = token.slice(0, SECRET_LENGTH);
      // Base64url has other spellings of the same bytes. They are other tokens.
      if (names.length === 0 || part.toString("base64url") !== token.slice(SECRET_LENGTH + 1)) return [];
      const proof = part.subarray(names.length);
      return own.some((key) => timingSafeEqual(proofOf(key, secret, names), proof)) ? beginnings(names) : [];
    },
  };
}

const keyFrom = (key: Uint8Array): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync("sha256", key, "", "countersign refresh lineage", 32)));

const proofOf = (key: KeyObject, secret: string, names: Buffer): Buffer =>
  createHmac("sha256", key).update(secret).update(names).digest().subarray(0, PROOF_BYTES);

/** The bytes that follow the secret; none if the token has not this form. */
function partAfterSecret(token: string): Buffer {
  if (token.length > LONGEST || token[SECRET_LENGTH] !== ".") return Buffer.alloc(0);
  return Buffer.from(token.slice(SECRET_LENGTH + 1), "base64url");
}

/** The names in a token, without their proof, which its own successor does not need: it is found by its hash. */
function namedBy(token: string): Buffer {
  const part = partAfterSecret(token);
  const names = part.subarray(0, Math.max(0, part.length - PROOF_BYTES));
  return names.length % NAME_BYTES === 0 ? names : Buffer.alloc(0);
}

function beginnings(names: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < names.length; at += NAME_BYTES) found.push(names.subarray(at, at + NAME_BYTES));
  return found;
}
