import { Command } from "commander";
import type { Context } from "../command/context.ts";
import { type Report, reporting } from "../command/report.ts";
import { prepareEnvironment, readVariables } from "../config.ts";
import { completeNamesAt } from "../users/usernames.ts";
import type { Login } from "./logins.ts";

const HELP = `
Reads DATABASE_URL, what the authorization server has, and
  OWNER_DATABASE_URL            the login that owns the database; without it, DATABASE_URL is that login
  ADMIN_DATABASE_URL            when set, the database and its owner are made with it, as OWNER_DATABASE_URL names them
  RESOURCE_SERVER_DATABASE_URL  when set, the resource server's login is made, as this URL names it
Running it again sets the passwords and rights again and changes nothing else.`;

/**
 * `prepare`: creates database, owner, tables, and the logins of the services. A deployment runs it before its services.
 */
export function prepareCommand(context: Context): Command {
  const command = new Command("prepare")
    .description("make the database, its tables and its logins; safe to run at every deployment")
    .addHelpText("after", HELP);

  return reporting(command, context, async (): Promise<Report> => {
    const urls = await readVariables(prepareEnvironment, context.environment);
    const { loginsOf } = await import("./logins.ts");
    const { assertOurs } = await import("./refusals.ts");
    const { assertOpens, ensureDatabase, keepLogin, keepSettings } = await import("./roles.ts");
    const { migrate, READER_SETTINGS, SERVICE_SETTINGS } = await import("@countersign/database/migrate");

    const logins = loginsOf(urls);
    const { owner, service, reader } = logins;
    const adminUrl = urls.ADMIN_DATABASE_URL;
    // The login that created a role may change it; an administrator may change any role.
    const maker = adminUrl ?? owner.url;
    await assertOurs(maker, logins, { creates: adminUrl !== undefined });

    if (adminUrl !== undefined) await ensureDatabase(adminUrl, owner);
    const unset: Login[] = [];
    const ofServices = [service, reader].filter((login) => login !== undefined);
    for (const login of ofServices) if (!(await keepLogin(maker, login))) unset.push(login);
    const rights = { service: service?.name, reader: reader?.name };
    const { applied } = await migrate(owner.url, { log: context.complain, logins: rights });
    await completeNamesAt(owner.url, context);
    for (const login of unset) await assertOpens(login);
    await keepSettings(service, SERVICE_SETTINGS);
    await keepSettings(reader, READER_SETTINGS);

    const kept = [...(adminUrl === undefined ? [] : [owner]), ...ofServices].map(({ name }) => name);
    return {
      json: { database: owner.database, logins: kept, applied },
      text:
        `The database ${owner.database} is ready. Logins: ${kept.join(", ") || "left as they are"}. ` +
        `Migrations: ${applied.join(", ") || "nothing to do"}.`,
    };
  });
}
