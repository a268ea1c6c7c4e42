/** Commands upon a resource server that say what was done: the operations of the API answer a record. */
import { isPersonScope } from "@countersign/rules";
import { Command } from "commander";
import { findKept } from "../../administration/entity-acts.ts";
import { resourceServers } from "../../administration/resource-servers/entity.ts";
import {
  disableResourceServer,
  enableResourceServer,
  removeResourceServer,
} from "../../administration/resource-servers/resource-servers.ts";
import { type RecordsDatabase, statementsOf } from "../../platform/records/records.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import type { Context } from "../command/context.ts";
import { onDatabase } from "../command/on-database.ts";
import { administrationIn, ownersIn } from "../command/owners.ts";
import { refusal } from "../command/refusal.ts";

interface Upon {
  readonly name: string;
  readonly about: string;
  readonly done: "disabled" | "enabled" | "removed";
  /** Why it is refused if it does nothing. */
  readonly undone: (identifier: string) => string;
  act(database: RecordsDatabase, identifier: string, by: By, context: Context): Promise<boolean>;
}

const upon =
  ({ name, about, done, undone, act }: Upon) =>
  (context: Context): Command =>
    onDatabase(
      new Command(name).description(about).argument("<identifier>", "as `resources list` shows it"),
      context,
      async ({ database, by }, resource: string) => {
        if (!(await act(database, resource, by, context))) throw refusal(undone(resource));
        return { json: { resource, [done]: true }, text: `The resource server ${resource} is ${done}.` };
      },
    );

/** `resources disable`: disables a resource server; access tokens issued for it stay valid until they expire. */
export const disableResource = upon({
  name: "disable",
  about: "issue no more tokens for a resource server, after two seconds; what users agreed to stays",
  done: "disabled",
  undone: (identifier) => `the resource server ${identifier} is disabled already`,
  async act(database, identifier, by, context) {
    await assertNotConfigured(await resourceOf(database, identifier), context);
    return disableResourceServer(database, identifier, by);
  },
});

/** `resources enable`: enables a disabled resource server. */
export const enableResource = upon({
  name: "enable",
  about: "issue tokens for a disabled resource server again, after two seconds",
  done: "enabled",
  undone: (identifier) => `the resource server ${identifier} is not disabled`,
  async act(database, identifier, by) {
    await resourceOf(database, identifier);
    return enableResourceServer(database, identifier, by);
  },
});

/** `resources remove`: removes a resource server; access tokens issued for it stay valid until they expire. */
export const removeResource = upon({
  name: "remove",
  about: "remove a resource server: after two seconds no tokens are issued for it",
  done: "removed",
  undone: (identifier) => `there is no resource server ${identifier}`,
  act: async (database, identifier, by, context) =>
    removeResourceServer(database, identifier, by, await ownersIn(context)),
});

/** The resource server of this identifier. Throws a refusal if there is none. */
export async function resourceOf(database: RecordsDatabase, identifier: string) {
  const found = await findKept(statementsOf(database), resourceServers, identifier);
  if (found === undefined) throw refusal(`there is no resource server ${identifier}`);
  return found;
}

/**
 * Refuses what the configuration of the service decides: only it defines scopes about people, for /userinfo, and those
 * of the administration API, without which no owner could administer.
 */
async function assertNotConfigured(
  { resource: identifier, scopes }: Awaited<ReturnType<typeof resourceOf>>,
  context: Context,
): Promise<void> {
  if (scopes.some(isPersonScope)) throw refusal(`${identifier} is that of /userinfo, which the configuration defines`);
  if (identifier !== (await administrationIn(context))) return;
  throw refusal(`${identifier} is the administration API, which the configuration defines`);
}
