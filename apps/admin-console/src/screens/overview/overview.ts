import type { Answer } from "@countersign/admin-client";
import type { Section } from "../../views/model.ts";
import { tableSection } from "../../views/sections.ts";
import { happened, wordOf } from "../audit/audit.ts";
import { pictureOf } from "../audit/event-pictures.ts";
import { type Names, namesIn } from "../audit/names.ts";
import { part } from "../lists/list.ts";
import type { Screen, Visit } from "../screen.ts";
import { backup } from "./backup.ts";
import { checklist } from "./checklist.ts";
import { statisticsSections } from "./statistics.ts";

/** What an administrator sees first: what is left to set up, numbers, sign-ins, what happened, and what is wrong. */
const overview: Screen = {
  path: "/",
  place: "overview.title",
  async show(visit) {
    const isHidden = visit.hidesChecklist && visit.query.get("checklist") !== "shown";
    const [checks, statistics, events, state] = await Promise.all([
      isHidden ? [] : checklist(visit),
      visit.may("statistics:read") ? statisticsSections(visit) : [],
      visit.may("audit:read") ? lastEvents(visit) : [],
      visit.may("settings:read") ? stateOfService(visit) : [],
    ]);
    const sections = [...state, ...checks, ...statistics, ...events];
    const links = isHidden ? [{ href: "/?checklist=shown", label: "check.show", id: "show-checklist" }] : [];
    return { id: "overview", title: { key: "overview.title" }, links, sections };
  },
  acts: {
    "hide-checklist": {
      needs: "settings:write",
      run: async () => ({ to: "/", hides: "checklist" }),
    },
  },
};

/** Messages that wait for longer are worth a look. */
const LATE_MINUTES = 10;

/** What could not be done, and what waits to be sent for too long. Nothing is shown while all is well. */
async function stateOfService({ api, now }: Visit): Promise<readonly Section[]> {
  const [outboxes, jobs, keys, webhooks] = await Promise.all([
    api.readOutboxes(),
    api.readFailingJobs(),
    api.listKeys(),
    api.listWebhooks(),
  ]);
  const isLate = (at: string | null) => at !== null && now().getTime() - Date.parse(at) > LATE_MINUTES * 60_000;
  const late = outboxes.body.items.filter(({ oldest_at }) => isLate(oldest_at));
  return [
    ...failingJobs(jobs.body.items),
    ...stoppedWebhooks(webhooks.body.items),
    ...oldKeys(keys.body.items, now()),
    ...(late.length === 0
      ? []
      : [
          {
            id: "outboxes",
            title: "overview.outboxes",
            table: {
              id: "outboxes-table",
              columns: ["overview.outbox", "overview.waiting", "overview.oldest"],
              rows: late.map(({ name, waiting, oldest_at }) => ({
                cells: [{ word: `overview.outbox.${name}` }, { count: waiting }, { at: oldest_at }],
              })),
            },
            links: [{ href: "/settings/mails", label: "mails.title" }],
          },
        ]),
  ];
}

type Webhook = Answer<"listWebhooks">["body"]["items"][number];

/** Those that the service disabled by itself. */
function stoppedWebhooks(webhooks: readonly Webhook[]): readonly Section[] {
  const stopped = webhooks.filter(({ failure }) => failure !== null);
  if (stopped.length === 0) return [];
  return [
    {
      ...tableSection("stopped-webhooks", "overview.webhooks", {
        columns: ["webhooks.name", "overview.reason"],
        rows: stopped.map(({ id, name, failure }) => ({
          cells: [
            { text: name, href: `/settings/webhooks/${part(id)}` },
            { word: `webhooks.failure.${failure}`, or: String(failure) },
          ],
        })),
      }),
      lead: { key: "overview.webhooks.lead" },
    },
  ];
}

type Key = Answer<"listKeys">["body"]["items"][number];

/** Keys that sign for longer were not exchanged when they should have been. An alert has the same limit. */
const OLD_DAYS = 100;
const DAY_MILLISECONDS = 86_400_000;

function oldKeys(keys: readonly Key[], now: Date): readonly Section[] {
  const isOld = ({ state, signs_from: from }: Key) =>
    state === "signing" && now.getTime() - Date.parse(from) > OLD_DAYS * DAY_MILLISECONDS;
  if (!keys.some(isOld)) return [];
  return [
    {
      id: "old-keys",
      title: "overview.old_keys",
      lead: { key: "overview.old_keys.lead", values: { days: String(OLD_DAYS) } },
      links: [{ href: "/settings/keys", label: "keys.title" }],
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

async function lastEvents(visit: Visit): Promise<readonly Section[]> {
  const { body } = await visit.api.listAuditEvents({ query: { limit: 50 } });
  const events = happened(body.items).slice(0, MOST_EVENTS);
  const names = await namesIn(events, visit);
  return [
    {
      id: "last-events",
      title: "overview.last_events",
      isSide: true,
      ...(events.length === 0 && { empty: "audit.empty" }),
      feed: events.map((event) => ({
        ...{ what: wordOf(event), who: about(event, names), at: event.at, ...pictureOf(event.type) },
      })),
      links: [{ href: "/audit", label: "audit.all" }],
    },
  ];
}

/** The person whom it was about, or else who did it. */
const about = (event: Parameters<Names["actor"]>[0] & { readonly user_id: string | null }, names: Names) =>
  event.user_id === null ? names.actor(event) : names.person(event.user_id);

/** As many fit beside the numbers. */
const MOST_EVENTS = 6;

export const overviewScreens: readonly Screen[] = [overview, backup];
