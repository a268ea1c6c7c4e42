/** The content encryption of what a client gets or sends encrypted. */
import { z } from "zod";
import { CONTENT_ENCRYPTION_ALGS, type ContentEncryptionAlg, DEFAULT_CONTENT_ENCRYPTION } from "../keys/encryption.ts";

export type Enc = ContentEncryptionAlg | undefined;

export const contentEncryption = z.enum(CONTENT_ENCRYPTION_ALGS).optional();

/** OIDC Registration §2: without a content encryption the default applies; if nothing is encrypted, there is none. */
export const encBeside = (alg: string | undefined, enc: Enc) =>
  enc ?? (alg === undefined ? undefined : DEFAULT_CONTENT_ENCRYPTION);
