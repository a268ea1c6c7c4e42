/**
 * What an authorization yields: RFC 6749 §5.1, OIDC Core §3.1.3.3, §3.2.2.5 and §3.3.3.6, RFC 9068 §2.2. The only
 * signer of tokens.
 */
import { randomUUID } from "node:crypto";
import { type AccessTokenAlg, halfHash, signAccessToken, signIdToken } from "@countersign/jwt";
import { type Client, numericDate } from "@countersign/rules";
import { claimValues, type HeldClaims } from "@countersign/rules/claim-values";
import type { KeyRing } from "../keys/key-ring.ts";
import type { SignerFor } from "../keys/signer-for.ts";
import type { Authorization } from "../stores/authorization-row.ts";
import type { ResourceServer } from "../stores/resource-servers.ts";
import { type ClientEncryption, idTokenWish } from "./client-encryption.ts";

export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly scope?: string;
  readonly id_token?: string;
  readonly refresh_token?: string;
}

/** What an ID token says besides who and when. */
export interface IdTokenContents {
  /** The access token that comes with it: bound to it by `at_hash`. */
  readonly accessToken?: string;
  /** The code that comes with it: bound to it by `c_hash` (OIDC Core §3.3.2.11). */
  readonly code?: string;
  /** Scopes whose claims it has, where no access token comes along to fetch them with (OIDC Core §5.4). */
  readonly claimsOf?: readonly string[];
}

/** What a client gets for itself (RFC 6749 §4.4). */
export interface ClientToken {
  readonly authorizationId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly resource: ResourceServer;
}

export interface TokenIssuer {
  /** Signs an access token of an authorization, and says what it is worth. */
  accessToken(authorization: Authorization, client: Client, at: Date): Promise<TokenResponse>;
  /**
   * Throws unless a client that has its ID tokens encrypted has a key for it now: to be asked before a code or refresh
   * token is spent on them.
   */
  assertDeliverable(client: Client): Promise<void>;
  /**
   * Signs an ID token about the sign-in behind an authorization, with the claims that were requested for it by name
   * (OIDC Core §5.5), and encrypts it where the client asks for that.
   */
  idToken(authorization: Authorization, client: Client, at: Date, contents: IdTokenContents): Promise<string>;
  /** The answer of the token endpoint: an access token, and with `openid` an ID token. */
  issue(authorization: Authorization, client: Client, at: Date): Promise<TokenResponse>;
  /**
   * Signs an access token of a client for itself: nobody signed in, so nothing is said of that, and nothing comes
   * along.
   */
  clientToken(token: ClientToken, at: Date): Promise<TokenResponse>;
  /** How long the longest-lived of these tokens lives, in seconds. */
  readonly maxTokenTtlSeconds: number;
}

export interface TokenSettings {
  readonly issuer: string;
  readonly accessTokenAlg: AccessTokenAlg;
  readonly accessTokenTtlSeconds: number;
  readonly idTokenTtlSeconds: number;
}

/** What the issuer of tokens works with. */
export interface TokenParts {
  readonly keys: Pick<KeyRing, "signer">;
  readonly signerFor: SignerFor;
  /** What is held of the person behind an authorization. */
  readonly claimsBehind: (authorizationId: string) => Promise<HeldClaims | undefined>;
  readonly encryption: ClientEncryption;
  readonly settings: TokenSettings;
}

export function tokenIssuer({ keys, signerFor, claimsBehind, encryption, settings }: TokenParts): TokenIssuer {
  const { issuer, accessTokenAlg, accessTokenTtlSeconds, idTokenTtlSeconds } = settings;

  const accessToken: TokenIssuer["accessToken"] = async (authorization, client, at) => {
    const { resource, id, scopes } = authorization;
    const scope = scopes.join(" ");
    const token = await signAccessToken(await keys.signer(accessTokenAlg), {
      ...aboutSignIn(authorization, issuer, at),
      aud: resource,
      exp: numericDate(at) + accessTokenTtlSeconds,
      jti: randomUUID(),
      client_id: client.id,
      authorization_id: id,
      ...(scope === "" ? {} : { scope }),
    });
    // RFC 6749 §5.1: the scope is stated always, as people may have granted less than was asked.
    const stated = scope === "" ? {} : { scope };
    return { access_token: token, token_type: "Bearer", expires_in: accessTokenTtlSeconds, ...stated };
  };

  const idToken: TokenIssuer["idToken"] = async (authorization, client, at, contents) => {
    const { nonce, sid } = authorization;
    const alg = client.idTokenSignedResponseAlg;
    const signed = await signIdToken(await signerFor(client, alg), {
      ...(await aboutPerson(authorization, contents.claimsOf ?? [], claimsBehind)),
      ...aboutSignIn(authorization, issuer, at),
      aud: client.id,
      exp: numericDate(at) + idTokenTtlSeconds,
      ...(contents.accessToken === undefined ? {} : { at_hash: halfHash(alg, contents.accessToken) }),
      ...(contents.code === undefined ? {} : { c_hash: halfHash(alg, contents.code) }),
      ...(nonce === null ? {} : { nonce }),
      ...(sid === null ? {} : { sid }),
    });
    const wish = idTokenWish(client);
    return wish === undefined ? signed : encryption.encrypt(signed, client, wish);
  };

  return {
    accessToken,
    assertDeliverable: (client) => encryption.assertKey(client, idTokenWish(client)),
    idToken,
    clientToken: (token, at) => clientToken(keys, issuer, token, at),
    maxTokenTtlSeconds: Math.max(accessTokenTtlSeconds, idTokenTtlSeconds),

    async issue(authorization, client, at) {
      const response = await accessToken(authorization, client, at);
      if (!authorization.scopes.includes("openid")) return response;

      const contents = { accessToken: response.access_token };
      return { ...response, id_token: await idToken(authorization, client, at, contents) };
    },
  };
}

async function clientToken(
  keys: Pick<KeyRing, "signer">,
  issuer: string,
  { authorizationId, clientId, scopes, resource }: ClientToken,
  at: Date,
): Promise<TokenResponse> {
  const ttlSeconds = resource.accessTokenTtlSeconds;
  const stated = scopes.length === 0 ? {} : { scope: scopes.join(" ") };
  const token = await signAccessToken(await keys.signer(resource.accessTokenSigningAlg), {
    iss: issuer,
    sub: clientId, // RFC 9068 §2.2: without a resource owner it stands for the client
    aud: resource.identifier,
    iat: numericDate(at),
    exp: numericDate(at) + ttlSeconds,
    jti: randomUUID(),
    client_id: clientId,
    authorization_id: authorizationId,
    ...stated,
  });
  return { access_token: token, token_type: "Bearer", expires_in: ttlSeconds, ...stated };
}

// Most ID tokens say nothing of the person, and for those nothing is looked up.
async function aboutPerson(
  { id, idTokenClaims }: Authorization,
  scopes: readonly string[],
  claimsBehind: TokenParts["claimsBehind"],
): Promise<Record<string, unknown>> {
  if (scopes.length === 0 && (idTokenClaims ?? []).length === 0) return {};

  const held = await claimsBehind(id);
  return held === undefined ? {} : claimValues(held, scopes, idTokenClaims ?? []);
}

// OIDC Core §2: who signed in, when and how; the same in both tokens.
function aboutSignIn({ sub, acr, amr, authTime }: Authorization, issuer: string, at: Date) {
  return { iss: issuer, sub, iat: numericDate(at), acr, amr, auth_time: numericDate(authTime) };
}
