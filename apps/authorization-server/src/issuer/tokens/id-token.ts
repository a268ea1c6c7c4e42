/** ID tokens: OIDC Core §2, §3.1.3.3, §3.2.2.10 and §3.3.3.6. */
import { halfHash, signIdToken } from "@countersign/jwt";
import { type Client, hearsOfEndedSessions, numericDate } from "@countersign/rules";
import {
  claimValues,
  type HeldClaims,
  type HeldMemberships,
  MOST_VALUES_IN_TOKEN,
  membershipValues,
} from "@countersign/rules/claim-values";
import { isMembershipScope } from "@countersign/rules/claims";
import type { Authorization } from "../../platform/stores/issued/authorization-row.ts";
import type { SignerFor } from "../keys/signer-for.ts";
import { type ClientEncryption, idTokenEncryption } from "./client-encryption.ts";
import { hasMadeClaims, type MadeClaims } from "./mapping/made-claims.ts";

/** Optional contents of an ID token. */
export interface IdTokenContents {
  /** The access token in the same response. `at_hash` binds the ID token to it. */
  readonly accessToken?: string;
  /** The code in the same response. `c_hash` binds the ID token to it (OIDC Core §3.3.2.11). */
  readonly code?: string;
  /**
   * Scopes whose claims the ID token contains: if no access token is issued to fetch them with (OIDC Core §5.4), or by
   * the registration of the client.
   */
  readonly claimsOf?: readonly string[];
}

/**
 * Signs an ID token about the sign-in behind an authorization, with the claims that were requested for it by name
 * (OIDC Core §5.5), and encrypts it if the client registered that.
 */
export type IssueIdToken = (
  authorization: Authorization,
  client: Client,
  at: Date,
  contents: IdTokenContents,
) => Promise<string>;

export interface IdTokenParts {
  readonly signerFor: SignerFor;
  /** The claims of the person behind an authorization. */
  readonly claimsBehind: (authorizationId: string) => Promise<HeldClaims | undefined>;
  /** What the person behind an authorization belongs to. */
  readonly membershipsBehind: (authorizationId: string) => Promise<HeldMemberships | undefined>;
  readonly made: MadeClaims;
  readonly encryption: ClientEncryption;
  readonly settings: { readonly issuer: string; readonly idTokenTtlSeconds: number };
}

export function idTokens(parts: IdTokenParts): IssueIdToken {
  const claimsOf = idTokenClaims(parts);
  return async (authorization, client, at, contents) => {
    const signer = await parts.signerFor(client, client.idTokenSignedResponseAlg);
    const signed = await signIdToken(signer, await claimsOf(authorization, client, at, contents));
    const preference = idTokenEncryption(client);
    return preference === undefined ? signed : parts.encryption.encrypt(signed, client, preference);
  };
}

/** The claims of an ID token, before anything is signed. */
export type IdTokenClaims = (...asked: Parameters<IssueIdToken>) => Promise<Parameters<typeof signIdToken>[1]>;

/** What an ID token about the sign-in behind an authorization says. */
export function idTokenClaims(parts: ClaimParts): IdTokenClaims {
  const { settings } = parts;
  return async (authorization, client, at, contents) => {
    const { sub, acr, amr, authTime, nonce } = authorization;
    const sid = namesSession(authorization, client) ? authorization.sid : null;
    const alg = client.idTokenSignedResponseAlg;
    return {
      // First, so that nothing that follows can be one of them.
      ...(await aboutPerson(authorization, client, contents.claimsOf ?? [], parts)),
      iss: settings.issuer,
      sub,
      aud: client.id,
      iat: numericDate(at),
      exp: numericDate(at) + settings.idTokenTtlSeconds,
      ...{ acr, amr, auth_time: numericDate(authTime) },
      ...(contents.accessToken === undefined ? {} : { at_hash: halfHash(alg, contents.accessToken) }),
      ...(contents.code === undefined ? {} : { c_hash: halfHash(alg, contents.code) }),
      ...(nonce === null ? {} : { nonce }),
      ...(sid === null ? {} : { sid }),
    };
  };
}

/** Whether the client registered to hear of ended sessions, or asked for `sid` by name (OIDC Core §5.5). */
const namesSession = ({ idTokenClaims }: Authorization, client: Client) =>
  hearsOfEndedSessions(client) || idTokenClaims?.includes("sid") === true;

type Claims = Record<string, unknown>;
type ClaimParts = Omit<IdTokenParts, "signerFor" | "encryption">;

/** The claims about the person, and those that are made. Most ID tokens have none: nothing is looked up for them. */
function aboutPerson(
  authorization: Authorization,
  client: Client,
  scopes: readonly string[],
  parts: ClaimParts,
): Claims | Promise<Claims> {
  const hasSome = scopes.length > 0 || (authorization.idTokenClaims ?? []).length > 0 || hasMadeClaims(client);
  return hasSome ? lookedUp(authorization, client, scopes, parts) : {};
}

async function lookedUp(
  authorization: Authorization,
  client: Client,
  scopes: readonly string[],
  parts: ClaimParts,
): Promise<Claims> {
  const { id: authorizationId, scopes: granted } = authorization;
  const seen = async () => ({
    authorizationId,
    scopes: granted,
    claims: await claimsOf(authorization, granted, parts),
  });
  return { ...(await parts.made(client, seen)), ...(await claimsOf(authorization, scopes, parts)) };
}

async function claimsOf(
  { id, idTokenClaims }: Authorization,
  scopes: readonly string[],
  { claimsBehind, membershipsBehind }: Pick<IdTokenParts, "claimsBehind" | "membershipsBehind">,
): Promise<Record<string, unknown>> {
  const named = (idTokenClaims ?? []).filter((claim) => claim !== "sid");
  if (scopes.length === 0 && named.length === 0) return {};
  const byName = named.filter((claim) => !isMembershipScope(claim));
  const belongings = [...scopes, ...named].filter(isMembershipScope);

  const held = await claimsBehind(id);
  if (held === undefined) return {};
  const memberships = belongings.length > 0 ? await membershipsBehind(id) : undefined;
  return {
    ...claimValues(held, scopes, byName),
    ...membershipValues(memberships ?? {}, belongings, MOST_VALUES_IN_TOKEN),
  };
}
