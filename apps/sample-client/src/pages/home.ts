/** GET /: the page that says what will happen, or what just happened. */
import type { RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";
import { clockTime } from "../session/changes.ts";
import type { Session } from "../session/session.ts";
import { asksForOfflineAccess } from "../sign-in/scopes.ts";
import type { AskedScope, SignedInHome } from "../views.ts";
import { idTokenRows, userinfoRows } from "./claim-rows.ts";
import { scopeMeaning } from "./meanings.ts";

export function home({ config, sessions, views }: Pick<Dependencies, "config" | "sessions" | "views">): RequestHandler {
  return (req, res) => {
    const session = sessions.read(req);
    const providerHost = new URL(config.issuer).host;
    const asked = config.scope.split(" ").map((name) => ({ name, meaning: scopeMeaning(name) }));

    if (session === undefined) {
      const isPublic = config.clientSecret === undefined;
      const isOffline = asksForOfflineAccess(config.scope);
      res.send(views.signedOutHome({ providerHost, asked, isPublic, isOffline }));
      return;
    }

    const { account, idToken, userinfo, steps, access, update } = session;
    res.send(
      views.signedInHome({
        name: displayName(userinfo) ?? "someone without a name",
        account,
        idToken: idToken && { header: JSON.stringify(idToken.header, null, 2), rows: idTokenRows(idToken.claims) },
        userinfo: userinfo && userinfoRows(userinfo),
        scopes: scopesOf(session, asked),
        access: { expires: clockTime(access.expiresAt), canRefresh: access.refreshToken !== undefined },
        update: update && { ...update, at: clockTime(update.at) },
        steps,
      }),
    );
  };
}

/** The configured scopes, and offline_access if this sign-in also requested it. */
function scopesOf({ scopes }: Session, configured: readonly AskedScope[]): SignedInHome["scopes"] {
  const names = new Set(configured.map(({ name }) => name));
  const more = scopes.filter((name) => !names.has(name)).map((name) => ({ name, meaning: scopeMeaning(name) }));
  return [...configured, ...more].map((scope) => ({ ...scope, granted: scopes.includes(scope.name) }));
}

/** A name for the greeting. No decision depends on it. */
function displayName(userinfo: { name?: unknown; preferred_username?: unknown } | undefined): string | undefined {
  return [userinfo?.name, userinfo?.preferred_username].find(
    (name): name is string => typeof name === "string" && name !== "",
  );
}
