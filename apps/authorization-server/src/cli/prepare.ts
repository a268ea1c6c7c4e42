import { Command } from "commander";
import { prepareEnvironment, readVariables } from "./config.ts";
import type { Context } from "./context.ts";
import { refusal } from "./refusal.ts";
import { type Report, reporting } from "./report.ts";
import { foldUsernamesOf } from "./usernames.ts";

const HELP = `
Reads DATABASE_URL, the owner of the database, and
  ADMIN_DATABASE_URL            when set, the database and its owner are made with it, as DATABASE_URL names them
  RESOURCE_SERVER_DATABASE_URL  when set, the resource server's login is made, as this URL names it
Running it again sets the passwords again and changes nothing else.`;

/** `prepare`: database, owner, tables, the resource server's login. What a deployment runs before its services. */
export function prepareCommand(context: Context): Command {
  const command = new Command("prepare")
    .description("make the database, its tables and its logins; safe to run at every deployment")
    .addHelpText("after", HELP);

  return reporting(command, context, async (): Promise<Report> => {
    const urls = await readVariables(prepareEnvironment, context.environment);
    const { ADMIN_DATABASE_URL: adminUrl, DATABASE_URL: url, RESOURCE_SERVER_DATABASE_URL: readerUrl } = urls;
    const { keepDatabase, keepReader, loginOf } = await import("./prepare/logins.ts");
    const { migrate } = await import("@countersign/database/migrate");

    const owner = loginOf(url, "DATABASE_URL");
    const reader = readerUrl === undefined ? undefined : loginOf(readerUrl, "RESOURCE_SERVER_DATABASE_URL");
    refuseShared([adminUrl, url, readerUrl]);
    if (reader !== undefined && reader.database !== owner.database) {
      throw refusal("DATABASE_URL and RESOURCE_SERVER_DATABASE_URL must name the same database");
    }

    if (adminUrl !== undefined) await keepDatabase(adminUrl, owner);
    const { applied } = await migrate(url, { log: context.complain });
    await foldUsernamesOf(context);
    // Who made a role may grant it; an administrator may grant any.
    if (reader !== undefined) await keepReader(adminUrl ?? url, reader);

    const logins = [adminUrl === undefined ? undefined : owner.name, reader?.name].filter((name) => name !== undefined);
    return {
      json: { database: owner.database, logins, applied },
      text: `The database ${owner.database} is ready. Logins: ${logins.join(", ") || "left as they are"}. Migrations: ${applied.join(", ") || "nothing to do"}.`,
    };
  });
}

/** One login for two purposes has the powers of both. */
function refuseShared(urls: readonly (string | undefined)[]): void {
  const names = urls.flatMap((url) => (url === undefined ? [] : [new URL(url).username]));
  if (new Set(names).size === names.length) return;

  throw refusal("DATABASE_URL, ADMIN_DATABASE_URL and RESOURCE_SERVER_DATABASE_URL must name different logins");
}
