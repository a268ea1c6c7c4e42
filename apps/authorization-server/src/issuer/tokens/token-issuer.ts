/** Everything that is signed for clients: RFC 6749 §5.1, OIDC Core §3.1.3.3, §3.2.2.5, §3.3.3.6 and §5.3.2. */
import type { KeyEncryptionKey } from "@countersign/jwt";
import type { Client, Sender } from "@countersign/rules";
import type { Authorization } from "../../platform/stores/issued/authorization-row.ts";
import type { ClientKeys } from "../clients/keys.ts";
import { type ClientSecrets, clientSecrets } from "../clients/secrets.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import { type SignerFor, signerFor } from "../keys/signer-for.ts";
import {
  type AccessTokenAudience,
  type AccessTokenResponse,
  type AccessTokenSettings,
  accessTokens,
  groundsOf,
  type IssueAccessToken,
} from "./access-token.ts";
import { type AuthorizationAnswers, authorizationAnswers } from "./authorization-answers.ts";
import { clientEncryption, idTokenEncryption } from "./client-encryption.ts";
import { type IdTokenClaims, type IdTokenParts, type IssueIdToken, idTokenClaims, idTokens } from "./id-token.ts";
import { type IntrospectionAnswers, introspectionAnswers } from "./introspection-answers.ts";
import { type MadeClaims, type MappingParts, madeClaims } from "./mapping/made-claims.ts";
import { type UserinfoAnswers, userinfoAnswers } from "./userinfo-answers.ts";

/** The response of the token endpoint (RFC 6749 §5.1, OIDC Core §3.1.3.3). */
export interface TokenResponse extends AccessTokenResponse {
  readonly id_token?: string;
  readonly refresh_token?: string;
  /** RFC 8693 §2.2.1. */
  readonly issued_token_type?: string;
}

/** What a person authorized, and the client that it was authorized for. */
export interface Authorized {
  readonly authorization: Authorization;
  readonly client: Client;
  /** What the access token is for. */
  readonly audience: AccessTokenAudience;
}

export interface TokenIssuer {
  /** Signs an access token on these grounds, bound to the sender. The only signer of access tokens. */
  readonly issue: IssueAccessToken;
  /** The same for what a person authorized, with an ID token if `openid` was granted. */
  issueWithIdToken(authorized: Authorized, sender: Sender, at: Date): Promise<TokenResponse>;
  readonly idToken: IssueIdToken;
  /** What such an ID token says. Nothing is signed. */
  readonly idTokenClaims: IdTokenClaims;
  /**
   * Throws if the client requires encrypted ID tokens and has no key for them now. Call this before a code or refresh
   * token is spent.
   */
  assertDeliverable(client: Client): Promise<void>;
  /** The lifetime of the longest-lived of these tokens, in seconds. */
  readonly maxTokenTtlSeconds: number;
}

export interface TokenSettings extends AccessTokenSettings {
  readonly idTokenTtlSeconds: number;
}

export interface Tokens {
  readonly clientSecrets: ClientSecrets;
  readonly signerFor: SignerFor;
  readonly tokens: TokenIssuer;
  readonly answerUserinfo: UserinfoAnswers;
  /** The claims that are made for a client. */
  readonly made: MadeClaims;
  readonly answerAuthorization: AuthorizationAnswers;
  readonly answerIntrospection: IntrospectionAnswers;
}

export interface TokensOptions extends Pick<IdTokenParts, "claimsBehind" | "membershipsBehind">, MappingParts {
  readonly keys: KeyRing;
  readonly clientKeys: ClientKeys;
  readonly keyEncryptionKeys: readonly KeyEncryptionKey[];
  readonly settings: TokenSettings;
}

/** Combines the issuers of all tokens with the key ring, the clients' keys and the clients' secrets. */
export function openTokens({
  keys,
  clientKeys,
  keyEncryptionKeys,
  claimsBehind,
  membershipsBehind,
  settings,
  ...mapping
}: TokensOptions): Tokens {
  const secrets = clientSecrets(keyEncryptionKeys);
  const parts = {
    signerFor: signerFor({ keys, clientSecrets: secrets }),
    encryption: clientEncryption(clientKeys),
    claimsBehind,
    membershipsBehind,
    made: madeClaims(mapping),
    settings,
  };
  const issue = accessTokens(keys, settings);
  const idToken = idTokens(parts);
  const tokens: TokenIssuer = {
    issue,
    idToken,
    idTokenClaims: idTokenClaims(parts),
    async assertDeliverable(client) {
      const preference = idTokenEncryption(client);
      if (preference !== undefined) await parts.encryption.assertKey(client, preference);
    },
    maxTokenTtlSeconds: Math.max(settings.accessTokenTtlSeconds, settings.idTokenTtlSeconds),

    async issueWithIdToken({ authorization, client, audience }, sender, at) {
      const response = await issue(groundsOf(authorization, audience), sender, at);
      if (!authorization.scopes.includes("openid")) return response;

      // OIDC Core §5.4 sends these claims to /userinfo, and does not forbid them here. A client that registered this
      // reads nothing else. They are only in this response, which passes through no browser.
      const claimsOf = client.idTokenClaims === "scopes" ? authorization.scopes : [];
      const contents = { accessToken: response.access_token, claimsOf };
      return { ...response, id_token: await idToken(authorization, client, at, contents) };
    },
  };
  return {
    clientSecrets: secrets,
    signerFor: parts.signerFor,
    tokens,
    answerUserinfo: userinfoAnswers(parts),
    made: parts.made,
    answerAuthorization: authorizationAnswers(parts),
    answerIntrospection: introspectionAnswers(parts),
  };
}
