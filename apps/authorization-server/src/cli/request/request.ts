import { traceIdOf } from "@countersign/tracing";
import { Command, Option } from "commander";
import { idsOfPerson, type ListedEvent, listAuditEvents } from "../../platform/records/audit-events.ts";
import type { Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { refusal } from "../command/refusal.ts";
import { printable, type Report, reporting, table } from "../command/report.ts";
import { parseDuration } from "../tokens/amounts.ts";
import { type LogLine, linesIn } from "./log-lines.ts";

interface Options {
  readonly user: string | undefined;
  readonly since: number;
  readonly log: string | undefined;
}

const DAY_SECONDS = 86_400;
const MOST_EVENTS = 1000;

/** `request`: what is known of a request, by its reference; or of the requests of a person since a time. */
export function requestCommand(context: Context): Command {
  const command = new Command("request")
    .description("what happened in a request: events, and lines of a log")
    .argument("[reference]", "the reference on an error page, in X-Request-Id or in a body")
    .option("--user <username>", "the requests of one user, by username or id, in place of one reference")
    .addOption(
      new Option("--since <duration>", "no older than this, such as 30m, 12h or 7d")
        .argParser(parseDuration)
        .default(DAY_SECONDS, "1d"),
    )
    .option("--log <file>", "a log of a service (- for standard input), whose lines about the requests are shown too");

  return reporting(command, context, async (reference: string | undefined, { user, since, log }: Options) => {
    if ((reference === undefined) === (user === undefined)) throw refusal("give a reference, or --user");
    const earliest = new Date(context.now().getTime() - since * 1000);
    const { events, userIds } = await withDatabase(context, async (database) => ({
      events: await listAuditEvents(database, {
        ...{ since: earliest, type: undefined, user, clientId: undefined, reference, limit: MOST_EVENTS },
      }),
      userIds: user === undefined ? [] : await idsOfPerson(database, user),
    }));
    const named = [reference, ...events.map((event) => event.reference)];
    const references = new Set(named.filter((name) => typeof name === "string"));
    const wanted = { references, userIds: new Set(userIds), since: earliest };
    const lines = log === undefined ? [] : await linesIn(log, wanted, context);
    const traces = new Set([...references].flatMap((name) => traceIdOf(name) ?? []));
    for (const { traceId } of lines) if (traceId !== undefined) traces.add(traceId);
    const causes = new Set(lines.flatMap(({ providerReference }) => providerReference ?? [])).difference(references);
    return reportOf({ events, lines, traces: [...traces], causes: [...causes] });
  });
}

interface Found {
  readonly events: readonly ListedEvent[];
  readonly lines: readonly LogLine[];
  readonly traces: readonly string[];
  /** The references of requests here that caused what a client logged. */
  readonly causes: readonly string[];
}

function reportOf({ events, lines, traces, causes }: Found): Report {
  const rows = [...events.map(rowOfEvent), ...lines.map(rowOfLine)].toSorted((a, b) => a.at.localeCompare(b.at));
  const json = {
    events: events.map(({ actorId: actor_id, userId: user_id, clientId: client_id, ...event }) => ({
      ...event,
      ...{ actor_id, user_id, client_id },
    })),
    lines,
    traces,
    causes,
  };
  const text = table(rows, "Nothing is known of it. An older one needs --since, and --log reads a log.");
  const traced =
    traces.length === 0 ? "" : `\n\nIf requests are traced, their traces are: ${printable(traces.join(" "))}`;
  const caused =
    causes.length === 0 ? "" : `\n\nThe answers that caused it have the references: ${printable(causes.join(" "))}`;
  return { json, text: `${text}${traced}${caused}` };
}

const rowOfEvent = ({ at, type, reference, userId, clientId, address, detail }: ListedEvent) => ({
  at: at.toISOString(),
  reference: reference ?? "",
  what: type,
  about: wordsOf({ user: userId, client: clientId, address, ...detail }),
});

function rowOfLine({ time, level, msg, event, name: _, pid: __, hostname: ___, ...said }: LogLine) {
  const { requestId, reference, ...others } = said;
  const what = [level, msg ?? event].filter((part) => part !== undefined).join(": ");
  return { at: time, reference: requestId ?? reference ?? "", what, about: wordsOf(others) };
}

/** What is set, as `name=value`. */
const wordsOf = (about: Readonly<Record<string, unknown>>) =>
  Object.entries(about)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ");
