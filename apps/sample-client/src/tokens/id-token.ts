/** The requirements of OIDC Core §3.1.3.7 for an ID token that the library does not check. */
import type { IDToken } from "openid-client";
import { ProtocolError } from "../errors.ts";

const OLDEST_SECONDS = 300;
const CLOCK_SKEW_SECONDS = 60;

/** An ID token after every check. */
export interface ProvenIdToken {
  /** The token as it was signed. At sign-out, it identifies the session to end. */
  readonly jwt: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: IDToken;
}

interface Expected {
  readonly clientId: string;
  readonly now: Date;
}

/**
 * Checks the claims of an ID token. The library has already verified its signature, iss, aud, exp and nonce.
 * @throws ProtocolError answer_refused
 */
export function proveIdToken(jwt: string, claims: IDToken, { clientId, now }: Expected): ProvenIdToken {
  const refused = (detail: string) => new ProtocolError("answer_refused", detail);

  // Rule 5: whenever azp is there it names this client; the library looks only at several audiences.
  if (claims.azp !== undefined && claims.azp !== clientId) throw refused("azp names another client");

  // Rule 10: the token is for this sign-in, so it must be new.
  const ageSeconds = now.getTime() / 1000 - claims.iat;
  if (ageSeconds > OLDEST_SECONDS + CLOCK_SKEW_SECONDS) throw refused("iat is too long ago");
  if (ageSeconds < -CLOCK_SKEW_SECONDS) throw refused("iat is in the future");

  if (!isSubject(claims.sub)) throw refused("sub is malformed");

  return { jwt, header: headerOf(jwt), claims };
}

/** OIDC Core §2: at most 255 ASCII characters. An empty one identifies no person. */
export function isSubject(sub: string): boolean {
  return /^[\x20-\x7e]{1,255}$/.test(sub);
}

/**
 * Checks the ID token of a refresh response against the one of the sign-in: OIDC Core §12.2.
 * @throws ProtocolError answer_refused
 */
export function checkRefreshedIdToken(claims: IDToken, original: IDToken): void {
  const refused = (name: string) => new ProtocolError("answer_refused", `${name} of the refreshed ID token differs`);

  if (claims.iss !== original.iss) throw refused("iss");
  if (claims.sub !== original.sub) throw refused("sub");
  const audience = [claims.aud].flat();
  if (![original.aud].flat().every((aud) => audience.includes(aud))) throw refused("aud");

  // These claims may be absent. If present, they must be unchanged, because refreshing is not a new sign-in.
  for (const name of ["auth_time", "nonce", "azp"] as const) {
    if (claims[name] !== undefined && claims[name] !== original[name]) throw refused(name);
  }
}

/** RFC 7515 §3.1: the part before the first dot. The library has verified the token by now. */
function headerOf(jwt: string): Readonly<Record<string, unknown>> {
  const [encoded = ""] = jwt.split(".");
  return JSON.parse(Buffer.from(encoded, "base64url").toString("utf8"));
}
