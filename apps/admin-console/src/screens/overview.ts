import type { Section } from "../views/model.ts";
import { happened, wordOf } from "./audit/audit.ts";
import { namesIn } from "./audit/names.ts";
import { part } from "./list.ts";
import type { Screen, Visit } from "./screen.ts";
import { statisticsSections } from "./statistics.ts";

/** What an administrator sees first: sign-ins, what waits, the keys, new people, and what happened last. */
const overview: Screen = {
  path: "/",
  place: "overview.title",
  async show(visit) {
    const [statistics, people, events, state] = await Promise.all([
      visit.may("statistics:read") ? statisticsSections(visit) : [],
      visit.may("people:read") ? newPeople(visit) : [],
      visit.may("audit:read") ? lastEvents(visit) : [],
      visit.may("settings:read") ? stateOfService(visit) : [],
    ]);
    const sections = [...statistics, ...state, ...people, ...events];
    return { id: "overview", title: { key: "overview.title" }, sections };
  },
};

/** What could not be done, what waits to be sent, and the keys that sign now or next. */
async function stateOfService({ api }: Visit): Promise<readonly Section[]> {
  const [outboxes, keys, jobs] = await Promise.all([api.readOutboxes(), api.listKeys(), api.readFailingJobs()]);
  const current = keys.body.items.filter(({ state }) => state !== "retired");
  return [
    ...failingJobs(jobs.body.items),
    {
      id: "outboxes",
      title: "overview.outboxes",
      table: {
        id: "outboxes-table",
        columns: ["overview.outbox", "overview.waiting", "overview.oldest"],
        empty: "none",
        rows: outboxes.body.items.map(({ name, waiting, oldest_at }) => ({
          cells: [{ word: `overview.outbox.${name}` }, { count: waiting }, { at: oldest_at }],
        })),
      },
      links: [{ href: "/settings/mails", label: "mails.title" }],
    },
    {
      id: "current-keys",
      title: "keys.title",
      table: {
        id: "current-keys-table",
        columns: ["keys.alg", "keys.state", "keys.signs_from"],
        empty: "none",
        rows: current.map((key) => ({
          cells: [{ text: key.alg }, { word: `keys.state.${key.state}` }, { at: key.signs_from }],
        })),
      },
    },
  ];
}

type FailingJob = Awaited<ReturnType<Visit["api"]["readFailingJobs"]>>["body"]["items"][number];

/** Shown only while there is something that administrators should look at. */
const failingJobs = (jobs: readonly FailingJob[]): readonly Section[] =>
  jobs.length === 0
    ? []
    : [
        {
          id: "failing-jobs",
          title: "overview.failing",
          lead: { key: "overview.failing.lead" },
          table: {
            id: "failing-jobs-table",
            columns: ["overview.job", "overview.failing_parts", "overview.failing_since", "overview.reason"],
            empty: "none",
            rows: jobs.map(({ name, failing, since, parts }) => ({
              cells: [
                { text: name, isCode: true },
                { count: failing },
                { at: since },
                { tags: [...new Set(parts.map(({ reason }) => reason))] },
              ],
            })),
          },
        },
      ];

async function newPeople({ api }: Visit): Promise<readonly Section[]> {
  const { body } = await api.listPeople({ query: { sort: "-created_at", limit: 5 } });
  return [
    {
      id: "new-people",
      title: "overview.new_people",
      table: {
        id: "new-people-table",
        columns: ["people.username", "people.name", "created"],
        empty: "people.empty",
        rows: body.items.map((person) => ({
          cells: [
            { text: person.username, href: `/people/${part(person.id)}` },
            { text: person.name },
            { at: person.created_at },
          ],
        })),
      },
    },
  ];
}

async function lastEvents(visit: Visit): Promise<readonly Section[]> {
  const { body } = await visit.api.listAuditEvents({ query: { limit: 50 } });
  const events = happened(body.items);
  const names = await namesIn(events, visit);
  return [
    {
      id: "last-events",
      title: "overview.last_events",
      table: {
        id: "events-table",
        columns: ["audit.at", "audit.type", "audit.actor", "audit.person", "audit.client"],
        empty: "audit.empty",
        rows: events.map((event) => ({
          cells: [
            { at: event.at },
            wordOf(event),
            names.actor(event),
            names.person(event.user_id),
            names.client(event.client_id),
          ],
        })),
      },
      links: [{ href: "/audit", label: "audit.all" }],
    },
  ];
}

export const overviewScreens: readonly Screen[] = [overview];
