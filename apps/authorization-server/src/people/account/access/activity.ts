/** What happened to a person's account in the last 90 days, in words. */
import { ownEvents } from "../../../administration/people/own-records.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { paths } from "../../../paths.ts";
import { queryOf } from "../../../platform/http/parameters.ts";
import { type Asked, defineAccountPage } from "../page.ts";
import { KINDS, shownEvents, unseenFailures } from "./events.ts";

const SHOWN_MILLISECONDS = 90 * 86_400_000;

export const activity = defineAccountPage({
  path: paths.accountActivity,
  name: "activity",
  section: "activity",
  level: "R0",
  async checks(asked, deps) {
    const count = unseenFailures(await recentEvents(asked, deps), asked.session.signIn.authenticatedAt);
    return [{ name: "failures", isDone: count === 0, count }];
  },

  async show(asked, deps, call) {
    const { pages, common } = asked;
    const shown = queryOf(call).get("show");
    const kind = KINDS.find((one) => one === shown);
    const events = shownEvents(await recentEvents(asked, deps), kind);
    const secure = [paths.accountSessions, paths.accountPassword] as const;
    return pages.accountActivity({ ...common, events, kinds: KINDS, kind, secure });
  },
});

export const recentEvents = ({ userId, by }: Asked, { database }: Pick<Dependencies, "database">) =>
  ownEvents(database, userId, new Date(by.at.getTime() - SHOWN_MILLISECONDS));
