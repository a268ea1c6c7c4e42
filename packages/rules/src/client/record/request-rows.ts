/** Rows of the client record about the requests that it pushes, or sends as request objects. */
import { z } from "zod";
import { CONTENT_ENCRYPTION_ALGS, REQUEST_OBJECT_ENCRYPTION_ALGS } from "../keys/encryption.ts";
import { contentEncryption, type Enc, encBeside } from "./content-encryption.ts";
import { member, recordMember } from "./member.ts";
import { requestUri } from "./metadata-values.ts";
import { SIGNED_BY_CLIENT } from "./registered-values.ts";

export const REQUEST_ROWS = {
  /** The addresses of its request objects. They are compared byte by byte, including the fragment. */
  requestUris: member("request_uris", z.array(requestUri).max(20).optional(), {
    option: "--request-uri <url>",
    takes: "many",
    means: "where its request objects are, compared byte by byte",
    absent: [],
    omitted: ({ requestUris }: { requestUris: readonly string[] }) => requestUris.length === 0,
  }),
  /** Whether only requests that it pushed are accepted (RFC 9126 §6). */
  requirePushedAuthorizationRequests: member("require_pushed_authorization_requests", z.boolean().optional(), {
    option: "--require-pushed-authorization-requests",
    means: "it pushes every authorization request (RFC 9126); any other request of it is refused",
    absent: false,
  }),
  /** What the client may do, but need not do (OIDC Registration §2): the received object shows what was done. */
  requestObjectEncryptionAlg: recordMember(
    "request_object_encryption_alg",
    z.enum(REQUEST_OBJECT_ENCRYPTION_ALGS).optional(),
    {
      option: "--request-object-encryption-alg <alg>",
      means: "how the key of its encrypted request objects may be wrapped; it may send others too",
      supported: {
        as: ["request_object_encryption_alg_values_supported"],
        values: REQUEST_OBJECT_ENCRYPTION_ALGS,
      },
    },
  ),
  requestObjectEncryptionEnc: recordMember("request_object_encryption_enc", contentEncryption, {
    option: "--request-object-encryption-enc <enc>",
    means: "how they may be encrypted; A128CBC-HS256 by default",
    stored: (m: { request_object_encryption_alg?: string; request_object_encryption_enc?: Enc }) =>
      encBeside(m.request_object_encryption_alg, m.request_object_encryption_enc),
    supported: { as: ["request_object_encryption_enc_values_supported"], values: CONTENT_ENCRYPTION_ALGS },
  }),
  /** The only algorithm that its request objects may have; if absent, any supported one. */
  requestObjectSigningAlg: member("request_object_signing_alg", z.enum(SIGNED_BY_CLIENT).optional(), {
    option: "--request-object-signing-alg <alg>",
    means: "the only algorithm its request objects may have; by default any with a private key",
    supported: { as: ["request_object_signing_alg_values_supported"], values: SIGNED_BY_CLIENT },
  }),
} as const;
