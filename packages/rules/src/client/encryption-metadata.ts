/** What a client says of encryption when it is made: OIDC Registration §2. */
import { z } from "zod";
import {
  CONTENT_ENCRYPTION_ALGS,
  encryptionKeyOf,
  KEY_MANAGEMENT_ALGS,
  REQUEST_OBJECT_ENCRYPTION_ALGS,
} from "./encryption.ts";
import type { ClientJwks } from "./jwk.ts";

const alg = z.enum(KEY_MANAGEMENT_ALGS).optional();
const enc = z.enum(CONTENT_ENCRYPTION_ALGS).optional();

/** Each member by itself. */
export const encryptionShape = {
  id_token_encrypted_response_alg: alg,
  id_token_encrypted_response_enc: enc,
  userinfo_encrypted_response_alg: alg,
  userinfo_encrypted_response_enc: enc,
  // What the client may do, and need not (OIDC Registration §2): the object that comes says what was done.
  request_object_encryption_alg: z.enum(REQUEST_OBJECT_ENCRYPTION_ALGS).optional(),
  request_object_encryption_enc: enc,
};

/** The kinds of answers that are encrypted to the client. */
const ENCRYPTED_RESPONSES = ["id_token_encrypted_response", "userinfo_encrypted_response"] as const;
/** All that comes as a pair of members. */
const PAIRS = [...ENCRYPTED_RESPONSES, "request_object_encryption"] as const;

type Members = z.output<z.ZodObject<typeof encryptionShape>> & {
  readonly jwks?: ClientJwks | undefined;
  readonly jwks_uri?: string | undefined;
};

/** What the members must be to each other, and to the keys of the client. */
export function checkEncryption(metadata: Members, wrong: (path: PropertyKey[], message: string) => void): void {
  for (const name of PAIRS) {
    if (metadata[`${name}_enc`] !== undefined && metadata[`${name}_alg`] === undefined) {
      wrong([`${name}_enc`], `needs ${name}_alg`);
    }
  }

  const { jwks, jwks_uri } = metadata;
  for (const name of ENCRYPTED_RESPONSES) {
    const member = `${name}_alg` as const;
    const wanted = metadata[member];
    if (wanted === undefined || jwks_uri !== undefined) continue;
    if (jwks === undefined) wrong([member], "needs jwks or jwks_uri");
    else if (encryptionKeyOf(jwks.keys, wanted) === undefined) wrong([member], "has no key in jwks that fits it");
  }
}
