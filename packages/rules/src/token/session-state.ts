/** Session state: OIDC Session Management §2 and §3.2. */
import { hash } from "node:crypto";

export interface SessionStateParts {
  readonly clientId: string;
  /** Where the answer goes: its origin is where the client's pages ask from. */
  readonly redirectUri: string;
  /** What the browser's cookie says: another value after each sign-in and sign-out. */
  readonly browserState: string;
  readonly salt: string;
}

/**
 * The `session_state` of an answer: a hash that the session iframe makes again from the cookie, and its salt. None for
 * a redirect URI without an origin, from which no page can ask. Whoever does not know the browser state learns nothing.
 */
export function sessionStateOf({ clientId, redirectUri, browserState, salt }: SessionStateParts): string | undefined {
  const { origin } = new URL(redirectUri);
  if (origin === "null") return undefined;

  return `${hash("sha256", `${clientId} ${origin} ${browserState} ${salt}`, "base64url")}.${salt}`;
}
