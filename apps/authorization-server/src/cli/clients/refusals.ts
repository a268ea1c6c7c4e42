import { Command } from "commander";
import { type RefusedRecord, refusedRequestsOf } from "../../platform/records/refused-requests.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { printable, type Report, reporting } from "../report.ts";
import { clientOfId } from "./record.ts";

/** `clients refusals`: shows why requests of a client were refused, and what to set. */
export function clientRefusals(context: Context): Command {
  const command = new Command("refusals")
    .description("show the last refused requests of a client, of one day: what was wrong, and what to set")
    .argument("<client_id>");

  return reporting(command, context, async (id: string): Promise<Report> => {
    const refused = await withDatabase(context, async (database) => {
      await clientOfId(database, id);
      return refusedRequestsOf(database, id, context.now());
    });
    return { json: refused.map(jsonOf), text: refused.map(textOf).join("\n\n") || NONE };
  });
}

const NONE =
  "No request of this client was refused in the last day. A request that names another client_id, or none, is of no " +
  "client: the log of the service has it.";

const jsonOf = ({ description, names, values, firstAt, lastAt, ...rest }: RefusedRecord) => ({
  ...rest,
  error_description: description,
  parameter_names: names,
  parameters: values,
  first_at: firstAt,
  last_at: lastAt,
});

function textOf(refused: RefusedRecord): string {
  const { endpoint, error, description, detail, remedy, names, values, times, firstAt, lastAt } = refused;
  const often = times === 1 ? "once" : `${times} times since ${firstAt.toISOString()}`;
  const others = names.filter((name) => values[name] === undefined);
  const asked = [...Object.entries(values).map(([name, value]) => `${name}=${value}`), ...others];
  return [
    `${lastAt.toISOString()}  ${endpoint}  ${error}  (${often})`,
    `  wrong:  ${description}${detail === null ? "" : ` [${detail}]`}`,
    ...(remedy === null ? [] : [`  to do:  ${remedy}`]),
    `  asked:  ${asked.join(" ") || "nothing"}`,
  ]
    .map(printable)
    .join("\n");
}
