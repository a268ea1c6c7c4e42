/** Successful token responses: RFC 6749 §5.1, OIDC Core §3.1.3.3, RFC 9068 §2.2. */
import { randomUUID } from "node:crypto";
import { halfHash, type SigningAlg, type SigningKey, signAccessToken, signIdToken } from "@countersign/jwt";
import type { Client } from "@countersign/rules";
import type { Authorization } from "../stores/authorizations.ts";

export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly scope?: string;
  readonly id_token?: string;
  readonly refresh_token?: string;
}

export interface TokenIssuer {
  /** Signs what an authorization yields at this moment: an access token, and with `openid` an ID token. */
  issue(authorization: Authorization, client: Client, at: Date): Promise<TokenResponse>;
  /** How long the longest-lived of these tokens lives, in seconds. */
  readonly longestSeconds: number;
}

export interface TokenSettings {
  readonly issuer: string;
  readonly accessTokenAlg: SigningAlg;
  readonly accessTokenTtlSeconds: number;
  readonly idTokenTtlSeconds: number;
}

/** The only signer of tokens. */
export function tokenIssuer(signer: (alg: SigningAlg) => SigningKey, settings: TokenSettings): TokenIssuer {
  const { issuer, accessTokenAlg, accessTokenTtlSeconds, idTokenTtlSeconds } = settings;

  return {
    longestSeconds: Math.max(accessTokenTtlSeconds, idTokenTtlSeconds),

    async issue(authorization, client, at) {
      const iat = Math.floor(at.getTime() / 1000);
      const { acr, amr, sub } = authorization;
      const common = {
        iss: issuer,
        sub,
        iat,
        acr,
        amr,
        auth_time: Math.floor(authorization.authTime.getTime() / 1000),
      };
      const scope = authorization.scopes.join(" ");

      const accessToken = await signAccessToken(signer(accessTokenAlg), {
        ...common,
        aud: authorization.resource,
        exp: iat + accessTokenTtlSeconds,
        jti: randomUUID(),
        client_id: client.id,
        authorization_id: authorization.id,
        ...(scope === "" ? {} : { scope }),
      });
      const response = {
        access_token: accessToken,
        token_type: "Bearer",
        expires_in: accessTokenTtlSeconds,
        // RFC 6749 §5.1: stated always, as people may have granted less than was asked.
        ...(scope === "" ? {} : { scope }),
      } as const;
      if (!authorization.scopes.includes("openid")) return response;

      const alg = client.idTokenSignedResponseAlg;
      const idToken = await signIdToken(signer(alg), {
        ...common,
        aud: client.id,
        exp: iat + idTokenTtlSeconds,
        at_hash: halfHash(alg, accessToken),
        ...(authorization.nonce === null ? {} : { nonce: authorization.nonce }),
        ...(authorization.sid === null ? {} : { sid: authorization.sid }),
      });
      return { ...response, id_token: idToken };
    },
  };
}
