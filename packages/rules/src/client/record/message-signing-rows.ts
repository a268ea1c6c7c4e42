/** Rows of the client record about signed requests and signed responses: RFC 9101 §10.5, JARM §3, RFC 9701 §6. */
import { z } from "zod";
import { CONTENT_ENCRYPTION_ALGS, KEY_MANAGEMENT_ALGS } from "../keys/encryption.ts";
import { contentEncryption, type Enc, encBeside } from "./content-encryption.ts";
import { member } from "./member.ts";
import { ID_TOKEN_SIGNING_ALGS, RESPONSE_MODES } from "./registered-values.ts";

export const MESSAGE_SIGNING_ROWS = {
  /** Whether every authorization request must be in a signed request object (RFC 9101 §10.5). */
  requireSignedRequestObject: member("require_signed_request_object", z.boolean().optional(), {
    option: "--require-signed-request-object",
    means: "it signs every authorization request (RFC 9101); any other request of it is refused",
    absent: false,
  }),
  /** The only response modes that it may use; if it registered none, any. */
  responseModes: member(
    "response_modes",
    z
      .array(z.enum(RESPONSE_MODES))
      .transform((modes) => [...new Set(modes)])
      .optional(),
    {
      option: "--response-mode <mode>",
      takes: "many",
      means: "a response mode that it uses, jwt for example; any other is refused, and by default none is",
      absent: [],
      omitted: ({ responseModes }: { responseModes: readonly string[] }) => responseModes.length === 0,
      supported: { as: ["response_modes_supported"], values: RESPONSE_MODES },
    },
  ),
  /** How the JWTs are signed and encrypted that hold its authorization responses (JARM §3). */
  authorizationSignedResponseAlg: member(
    "authorization_signed_response_alg",
    z.enum(ID_TOKEN_SIGNING_ALGS).optional(),
    {
      option: "--authorization-signed-response-alg <alg>",
      means: "how its authorization responses are signed in the response modes with jwt; RS256 by default",
      supported: { as: ["authorization_signing_alg_values_supported"], values: ID_TOKEN_SIGNING_ALGS },
    },
  ),
  authorizationEncryptedResponseAlg: member(
    "authorization_encrypted_response_alg",
    z.enum(KEY_MANAGEMENT_ALGS).optional(),
    {
      option: "--authorization-encrypted-response-alg <alg>",
      means: "how the key of those responses is wrapped; by default they are not encrypted",
      supported: { as: ["authorization_encryption_alg_values_supported"], values: KEY_MANAGEMENT_ALGS },
    },
  ),
  authorizationEncryptedResponseEnc: member("authorization_encrypted_response_enc", contentEncryption, {
    option: "--authorization-encrypted-response-enc <enc>",
    means: "how they are encrypted; A128CBC-HS256 by default",
    stored: (m: { authorization_encrypted_response_alg?: string; authorization_encrypted_response_enc?: Enc }) =>
      encBeside(m.authorization_encrypted_response_alg, m.authorization_encrypted_response_enc),
    supported: { as: ["authorization_encryption_enc_values_supported"], values: CONTENT_ENCRYPTION_ALGS },
  }),
  /** How the answers are signed and encrypted when it introspects tokens (RFC 9701 §6). */
  introspectionSignedResponseAlg: member(
    "introspection_signed_response_alg",
    z.enum(ID_TOKEN_SIGNING_ALGS).optional(),
    {
      option: "--introspection-signed-response-alg <alg>",
      means:
        "its introspection responses are always JWTs that are signed with this algorithm; by default they are JSON",
      supported: { as: ["introspection_signing_alg_values_supported"], values: ID_TOKEN_SIGNING_ALGS },
    },
  ),
  introspectionEncryptedResponseAlg: member(
    "introspection_encrypted_response_alg",
    z.enum(KEY_MANAGEMENT_ALGS).optional(),
    {
      option: "--introspection-encrypted-response-alg <alg>",
      means: "how the key of its encrypted introspection responses is wrapped; by default they are not encrypted",
      supported: { as: ["introspection_encryption_alg_values_supported"], values: KEY_MANAGEMENT_ALGS },
    },
  ),
  introspectionEncryptedResponseEnc: member("introspection_encrypted_response_enc", contentEncryption, {
    option: "--introspection-encrypted-response-enc <enc>",
    means: "how they are encrypted; A128CBC-HS256 by default",
    stored: (m: { introspection_encrypted_response_alg?: string; introspection_encrypted_response_enc?: Enc }) =>
      encBeside(m.introspection_encrypted_response_alg, m.introspection_encrypted_response_enc),
    supported: { as: ["introspection_encryption_enc_values_supported"], values: CONTENT_ENCRYPTION_ALGS },
  }),
} as const;
