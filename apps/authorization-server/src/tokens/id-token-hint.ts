import { isInvalidJwt, verifyIdTokenHint } from "@countersign/jwt";
import { invalidRequest } from "@countersign/rules";
import type { KeyRing } from "./key-ring.ts";

/** Whom a hint is about, the client that it was issued to, and the session that it was issued in. */
export interface IdTokenHint {
  readonly sub: string;
  readonly aud: string;
  readonly sid?: string | undefined;
}

/** Reads an ID token of ours that a client sends back, expired or not. Throws `invalid_request` for one that is not ours. */
export async function readIdTokenHint(
  hint: string | undefined,
  { keys, issuer }: { readonly keys: Pick<KeyRing, "verificationKeys">; readonly issuer: string },
): Promise<IdTokenHint | undefined> {
  if (hint === undefined) return undefined;
  try {
    return await verifyIdTokenHint(hint, { keys: keys.verificationKeys(), issuer });
  } catch (err) {
    if (isInvalidJwt(err)) throw invalidRequest("id_token_hint is not valid", String(err));
    throw err;
  }
}
