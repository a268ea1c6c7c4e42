/** GET /: the page that says what will happen, or what just happened. */
import type { RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";
import { isConfidential } from "../provider/provider.ts";
import { clockTime } from "../session/changes.ts";
import type { Session } from "../session/session.ts";
import { type StepUp, type Strength, strengthOf } from "../session/strength.ts";
import { asksForOfflineAccess } from "../sign-in/scopes.ts";
import type { ProvenIdToken } from "../tokens/id-token.ts";
import type { AskedScope, SignedInHome, StrengthShown } from "../views.ts";
import { idTokenRows, userinfoRows } from "./claim-rows.ts";
import { claimMeaning, scopeMeaning } from "./meanings.ts";

export function home({ config, sessions, views }: Pick<Dependencies, "config" | "sessions" | "views">): RequestHandler {
  return (req, res) => {
    const session = sessions.read(req);
    const providerHost = new URL(config.issuer).host;
    const asked = config.scope.split(" ").map((name) => ({ name, meaning: scopeMeaning(name) }));

    if (session === undefined) {
      const isPublic = !isConfidential(config);
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
        strength: idToken && strengthShown(idToken, session.stepUp),
        access: { expires: clockTime(access.expiresAt), canRefresh: access.refreshToken !== undefined },
        hasOrders: config.ordersApi !== undefined,
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

/** The present sign-in, and the one that a request for a stronger one replaced. */
function strengthShown(idToken: ProvenIdToken, stepUp: StepUp | undefined): StrengthShown {
  const now = strengthOf(idToken);
  const { before } = stepUp ?? {};
  const rows = [
    { name: "acr", now: now.acr, before: before?.acr },
    { name: "amr", now: now.amr.join(" "), before: before?.amr.join(" ") },
    { name: "auth_time", now: timeOf(now), before: before && timeOf(before) },
  ];
  return {
    stepUp: stepUp && { asked: stepUp.asked, isMet: stepUp.isMet },
    hasBefore: before !== undefined,
    rows: rows.map((row) => ({ ...row, meaning: claimMeaning(row.name), now: row.now || "not stated" })),
  };
}

const timeOf = ({ authTime }: Strength) =>
  authTime === undefined ? "" : `${authTime.toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** A name for the greeting. No decision depends on it. */
function displayName(userinfo: { name?: unknown; preferred_username?: unknown } | undefined): string | undefined {
  return [userinfo?.name, userinfo?.preferred_username].find(
    (name): name is string => typeof name === "string" && name !== "",
  );
}
