/** Rows of the client record about how its ID tokens and its answers from /userinfo are signed and encrypted. */
import { z } from "zod";
import { CONTENT_ENCRYPTION_ALGS, KEY_MANAGEMENT_ALGS } from "../keys/encryption.ts";
import { contentEncryption, type Enc, encBeside } from "./content-encryption.ts";
import { member } from "./member.ts";
import { ID_TOKEN_SIGNING_ALGS } from "./registered-values.ts";

export const RESPONSE_ROWS = {
  idTokenSignedResponseAlg: member("id_token_signed_response_alg", z.enum(ID_TOKEN_SIGNING_ALGS).default("RS256"), {
    option: "--id-token-signed-response-alg <alg>",
    means: "RS256 (the default); RS, PS and ES with 384 or 512, EdDSA, Ed25519, or HS256 to HS512 with its secret",
    supported: { as: ["id_token_signing_alg_values_supported"], values: ID_TOKEN_SIGNING_ALGS },
  }),
  /** How its ID tokens are encrypted after they are signed; none if they are not encrypted (OIDC Registration §2). */
  idTokenEncryptedResponseAlg: member("id_token_encrypted_response_alg", z.enum(KEY_MANAGEMENT_ALGS).optional(), {
    option: "--id-token-encrypted-response-alg <alg>",
    means:
      "how the key of its encrypted ID tokens is wrapped, RSA-OAEP-256 for example; by default they are not encrypted",
    supported: { as: ["id_token_encryption_alg_values_supported"], values: KEY_MANAGEMENT_ALGS },
  }),
  idTokenEncryptedResponseEnc: member("id_token_encrypted_response_enc", contentEncryption, {
    option: "--id-token-encrypted-response-enc <enc>",
    means: "how they are encrypted; A128CBC-HS256 by default",
    stored: (m: { id_token_encrypted_response_alg?: string; id_token_encrypted_response_enc?: Enc }) =>
      encBeside(m.id_token_encrypted_response_alg, m.id_token_encrypted_response_enc),
    supported: { as: ["id_token_encryption_enc_values_supported"], values: CONTENT_ENCRYPTION_ALGS },
  }),
  /**
   * How its answers from /userinfo are signed and encrypted. If neither is registered, the answer is JSON (OIDC Core
   * §5.3.2).
   */
  userinfoSignedResponseAlg: member("userinfo_signed_response_alg", z.enum(ID_TOKEN_SIGNING_ALGS).optional(), {
    option: "--userinfo-signed-response-alg <alg>",
    means:
      "its responses from /userinfo are signed with this algorithm (needs USERINFO_RESPONSE_SECRET); " +
      "by default they are JSON",
    supported: { as: ["userinfo_signing_alg_values_supported"], values: ID_TOKEN_SIGNING_ALGS },
  }),
  userinfoEncryptedResponseAlg: member("userinfo_encrypted_response_alg", z.enum(KEY_MANAGEMENT_ALGS).optional(), {
    option: "--userinfo-encrypted-response-alg <alg>",
    means: "how the key of its encrypted responses from /userinfo is wrapped (needs USERINFO_RESPONSE_SECRET)",
    supported: { as: ["userinfo_encryption_alg_values_supported"], values: KEY_MANAGEMENT_ALGS },
  }),
  userinfoEncryptedResponseEnc: member("userinfo_encrypted_response_enc", contentEncryption, {
    option: "--userinfo-encrypted-response-enc <enc>",
    means: "how they are encrypted; A128CBC-HS256 by default",
    stored: (m: { userinfo_encrypted_response_alg?: string; userinfo_encrypted_response_enc?: Enc }) =>
      encBeside(m.userinfo_encrypted_response_alg, m.userinfo_encrypted_response_enc),
    supported: { as: ["userinfo_encryption_enc_values_supported"], values: CONTENT_ENCRYPTION_ALGS },
  }),
} as const;
