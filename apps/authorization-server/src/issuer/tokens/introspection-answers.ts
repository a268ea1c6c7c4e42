/** Introspection responses in JWTs: RFC 9701 §5 and §6. */
import { signIntrospectionResponse } from "@countersign/jwt";
import { type Client, numericDate, responseAlg } from "@countersign/rules";
import type { SignerFor } from "../keys/signer-for.ts";
import { type ClientEncryption, introspectionEncryption } from "./client-encryption.ts";

/**
 * The response signed, and encrypted if the caller registered that. Throws `invalid_request` or
 * `temporarily_unavailable` if the caller requires encryption and has no key for it now.
 */
export type IntrospectionAnswers = (
  response: Readonly<Record<string, unknown>>,
  caller: Client,
  at: Date,
) => Promise<string>;

interface Answering {
  readonly signerFor: SignerFor;
  readonly encryption: ClientEncryption;
  readonly settings: { readonly issuer: string };
}

export function introspectionAnswers({ signerFor, encryption, settings }: Answering): IntrospectionAnswers {
  return async (response, caller, at) => {
    const alg = responseAlg(caller.profile, caller.introspectionSignedResponseAlg);
    const claims = { iss: settings.issuer, aud: caller.id, iat: numericDate(at), token_introspection: response };
    const signed = await signIntrospectionResponse(await signerFor(caller, alg), claims);
    const preference = introspectionEncryption(caller);
    return preference === undefined ? signed : encryption.encrypt(signed, caller, preference);
  };
}
