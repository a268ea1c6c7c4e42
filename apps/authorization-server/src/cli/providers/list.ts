import { Command } from "commander";
import { listIdentityProviders } from "../../platform/records/identity-providers.ts";
import { issuerEnvironment, readVariables } from "../config.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { type Report, reporting, table } from "../report.ts";
import { recordOf } from "./record.ts";

/** `providers list`: lists every provider. */
export function listProviders(context: Context): Command {
  const command = new Command("list")
    .description("list the providers at which people may sign in")
    .addHelpText("after", "\nReads DATABASE_URL and ISSUER, as the service does.");

  return reporting(command, context, async (): Promise<Report> => {
    const { ISSUER } = await readVariables(issuerEnvironment, context.environment);
    const records = (await withDatabase(context, listIdentityProviders)).map((each) => recordOf(each, ISSUER));
    const rows = records.map(({ alias, name, issuer, mode, domains, disabled }) => ({
      alias,
      name,
      issuer,
      mode,
      domains,
      state: disabled ? "disabled" : "",
    }));
    return { json: records, text: table(rows, "There is no provider yet.") };
  });
}
