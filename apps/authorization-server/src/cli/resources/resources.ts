/** Commands upon a resource server that say what was done: the operations of the API answer a record. */
import { isPersonScope } from "@countersign/rules";
import { Command } from "commander";
import type { ResourceServerRecord } from "../../administration/resource-servers/entity.ts";
import {
  disableResourceServer,
  enableResourceServer,
  removeResourceServer,
} from "../../administration/resource-servers/resource-servers.ts";
import { findResourceServer } from "../../administration/resource-servers/store.ts";
import type { RecordsDatabase } from "../../platform/records/records.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { administrationIn, ownersIn } from "../command/owners.ts";
import { refusal } from "../command/refusal.ts";
import { reporting } from "../command/report.ts";

const upon = (word: string, about: string) =>
  new Command(word).description(about).argument("<identifier>", "as `resources list` shows it");

const done = (resource: string, what: "disabled" | "enabled" | "removed") => ({
  json: { resource, [what]: true },
  text: `The resource server ${resource} is ${what}.`,
});

/** `resources disable`: disables a resource server; access tokens issued for it stay valid until they expire. */
export function disableResource(context: Context): Command {
  const about = "issue no more tokens for a resource server, after two seconds; what people agreed to stays";
  return reporting(upon("disable", about), context, (identifier: string) =>
    withDatabase(context, async (database) => {
      await assertNotConfigured(await resourceOf(database, identifier), context);
      const isDisabled = await disableResourceServer(database, identifier, byOperator(context));
      if (!isDisabled) throw refusal(`the resource server ${identifier} is disabled already`);
      return done(identifier, "disabled");
    }),
  );
}

/** `resources enable`: enables a disabled resource server. */
export function enableResource(context: Context): Command {
  const about = "issue tokens for a disabled resource server again, after two seconds";
  return reporting(upon("enable", about), context, (identifier: string) =>
    withDatabase(context, async (database) => {
      await resourceOf(database, identifier);
      const isEnabled = await enableResourceServer(database, identifier, byOperator(context));
      if (!isEnabled) throw refusal(`the resource server ${identifier} is not disabled`);
      return done(identifier, "enabled");
    }),
  );
}

/** `resources remove`: removes a resource server; access tokens issued for it stay valid until they expire. */
export function removeResource(context: Context): Command {
  const about = "remove a resource server: after two seconds no tokens are issued for it";
  return reporting(upon("remove", about), context, (identifier: string) =>
    withDatabase(context, async (database) => {
      const owners = await ownersIn(context);
      const isRemoved = await removeResourceServer(database, identifier, byOperator(context), owners);
      if (!isRemoved) throw refusal(`there is no resource server ${identifier}`);
      return done(identifier, "removed");
    }),
  );
}

/** The resource server of this identifier. Throws a refusal if there is none. */
export async function resourceOf(database: RecordsDatabase, identifier: string): Promise<ResourceServerRecord> {
  const found = await findResourceServer(database, identifier);
  if (found === undefined) throw refusal(`there is no resource server ${identifier}`);
  return found;
}

/**
 * Refuses what the configuration of the service decides: only it defines scopes about people, for /userinfo, and those
 * of the administration API, without which no owner could administer.
 */
async function assertNotConfigured(
  { resource: identifier, scopes }: ResourceServerRecord,
  context: Context,
): Promise<void> {
  if (scopes.some(isPersonScope)) throw refusal(`${identifier} is that of /userinfo, which the configuration defines`);
  if (identifier !== (await administrationIn(context))) return;
  throw refusal(`${identifier} is the administration API, which the configuration defines`);
}
