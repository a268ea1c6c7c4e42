/** Sign-out: first here, then at the provider (OpenID Connect RP-Initiated Logout 1.0). */
import type { RequestHandler } from "express";
import { buildEndSessionUrl, type Configuration, randomState, tokenRevocation } from "openid-client";
import type { Dependencies } from "../dependencies.ts";
import { readCookie, writeCookie } from "./cookies.ts";
import { assertFromOurPage } from "./same-origin.ts";
import type { Session } from "./session.ts";

const STATE_COOKIE = "sample_client_logout";
const STATE_TTL_SECONDS = 600;

/** POST /logout */
export function logout({
  config,
  provider,
  sessions,
  log,
}: Pick<Dependencies, "config" | "provider" | "sessions" | "log">): RequestHandler {
  return async (req, res) => {
    assertFromOurPage(req, config);

    // The session of this client ends first. So the person is signed out here, no matter what the provider does.
    const session = sessions.read(req);
    sessions.end(req, res);
    const configuration = await provider.configuration().catch((err: unknown) => {
      log("sign_out_stayed_local", err);
      return undefined;
    });

    await revokeAccess(configuration, session).catch((err: unknown) => log("revocation_failed", err));
    const canEnd = configuration?.serverMetadata().end_session_endpoint !== undefined;
    if (session === undefined || configuration === undefined || !canEnd) {
      res.redirect(303, config.signedOutUri);
      return;
    }

    // §2: the hint says whose session ends, the URI is a registered one, and the provider returns the state.
    const state = randomState();
    writeCookie(res, { name: STATE_COOKIE, value: state, maxAgeSeconds: STATE_TTL_SECONDS }, config);
    const url = buildEndSessionUrl(configuration, {
      ...(session.idToken === undefined ? {} : { id_token_hint: session.idToken.jwt }),
      post_logout_redirect_uri: config.signedOutUri,
      state,
    });
    res.redirect(303, url.href);
  };
}

/** RFC 7009 §2: the token that could obtain new tokens is revoked with the session. */
async function revokeAccess(configuration: Configuration | undefined, session: Session | undefined): Promise<void> {
  const { refreshToken } = session?.access ?? {};
  const canRevoke = configuration?.serverMetadata().revocation_endpoint !== undefined;
  if (configuration === undefined || refreshToken === undefined || !canRevoke) return;
  await tokenRevocation(configuration, refreshToken, { token_type_hint: "refresh_token" });
}

/** GET /signed-out: the page to which the provider sends the browser back (§3). */
export function signedOut({
  config,
  sessions,
  views,
}: Pick<Dependencies, "config" | "sessions" | "views">): RequestHandler {
  return (req, res) => {
    if (sessions.read(req) !== undefined) {
      res.redirect(303, "/");
      return;
    }

    // If the browser returns the state that it left with, it has been at the provider. Otherwise that is
    // unknown.
    const expected = readCookie(req, STATE_COOKIE, config);
    const everywhere = expected !== undefined && req.query.state === expected;
    writeCookie(res, { name: STATE_COOKIE, value: "", maxAgeSeconds: 0 }, config);
    res.send(views.signedOut({ everywhere, providerHost: new URL(config.issuer).host }));
  };
}
