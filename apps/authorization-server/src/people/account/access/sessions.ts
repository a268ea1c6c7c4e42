/** The browsers at which a person is signed in, and signing out there (ASVS 7.5.2). */
import { nameBrowser, type RequestParameters, reachesLevel } from "@countersign/rules";
import { endOtherSessions, endSessionOf } from "../../../administration/sessions/sessions.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { paths } from "../../../paths.ts";
import type { SignedInBrowser } from "../../../platform/stores/session/browsers.ts";
import type { ShownSession } from "../../views/models/account.ts";
import { type Asked, defineAccountPage, type Outcome } from "../page.ts";

export const sessions = defineAccountPage({
  path: paths.accountSessions,
  name: "sessions",
  section: "sessions",
  level: "R0",

  show: async (asked, deps) =>
    asked.pages.accountSessions({ ...asked.common, sessions: await shownSessions(asked, deps) }),

  act: (asked, form, deps) =>
    form.get("action") === "end-others" ? endOthers(asked, deps) : endOne(asked, form, deps),
});

/** The browsers of a person: this one first, then the last used. */
export async function shownSessions(
  { session, userId }: Asked,
  { browsers, lifetimes, now }: Pick<Dependencies, "browsers" | "lifetimes" | "now">,
): Promise<readonly ShownSession[]> {
  const found = await browsers.of(userId, now());
  const shown = found.map((browser) => ({
    ...browser,
    ...nameBrowser(browser.userAgent ?? undefined),
    network: browser.network ?? undefined,
    lastSeen: lastSeen(browser, lifetimes.sessionIdleSeconds),
    isThisOne: browser.id === session.id,
  }));
  return shown.toSorted((a, b) => Number(b.isThisOne) - Number(a.isThisOne));
}

// A use of a session moves the end of its idle time, up to the end of the session. So this is the latest use, or a time
// before it.
const lastSeen = ({ firstSeen, idleExpiresAt }: SignedInBrowser, idleSeconds: number) =>
  new Date(Math.max(firstSeen.getTime(), idleExpiresAt.getTime() - idleSeconds * 1000));

/** Signing out everywhere else also signs out the owner of the account, so a stolen session is not enough. */
async function endOthers({ session, userId, by }: Asked, deps: Dependencies): Promise<Outcome> {
  if (!reachesLevel(session.signIn, "R1", { acr: undefined, levels: deps.levels, now: by.at }))
    return { kind: "sign-in", level: "R1" };

  await endOtherSessions(deps.database, { userId, keptId: session.id }, by);
  deps.logoutDeliveries.wake();
  return { kind: "done", notice: "sessions_ended" };
}

/** Signs out one browser, from this page or another one that shows it. */
export async function endOne({ userId, by }: Asked, form: RequestParameters, deps: Dependencies): Promise<Outcome> {
  const ended = await endSessionOf(deps.database, { userId, sessionId: form.get("id") ?? "" }, by);
  if (!ended) return { kind: "missing" };

  deps.logoutDeliveries.wake();
  return { kind: "done", notice: "session_ended" };
}
