/** Authorization responses in JWTs: JARM §2.1 and §2.2. */
import { signAuthorizationResponse } from "@countersign/jwt";
import { type Client, numericDate, responseAlg } from "@countersign/rules";
import type { SignerFor } from "../keys/signer-for.ts";
import { authorizationEncryption, type ClientEncryption } from "./client-encryption.ts";

/** A response is on its way for seconds. JARM §2.1 recommends at most ten minutes. */
const TTL_SECONDS = 120;

export interface AuthorizationAnswers {
  /**
   * The JWT with these parameters, only for this client. Throws `invalid_request` or `temporarily_unavailable` if the
   * client requires encryption and has no key for it now.
   */
  jwt(parameters: Readonly<Record<string, string>>, client: Client, at: Date): Promise<string>;
  /** Throws as `jwt` does. Call this before a person is asked for anything. */
  assertDeliverable(client: Client): Promise<void>;
}

interface Answering {
  readonly signerFor: SignerFor;
  readonly encryption: ClientEncryption;
  readonly settings: { readonly issuer: string };
}

export function authorizationAnswers({ signerFor, encryption, settings }: Answering): AuthorizationAnswers {
  return {
    async jwt(parameters, client, at) {
      const alg = responseAlg(client.profile, client.authorizationSignedResponseAlg);
      const about = { iss: settings.issuer, aud: client.id, exp: numericDate(at) + TTL_SECONDS };
      const signed = await signAuthorizationResponse(await signerFor(client, alg), parameters, about);
      const preference = authorizationEncryption(client);
      return preference === undefined ? signed : encryption.encrypt(signed, client, preference);
    },
    assertDeliverable: (client) => encryption.assertKey(client, authorizationEncryption(client)),
  };
}
