/** The public keys that verify our signatures: RFC 7517, OIDC Core §10.1. */
import { type AnswerDocument, answerDocument } from "@countersign/service";
import type { KeyRing } from "../../keys/key-ring.ts";

/**
 * Shorter than the time between publication and first use of a key. So no verifier receives a signature whose key its
 * cached document lacks.
 */
export const JWKS_MAX_AGE_SECONDS = 300;

export const jwks = (keys: Pick<KeyRing, "jwks">): AnswerDocument =>
  answerDocument(keys.jwks, { contentType: "application/json", maxAgeSeconds: JWKS_MAX_AGE_SECONDS });
