/** The first page of the account: the security check-up, and the newest of the devices, the apps and the activity. */
import { paths } from "../../paths.ts";
import { recentEvents } from "./access/activity.ts";
import { appsOf } from "./access/applications.ts";
import { shownEvents } from "./access/events.ts";
import { endOne, shownSessions } from "./access/sessions.ts";
import { inOrder } from "./check-up.ts";
import { type AccountPage, type Asked, defineAccountPage } from "./page.ts";
import { signalsOf } from "./ways-in/passkey-signals.ts";

/** How many of each kind are shown. */
const MOST = { sessions: 2, applications: 2, events: 3 };

/** @param others the other pages of the account */
export const overview = (others: readonly AccountPage[]): AccountPage =>
  defineAccountPage({
    path: paths.account,
    section: "home",
    level: "R0",
    async show(asked, deps) {
      const { pages, common, userId } = asked;
      const [checks, warnings, sessions, applications, events, passkeys] = await Promise.all([
        checksOf(others, asked, deps),
        warningsOf(others, asked, deps),
        shownSessions(asked, deps),
        appsOf(asked, deps),
        recentEvents(asked, deps),
        deps.passkeys.listOf(userId),
      ]);
      return pages.accountOverview({
        ...common,
        checks: inOrder(checks),
        warnings,
        sessions: { shown: sessions.slice(0, MOST.sessions), count: sessions.length },
        applications: { shown: applications.slice(0, MOST.applications), count: applications.length },
        events: shownEvents(events).slice(0, MOST.events),
        signals: passkeys.length > 0 ? await signalsOf(userId, deps) : undefined,
      });
    },
    act: async (asked, form, deps) => (form.get("action") === "end" ? endOne(asked, form, deps) : { kind: "missing" }),
  });

type Parts = Parameters<AccountPage["show"]>[1];

async function checksOf(pages: readonly AccountPage[], asked: Asked, deps: Parts) {
  const each = pages.map(async ({ path, checks }) =>
    ((await checks?.(asked, deps)) ?? []).map((check) => ({ ...check, path })),
  );
  return (await Promise.all(each)).flat();
}

async function warningsOf(pages: readonly AccountPage[], { userId }: Asked, deps: Parts) {
  const each = pages.map(async ({ path, warnings }) =>
    ((await warnings?.(userId, deps)) ?? []).map((name) => ({ name, path })),
  );
  return (await Promise.all(each)).flat();
}
