/** `audit`: the audit log. */

import { Command, InvalidArgumentError, Option } from "commander";
import { type ListedEvent, listAuditEvents } from "../../platform/records/audit-events.ts";
import { eventTypes } from "../../platform/stores/audit/audit-event-shape.ts";
import { AUDIT_TYPES } from "../../platform/stores/audit/audit-types.ts";
import type { Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { type Report, reporting, table } from "../command/report.ts";
import { parseDuration } from "../tokens/amounts.ts";

interface Options {
  readonly since: number | undefined;
  readonly type: string | undefined;
  readonly user: string | undefined;
  readonly client: string | undefined;
  readonly limit: number;
}

const MOST_EVENTS = 10_000;

/** `audit list`: the events that the options ask for, the newest first. */
export function listAudit(context: Context): Command {
  const command = new Command("list")
    .description("list events, newest first")
    .option("--since <duration>", "only events within this time, such as 30m, 12h or 7d", parseDuration)
    .addOption(new Option("--type <type>", "of one type").choices(AUDIT_TYPES))
    .option("--user <username>", "about one user, by username or id")
    .option("--client <id>", "about one client")
    .option("--limit <number>", `at most so many, ${MOST_EVENTS} at most`, parseLimit, 100);

  return reporting(command, context, async ({ since, type, user, client, limit }: Options): Promise<Report> => {
    const earliest = since === undefined ? undefined : new Date(context.now().getTime() - since * 1000);
    const events = await withDatabase(context, (database) =>
      listAuditEvents(database, { since: earliest, type, user, clientId: client, limit }),
    );

    const rows = events.map((event) => ({
      at: event.at.toISOString(),
      type: event.type,
      actor: event.actor,
      user: event.userId ?? "",
      client: event.clientId ?? "",
      address: event.address ?? "",
      reference: event.reference ?? "",
      detail: JSON.stringify(event.detail).replace(/^\{\}$/, ""),
    }));
    return { json: events.map(inWireNames), text: table(rows, "There are no such events.") };
  });
}

const inWireNames = ({ actorId, userId, clientId, ...event }: ListedEvent) => ({
  ...event,
  actor_id: actorId,
  user_id: userId,
  client_id: clientId,
});

function parseLimit(text: string): number {
  const limit = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0;
  if (limit > 0 && limit <= MOST_EVENTS) return limit;

  throw new InvalidArgumentError(`Give a number from 1 to ${MOST_EVENTS}.`);
}

/** `audit types`: every type of event; with --json also the JSON Schema of each. */
export function auditTypes(context: Context): Command {
  const command = new Command("types").description("list the types of events; with --json also their JSON Schemas");
  return reporting(command, context, async (): Promise<Report> => {
    const types = eventTypes();
    const rows = types.map(({ type, meaning }) => ({ type, meaning }));
    return { json: types, text: table(rows, "There are no types.") };
  });
}
