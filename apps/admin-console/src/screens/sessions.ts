import type { Answer } from "@countersign/admin-client";
import { nameBrowser } from "@countersign/rules";
import type { Page, Section } from "../views/model.ts";
import { userAndClientChosen } from "./chosen.ts";
import { countFacts } from "./lists/chosen-rows.ts";
import { dayField, endAsked, startAsked } from "./lists/days.ts";
import { goesOn, pageAsked, pagesBeside, part } from "./lists/list.ts";
import { severalAct, uponChosen } from "./lists/several.ts";
import type { Act, Screen, Submission, Visit } from "./screen.ts";

const NEEDS = "sessions:read";

/** The browser and the system of a session, such as "Firefox, Linux"; what it says of itself if it names neither. */
export function nameOfBrowser(userAgent: string | null): string | null {
  const { browser, system } = nameBrowser(userAgent ?? undefined);
  return [browser, system].filter(Boolean).join(", ") || userAgent;
}

export type Sessions = Answer<"listAllSessions">["body"];

/** Sessions of several people. Each is ended by the act `end-session`. */
export function sessionsSection(
  { items, next_cursor: next }: Sessions,
  visit: Pick<Visit, "query" | "may">,
): Omit<Section, "id"> {
  const mayEnd = visit.may("sessions:write");
  return {
    title: "sessions.title",
    ...goesOn(items.length, next, pageAsked(visit).limit),
    table: {
      id: "sessions-table",
      // No page is about a session: its row has everything.
      leadsElsewhere: true,
      columns: [
        ...["sessions.person", "sessions.browser", "sessions.network", "sessions.clients", "sessions.since"],
        "sessions.idle_until",
      ],
      empty: { title: "sessions.empty", lead: "sessions.empty.lead", icon: "monitor-smartphone" },
      ...(mayEnd && { bulk: { acts: [{ act: "end-sessions", label: "sessions.many.end" }] } }),
      rows: items.map((session) => ({
        ...(mayEnd && { select: { value: session.id, about: session.username } }),
        cells: [
          { text: session.username, href: `/people/${part(session.user_id)}` },
          { text: nameOfBrowser(session.user_agent) },
          { text: session.network },
          { tags: session.clients },
          { at: session.created_at },
          { at: session.idle_expires_at },
        ],
        ...(mayEnd && {
          buttons: [
            {
              ...{ act: "end-session", label: "sessions.end", about: session.username },
              value: `${session.user_id}.${session.id}`,
            },
          ],
        }),
      })),
    },
  };
}

/** Ends one of them, and leads back. */
export const endSession = (addressOf: (submission: Submission) => string): Act => ({
  needs: "sessions:write",
  async run(submission) {
    const [id = "", session = ""] = (submission.form.get("value") ?? "").split(".");
    await submission.api.endSession({ path: { id, session } });
    return { to: addressOf(submission), done: "session_ended" };
  },
});

/** Ends those that are chosen, and leads back. */
export const endSessions = (addressOf: (visit: Visit) => string): Act =>
  severalAct(
    {
      to: addressOf,
      crumbs: (visit) => [{ href: addressOf(visit), label: "sessions.title" }],
      of: { column: "sessions.title", names: usersOfSessions },
    },
    {
      ...{ needs: "sessions:write", done: { one: "session_ended", several: "chosen_sessions_ended" } },
      confirmation: {
        ...{ label: "sessions.many.end", warning: { key: "sessions.many.end.warning" }, facts: countFacts },
        ofOne: { label: "sessions.end", warning: { key: "sessions.end.warning" } },
      },
      run: (submission) => submission.api.endSessionsAtOnce(uponChosen(submission)),
    },
  );

/** Whose the newest sessions are. */
async function usersOfSessions({ api, may }: Visit): Promise<ReadonlyMap<string, string>> {
  const newest = may(NEEDS) ? (await api.listAllSessions({ query: { limit: 200 } })).body.items : [];
  return new Map(newest.map(({ id, username }) => [id, username]));
}

/** The people who are signed in at this moment, and where. */
const listSessions: Screen = {
  path: "/sessions",
  place: "sessions.title",
  needs: NEEDS,
  async show(visit) {
    const { query, fields, choosing } = await filterOf(visit);
    const page = { id: "sessions", title: { key: "sessions.title" }, filter: { fields } } as const;
    if (choosing !== undefined) return { ...page, sections: [choosing] };
    const { body } = await visit.api.listAllSessions({ query: { ...query, with_total: "yes" } });
    return {
      ...page,
      ...(body.items.length > 0 && { lead: { key: "sessions.lead" } }),
      total: body.total,
      sections: [{ id: "list", ...sessionsSection(body, visit) }],
      ...pagesBeside(visit, "/sessions", body),
    } satisfies Page;
  },
  acts: {
    "end-session": endSession(() => "/sessions"),
    "end-sessions": endSessions(() => "/sessions"),
  },
};

async function filterOf(visit: Visit) {
  const [since, until] = [startAsked(visit, "since"), endAsked(visit, "until")];
  const { user, client, fields: chosen, choosing } = await userAndClientChosen(visit, "/sessions");
  const query = {
    ...(user.id && { user_id: user.id }),
    ...(client.id && { client_id: client.id }),
    ...(since && { since }),
    ...(until && { until }),
    ...pageAsked(visit),
  };
  const fields = [...chosen, dayField(visit, "audit.since"), dayField(visit, "audit.until")];
  return { query, fields, choosing };
}

export const sessionScreens: readonly Screen[] = [listSessions];
