/** Session state: OIDC Session Management §2 and §3.2. */
import { hash } from "node:crypto";

export interface SessionStateParts {
  readonly clientId: string;
  /** The address that receives the answer: its origin is that of the client's pages that ask. */
  readonly redirectUri: string;
  /** The value of the browser's cookie: it changes with each sign-in and sign-out. */
  readonly browserState: string;
  readonly salt: string;
}

/**
 * The `session_state` of an answer: a hash, which the session iframe computes again from the cookie, and its salt. None
 * for a redirect URI without an origin, from which no page can ask. A party that does not know the browser state learns
 * nothing.
 */
export function sessionStateOf({ clientId, redirectUri, browserState, salt }: SessionStateParts): string | undefined {
  const { origin } = new URL(redirectUri);
  if (origin === "null") return undefined;

  return `${hash("sha256", `${clientId} ${origin} ${browserState} ${salt}`, "base64url")}.${salt}`;
}
