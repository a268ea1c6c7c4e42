/** What OIDC Core §3.1.3.7 asks of an ID token beyond what the library checks. */
import type { IDToken } from "openid-client";
import { ProtocolError } from "./errors.ts";

const OLDEST_SECONDS = 300;
const CLOCK_SKEW_SECONDS = 60;

/**
 * Checks the claims of an ID token whose signature, iss, aud, exp and nonce the library found right.
 * @throws ProtocolError answer_refused
 */
export function checkIdToken(claims: IDToken, { clientId, now }: { clientId: string; now: Date }): void {
  const refused = (detail: string) => new ProtocolError("answer_refused", detail);

  // Rule 5: whenever azp is there it names this client; the library looks only at several audiences.
  if (claims.azp !== undefined && claims.azp !== clientId) throw refused("azp names another client");

  // Rule 10: a token answers this sign-in, so it is new.
  const ageSeconds = now.getTime() / 1000 - claims.iat;
  if (ageSeconds > OLDEST_SECONDS + CLOCK_SKEW_SECONDS) throw refused("iat is too long ago");
  if (ageSeconds < -CLOCK_SKEW_SECONDS) throw refused("iat is in the future");

  // §2: at most 255 ASCII characters. An empty one names nobody.
  if (!/^[\x20-\x7e]{1,255}$/.test(claims.sub)) throw refused("sub is malformed");
}
