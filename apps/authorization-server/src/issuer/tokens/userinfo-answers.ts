/** UserInfo responses in the format that the client registered: OIDC Core §5.3.2. */
import { signUserinfo } from "@countersign/jwt";
import { type Client, numericDate } from "@countersign/rules";
import type { SignerFor } from "../keys/signer-for.ts";
import { type ClientEncryption, userinfoEncryption } from "./client-encryption.ts";

/** The claims signed, encrypted or both, at this time; `undefined` for a client that registered plain JSON. */
export type UserinfoAnswers = (
  claims: Readonly<Record<string, unknown>>,
  client: Client,
  at: Date,
) => Promise<string | undefined>;

interface Answering {
  readonly signerFor: SignerFor;
  readonly encryption: ClientEncryption;
  readonly settings: { readonly issuer: string; readonly idTokenTtlSeconds: number };
}

export function userinfoAnswers({ signerFor, encryption, settings }: Answering): UserinfoAnswers {
  const { issuer, idTokenTtlSeconds } = settings;
  return async (claims, client, at) => {
    const [alg, preference] = [client.userinfoSignedResponseAlg, userinfoEncryption(client)];
    const iat = numericDate(at);
    const about = { iss: issuer, aud: client.id, iat, exp: iat + idTokenTtlSeconds };

    const signed = alg === undefined ? undefined : await signUserinfo(await signerFor(client, alg), claims, about);
    return preference === undefined ? signed : encryption.encrypt(signed ?? claims, client, preference);
  };
}
