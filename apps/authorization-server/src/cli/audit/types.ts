import { Command } from "commander";
import { eventTypes } from "../../platform/stores/audit/audit-event-shape.ts";
import type { Context } from "../context.ts";
import { type Report, reporting, table } from "../report.ts";

/** `audit types`: every type of event; with --json also the JSON Schema of each. */
export function auditTypes(context: Context): Command {
  const command = new Command("types").description("list the types of events; with --json also their JSON Schemas");
  return reporting(command, context, async (): Promise<Report> => {
    const types = eventTypes();
    const rows = types.map(({ type, meaning }) => ({ type, meaning }));
    return { json: types, text: table(rows, "There are no types.") };
  });
}
