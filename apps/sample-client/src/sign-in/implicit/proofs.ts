/** The two ways to prove that an access token from the browser was issued to this client, and for whom. */
import { type Configuration, implicitAuthentication, tokenIntrospection } from "openid-client";
import type { Config } from "../../config.ts";
import { ProtocolError } from "../../errors.ts";
import { checkAtHash } from "../../tokens/at-hash.ts";
import { isSubject, type ProvenIdToken, proveIdToken } from "../../tokens/id-token.ts";
import { expiryOf } from "../../tokens/tokens.ts";
import { grantedScopes } from "../scopes.ts";
import type { ImplicitTransaction } from "../transactions.ts";

const CLOCK_SKEW_MS = 60_000;

export interface Posted {
  readonly accessToken: string;
  readonly form: ReadonlyMap<string, string>;
  readonly transaction: ImplicitTransaction;
  readonly clientId: string;
  readonly now: Date;
}

export interface Proof {
  readonly sub: string;
  readonly idToken: ProvenIdToken | undefined;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | undefined;
}

/**
 * Proves the token by the ID token that came with it: OIDC Core §3.2.2.11.
 * @param configuration the one for ID tokens through the browser
 * @throws ProtocolError, and the errors of openid-client for a check that failed
 */
export async function proveByIdToken(
  configuration: Configuration,
  { redirectUri }: Pick<Config, "redirectUri">,
  { accessToken, form, transaction, clientId, now }: Posted,
): Promise<Proof> {
  const jwt = form.get("id_token");
  if (jwt === undefined) throw refused("no id_token, although one was requested");

  // Signature by the provider's keys, iss, aud, exp, and the nonce of this very sign-in.
  const answer = new URL(redirectUri);
  answer.hash = String(new URLSearchParams({ id_token: jwt, state: transaction.state }));
  const claims = await implicitAuthentication(configuration, answer, transaction.nonce, {
    expectedState: transaction.state,
  });
  const idToken = proveIdToken(jwt, claims, { clientId, now });

  // §3.2.2.9: ties the access token to this ID token, and so to this client and person. Required here.
  if (claims.at_hash === undefined) throw refused("the ID token has no at_hash");
  checkAtHash(idToken, accessToken);

  // Nothing proves these two values. The person could add requested scopes here, but the token would not grant
  // them.
  const scopes = grantedScopes(transaction.scope, form.get("scope"));
  const expiresAt = expiryOf(secondsOf(form.get("expires_in")), now);
  return { sub: claims.sub, idToken, scopes, expiresAt };
}

/**
 * Proves the token by introspection with this client's own credentials: RFC 7662 §2. A bare token says nothing by
 * itself.
 * @throws ProtocolError session_refused, and the errors of openid-client
 */
export async function proveByIntrospection(
  configuration: Configuration,
  { accessToken, transaction, clientId, now }: Posted,
): Promise<Proof> {
  const told = await tokenIntrospection(configuration, accessToken, { token_type_hint: "access_token" });
  if (told.active !== true) throw refused("the token is not active");

  // Clients often forget this check: a token that was issued to another application gives the same claims.
  if (told.client_id !== clientId) throw refused("the token was issued to another client");
  if (told.iss !== undefined && told.iss !== configuration.serverMetadata().issuer)
    throw refused("iss is not the provider");
  if (told.token_type !== undefined && told.token_type.toLowerCase() !== "bearer")
    throw refused("token_type is not bearer");

  // A token without a person, or of this client itself (RFC 6749 §4.4), starts no session.
  if (told.sub === undefined || !isSubject(told.sub) || told.sub === clientId) throw refused("no person in the token");
  const scopes = grantedScopes(transaction.scope, told.scope ?? "");
  if (!scopes.includes("openid")) throw refused("the token is not for signing in");

  // There is no nonce. A token that is older than this sign-in does not answer it, even if it is valid.
  const { iat, exp } = told;
  const isOlder = iat !== undefined && iat * 1000 < transaction.startedAt.getTime() - CLOCK_SKEW_MS;
  if (isOlder) throw refused("the token is older than the sign-in");
  if (exp !== undefined && exp * 1000 <= now.getTime()) throw refused("the token has expired");

  const expiresAt = exp === undefined ? undefined : new Date(exp * 1000);
  return { sub: told.sub, idToken: undefined, scopes, expiresAt };
}

const refused = (detail: string) => new ProtocolError("session_refused", detail);

/** A lifetime in seconds, of at most five digits. */
function secondsOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}
