/**
 * Refresh tokens: when one is issued, and what the reuse of an old one means (RFC 6749 §6, RFC 9700 §4.14, OIDC Core
 * §11).
 */
import { type Client, isPublicClient } from "../client/client.ts";
import { type Confirmation, confirmationOf, type Sender } from "../confirmation.ts";

/** The scope that asks for access while the person is away (OIDC Core §11). */
export const OFFLINE_ACCESS = "offline_access";

/** How long a confidential client may repeat a refresh whose answer was lost, in seconds. */
const GRACE_SECONDS = 30;

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
 * A public client proves nothing when it repeats a request, so it cannot be told from a thief: no grace (RFC 9700
 * §4.14.2).
 */
export function graceSeconds(client: Pick<Client, "tokenEndpointAuthMethod">): number {
  return isPublicClient(client) ? 0 : GRACE_SECONDS;
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
  readonly spentAt: Date;
  readonly successorSpent: boolean;
}

/**
 * What the reuse of a spent token means. Within the grace, and if its successor was never used, the answer was lost and
 * the same successor is given again. Otherwise two parties hold the family, and it is revoked.
 */
export function spentVerdict({ spentAt, successorSpent }: SpentToken, grace: number, now: Date): "repeat" | "replay" {
  // Of two concurrent requests, the later one may have read its clock first: an age below zero gives no grace.
  const ageSeconds = Math.max((now.getTime() - spentAt.getTime()) / 1000, 0);
  return !successorSpent && ageSeconds < grace ? "repeat" : "replay";
}
