/** What happened to a person's account in the last 90 days, in words. */
import { ownEvents } from "../administration/own-records.ts";
import { paths } from "../paths.ts";
import { defineAccountPage } from "./page.ts";

const SHOWN_MILLISECONDS = 90 * 86_400_000;

export const activity = defineAccountPage({
  path: paths.accountActivity,
  name: "activity",
  level: "R0",

  async show({ userId, pages, common, by }, { database }) {
    const events = await ownEvents(database, userId, new Date(by.at.getTime() - SHOWN_MILLISECONDS));
    const shown = events.map(({ client, address, ...event }) => ({
      ...event,
      client: client ?? undefined,
      address: address ?? undefined,
    }));
    return pages.accountActivity({ ...common, events: shown, secure: [paths.accountSessions, paths.forgotPassword] });
  },
});
