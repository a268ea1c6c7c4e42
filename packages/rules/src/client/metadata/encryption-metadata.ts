/** The encryption members of a client's registration: OIDC Registration §2. */
import { encryptionKeyOf } from "../keys/encryption.ts";
import type { Members } from "../registration/registration-shape.ts";

/** The kinds of answers that are encrypted to the client. */
const ENCRYPTED_RESPONSES = [
  "id_token_encrypted_response",
  "userinfo_encrypted_response",
  "authorization_encrypted_response",
  "introspection_encrypted_response",
] as const;
/** Everything that is registered as a pair of members. */
const PAIRS = [...ENCRYPTED_RESPONSES, "request_object_encryption"] as const;

type Encrypted = Pick<
  Members,
  "jwks" | "jwks_uri" | `${(typeof ENCRYPTED_RESPONSES)[number] | "request_object_encryption"}_${"alg" | "enc"}`
>;

/** Checks the members against each other and against the keys of the client. */
export function checkEncryption(metadata: Encrypted, report: (path: PropertyKey[], message: string) => void): void {
  for (const name of PAIRS) {
    if (metadata[`${name}_enc`] !== undefined && metadata[`${name}_alg`] === undefined) {
      report([`${name}_enc`], `needs ${name}_alg`);
    }
  }

  const { jwks, jwks_uri } = metadata;
  for (const name of ENCRYPTED_RESPONSES) {
    const member = `${name}_alg` as const;
    const wanted = metadata[member];
    if (wanted === undefined || jwks_uri !== undefined) continue;
    if (jwks === undefined) report([member], "needs jwks or jwks_uri");
    else if (encryptionKeyOf(jwks.keys, wanted) === undefined) report([member], "has no key in jwks that fits it");
  }
}
