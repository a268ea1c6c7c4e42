import type { Answer } from "@countersign/admin-client";
import { nameBrowser } from "@countersign/rules";
import type { Page, Section } from "../views/model.ts";
import { dayField, personAsked } from "./audit/audit-filter.ts";
import { asked, dayAsked, endOfDay, goesOn, pageAsked, pagesBeside, part } from "./lists/list.ts";
import type { Act, Screen, Submission, Visit } from "./screen.ts";

const NEEDS = "sessions:read";

/** The browser and the system of a session, such as "Firefox, Linux"; what it says of itself if it names neither. */
export function nameOfBrowser(userAgent: string | null): string | null {
  const { browser, system } = nameBrowser(userAgent ?? undefined);
  return [browser, system].filter(Boolean).join(", ") || userAgent;
}

export type Sessions = Answer<"listAllSessions">["body"];

/** Sessions of several people. Each is ended by the act `end-session`. */
export const sessionsSection = ({ items, next_cursor: next }: Sessions, mayEnd: boolean): Omit<Section, "id"> => ({
  title: "sessions.title",
  ...goesOn(items.length, next),
  table: {
    id: "sessions-table",
    columns: [
      ...["sessions.person", "sessions.browser", "sessions.network", "sessions.clients", "sessions.since"],
      "sessions.idle_until",
    ],
    empty: { title: "sessions.empty", lead: "sessions.empty.lead", icon: "monitor-smartphone" },
    rows: items.map((session) => ({
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
});

/** Ends one of them, and leads back. */
export const endSession = (addressOf: (submission: Submission) => string): Act => ({
  needs: "sessions:write",
  async run(submission) {
    const [id = "", session = ""] = (submission.form.get("value") ?? "").split(".");
    await submission.api.endSession({ path: { id, session } });
    return { to: addressOf(submission), done: "session_ended" };
  },
});

/** The people who are signed in at this moment, and where. */
const listSessions: Screen = {
  path: "/sessions",
  place: "sessions.title",
  needs: NEEDS,
  async show(visit) {
    const { query, fields } = await filterOf(visit);
    const { body } = await visit.api.listAllSessions({ query: { ...query, with_total: "yes" } });
    const mayEnd = visit.may("sessions:write");
    return {
      id: "sessions",
      title: { key: "sessions.title" },
      total: body.total,
      filter: { fields },
      sections: [{ id: "list", ...sessionsSection(body, mayEnd) }],
      ...pagesBeside(visit, "/sessions", body),
    } satisfies Page;
  },
  acts: {
    "end-session": endSession(() => "/sessions"),
  },
};

async function filterOf(visit: Visit) {
  const client = asked(visit, "client_id")?.slice(0, 512);
  const [since, until] = [dayAsked(visit, "since"), dayAsked(visit, "until")];
  const user = await personAsked(visit, "user_id");
  const query = {
    ...(user && { user_id: user }),
    ...(client && { client_id: client }),
    ...(since && { since: `${since}T00:00:00Z` }),
    ...(until && { until: endOfDay(until) }),
    ...pageAsked(visit),
  };
  const text = (name: string, label: string) => ({
    ...{ name, label, hint: `${label}.hint`, type: "text" as const, value: asked(visit, name), maxLength: 512 },
  });
  const fields = [
    text("user_id", "audit.user_id"),
    text("client_id", "audit.client_id"),
    dayField(visit, "since"),
    dayField(visit, "until"),
  ];
  return { query, fields };
}

export const sessionScreens: readonly Screen[] = [listSessions];
