/** POST /refresh and POST /claims: the buttons of the signed-in page that use the tokens again. */
import type { Request, RequestHandler } from "express";
import { ResponseBodyError, WWWAuthenticateChallengeError } from "openid-client";
import type { Dependencies } from "../dependencies.ts";
import { ProtocolError } from "../errors.ts";
import { refusalCodeOf } from "../pages/problems.ts";
import { changesOf } from "../session/changes.ts";
import { assertFromOurPage } from "../session/same-origin.ts";
import type { Session } from "../session/session.ts";
import { beginStepUp, stepUpChallengeOf } from "../sign-in/step-up.ts";
import { type Renewal, renewAccess } from "./renew.ts";
import { singleFlight } from "./single-flight.ts";
import { isExpired } from "./tokens.ts";
import { readUserinfo } from "./userinfo.ts";

type Needs = Pick<Dependencies, "config" | "provider" | "transactions" | "sessions" | "now">;

/** Both handlers. They share the refreshes in progress, because two tabs must not use one refresh token twice. */
export function refreshing(deps: Needs): { refresh: RequestHandler; claims: RequestHandler } {
  const once = singleFlight<Renewal>();

  /** Renews the access of the session as it is now, and gives the session after it. */
  async function renew(req: Request): Promise<Session> {
    const configuration = await deps.provider.configuration();

    // Nothing is awaited between reading the refresh token and joining the flight: a later request reads the new token.
    const session = signedIn(deps, req);
    const { refreshToken } = session.access;
    if (refreshToken === undefined) throw new ProtocolError("access_expired", "no refresh token");
    const renewal = await once(refreshToken, async () => {
      const renewed = await renewAccess({ ...deps, configuration, session, refreshToken });
      deps.sessions.change(req, (current) => ({ ...current, ...renewed }));
      return renewed;
    });
    return { ...session, ...renewal };
  }

  async function renewAndRead(req: Request): Promise<Session> {
    const renewed = await renew(req);
    return readClaims(deps, renewed).catch((err: unknown) => {
      throw isTokenRefused(err) ? new ProtocolError("answer_refused", "userinfo refuses a new token", err) : err;
    });
  }

  async function useTokens(req: Request, before: Session, mustRenew: boolean): Promise<undefined> {
    const renewFirst = mustRenew || isExpired(before.access, deps.now());
    const reading = renewFirst
      ? renewAndRead(req)
      : readClaims(deps, before).catch((err: unknown) => {
          // RFC 6750 §3.1: the token was refused before it expired, so it was revoked. A refresh shows
          // whether all access was revoked.
          if (!isTokenRefused(err)) throw err;
          return renewAndRead(req);
        });
    const after = await reading;

    const renewed = after.access.accessToken !== before.access.accessToken;
    const update = { at: deps.now(), renewed, changes: changesOf(before, after) };
    deps.sessions.change(req, (current) => ({ ...current, userinfo: after.userinfo, update }));
  }

  const button = (mustRenew: boolean): RequestHandler => {
    return async (req, res) => {
      assertFromOurPage(req, deps.config);
      const challenge = await useTokens(req, signedIn(deps, req), mustRenew).catch((err: unknown) => {
        const demanded = stepUpChallengeOf(err);
        if (demanded === undefined) throw outcomeOf(err, () => deps.sessions.end(req, res));
        return demanded;
      });
      if (challenge === undefined) return res.redirect(303, "/#changes");
      // RFC 9470 §4: the person signs in again. Until then the session stays as it is.
      return beginStepUp(challenge, { scope: deps.config.scope, returnTo: "/" }, deps, req, res);
    };
  };
  return { refresh: button(true), claims: button(false) };
}

function signedIn({ sessions }: Pick<Dependencies, "sessions">, req: Request): Session {
  const session = sessions.read(req);
  if (session === undefined) throw new ProtocolError("signed_out", "no session");
  return session;
}

async function readClaims({ provider }: Pick<Dependencies, "provider">, session: Session): Promise<Session> {
  const { access, sub } = session;
  const userinfo = await readUserinfo(await provider.configuration(), access, sub);
  return { ...session, userinfo };
}

const isTokenRefused = (err: unknown) =>
  err instanceof WWWAuthenticateChallengeError && stepUpChallengeOf(err) === undefined;

/** Ends the session if the provider ended the access, or if its answer cannot be trusted (OIDC Core §12.2). */
function outcomeOf(err: unknown, endSession: () => void): unknown {
  if (err instanceof ResponseBodyError && err.error === "invalid_grant") {
    endSession();
    return new ProtocolError("access_ended", "the refresh token is no longer good", err);
  }
  if (!isTokenRefused(err) && refusalCodeOf(err) === "answer_refused") {
    endSession();
    return new ProtocolError("renewal_refused", "the answer to a refresh failed a check", err);
  }
  return err;
}
