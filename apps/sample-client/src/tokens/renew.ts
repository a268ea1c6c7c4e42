/** A new access token for a session: RFC 6749 §6, OIDC Core §12. */
import { type Configuration, refreshTokenGrant } from "openid-client";
import type { Config } from "../config.ts";
import type { Session } from "../session/session.ts";
import { grantedScopes } from "../sign-in/scopes.ts";
import { checkAtHash } from "./at-hash.ts";
import { checkRefreshedIdToken, type ProvenIdToken, proveIdToken } from "./id-token.ts";
import { type Access, accessOf } from "./tokens.ts";

interface RenewalRequest {
  readonly configuration: Configuration;
  readonly config: Pick<Config, "clientId">;
  readonly session: Session;
  readonly refreshToken: string;
  readonly now: () => Date;
}

/** The changes that a refresh makes to the session. */
export type Renewal = Pick<Session, "access" | "scopes" | "idToken">;

/**
 * Uses the refresh token. Call this once for each token: a provider that rotates takes a second use for theft.
 * @throws ProtocolError answer_refused, and the errors of openid-client: an error answer such as invalid_grant,
 *   an answer that fails a check, a provider that cannot be reached.
 */
export async function renewAccess(request: RenewalRequest): Promise<Renewal> {
  const { configuration, config, session, refreshToken, now } = request;

  // The library checks the ID token as at sign-in: signature, iss, aud, exp.
  // RFC 9449 §5: the new access token is bound to the same key.
  const { sender } = session.access;
  const tokens = await refreshTokenGrant(configuration, refreshToken, undefined, sender);
  const access = accessOf(tokens, now(), sender);
  const claims = tokens.claims();
  const idToken =
    claims === undefined || tokens.id_token === undefined
      ? session.idToken
      : provenAgain(proveIdToken(tokens.id_token, claims, { clientId: config.clientId, now: now() }), session, access);

  return {
    // §6: without a new refresh token the old one stays; with one, it is the only one that counts.
    access: { ...access, refreshToken: access.refreshToken ?? refreshToken },
    // §6: never more than was granted before.
    scopes: grantedScopes(session.scopes.join(" "), tokens.scope),
    idToken,
  };
}

function provenAgain(
  renewed: ProvenIdToken,
  { idToken }: Session,
  { accessToken }: Pick<Access, "accessToken">,
): ProvenIdToken {
  checkAtHash(renewed, accessToken);
  if (idToken !== undefined) checkRefreshedIdToken(renewed.claims, idToken.claims);
  return renewed;
}
