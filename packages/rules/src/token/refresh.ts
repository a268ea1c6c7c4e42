/**
 * Refresh tokens: when one is issued, and what the reuse of an old one means (RFC 6749 §6, RFC 9700 §4.14, OIDC Core
 * §11).
 */
import { type Client, isPublicClient } from "../client/client.ts";
import { type Confirmation, confirmationOf, isSameSender, type Sender } from "../confirmation.ts";

/** The scope that asks for access while the person is away (OIDC Core §11). */
export const OFFLINE_ACCESS = "offline_access";

/**
 * How long the holder of a bearer token of a public client may repeat a refresh, in seconds. A refused attempt takes up
 * to 8 seconds and says to come back after 5: there is time for two of them.
 */
const BEARER_GRACE_SECONDS = 30;

/**
 * Whether an authorization yields a refresh token. With `openid` the person must have allowed `offline_access` on a
 * page (OIDC Core §11); without it, it is enough that the client may use the grant.
 */
export function yieldsRefreshToken(client: Pick<Client, "grantTypes">, scopes: readonly string[]): boolean {
  if (!client.grantTypes.includes("refresh_token")) return false;
  return scopes.includes(OFFLINE_ACCESS) || !scopes.includes("openid");
}

/** Whether the grant outlives the session in which it was made. */
export function isOffline(scopes: readonly string[]): boolean {
  return scopes.includes(OFFLINE_ACCESS);
}

/**
 * How long a refresh may be repeated with the same token, in seconds, while its successor is unused. There is no limit
 * if the repeated request proves that the same party sends it: the client authenticates, or proves the key that the
 * token is bound to. A bearer token of a public client proves nothing, so its grace is short. A bound token from
 * another sender has none: it was stolen (RFC 9700 §4.14.2).
 */
export function graceSeconds(
  client: Pick<Client, "tokenEndpointAuthMethod">,
  confirmation: Confirmation | null,
  sender: Sender,
): number {
  if (!isPublicClient(client)) return Number.POSITIVE_INFINITY;
  if (confirmation === null) return BEARER_GRACE_SECONDS;
  return isSameSender(confirmation, sender) ? Number.POSITIVE_INFINITY : 0;
}

/**
 * What the refresh tokens of a client are bound to. Those of a public client are bound to the sender of the first token
 * request. A confidential client authenticates for each refresh, so its sender may change (RFC 9449 §5, RFC 8705 §4).
 */
export function refreshConfirmation(
  client: Pick<Client, "tokenEndpointAuthMethod">,
  sender: Sender,
): Confirmation | undefined {
  return isPublicClient(client) ? confirmationOf(sender) : undefined;
}

/** What the store knows of a spent refresh token. */
export interface SpentToken {
  /** How long ago it was spent, by the clock of the store. */
  readonly ageSeconds: number;
  readonly successorSpent: boolean;
}

/**
 * What the reuse of a spent token means. Within the grace, and if its successor was never used, the answer was lost and
 * the same successor is given again. Otherwise two parties hold the family, and it is revoked.
 */
export function spentVerdict({ ageSeconds, successorSpent }: SpentToken, grace: number): "repeat" | "replay" {
  return !successorSpent && ageSeconds < grace ? "repeat" : "replay";
}
