/** Who may make which changes of a configuration: for each kind the same as by its own operations. */
import type { Change } from "../configuration/changes.ts";
import type { Configuration } from "../configuration/kinds.ts";
import { scopesOfClients } from "../records/clients.ts";
import type { RecordsDatabase } from "../records/records.ts";
import { rolesNamed } from "../records/roles.ts";
import type { Request } from "./operation.ts";
import { Problem } from "./problem.ts";
import { assertMayGrant, assertMayTrust, assertNotConsole, assertWithin } from "./rank.ts";
import type { AdminScope } from "./scopes.ts";

type Who = Pick<Request<unknown, unknown>, "caller" | "resource">;

/** What a caller needs to change something of a kind, besides what the operation itself needs. */
const SCOPES: Readonly<Record<string, AdminScope>> = {
  clients: "clients:write",
  roles: "roles:write",
  groups: "roles:write",
  webhooks: "audit:read",
};

/** Refuses changes that the caller could not make one by one. Reads in the transaction that makes them. */
export async function assertMayMake(
  changes: readonly Change[],
  configuration: Configuration,
  who: Who,
  reading: RecordsDatabase,
): Promise<void> {
  for (const { section } of changes) {
    const scope = SCOPES[section];
    if (scope === undefined || who.caller.scopes.includes(scope)) continue;
    throw new Problem("forbidden", `a change of ${section} needs the scope ${scope}`);
  }
  for (const { fields } of changes.filter(({ section }) => section === "providers")) {
    assertMayTrust(
      fields.map(({ field }) => field),
      who,
    );
  }
  await assertMayChangeGroups(changes, who, reading);
  await assertMayChangeClients(changes, configuration, who, reading);
}

/** Refuses changes that give or take a role of this API which allows more than the caller may. */
async function assertMayChangeGroups(changes: readonly Change[], who: Who, reading: RecordsDatabase): Promise<void> {
  const named = changes
    .filter(({ section }) => section === "groups")
    .flatMap(({ fields }) => fields.filter(({ field }) => field === "roles"))
    .flatMap(({ before = [], after = [] }) => [...(before as NamedRole[]), ...(after as NamedRole[])])
    .filter(({ resource }) => resource === who.resource);
  const names = [...new Set(named.map((role) => role.name))];
  const roles = await rolesNamed(reading, { resource: who.resource, names });
  for (const name of names) {
    const role = roles.find((one) => one.name === name);
    if (role === undefined) throw new Problem("forbidden", `there is no role ${name} of administration`);
    assertMayGrant(role, who);
  }
}

interface NamedRole {
  readonly resource: string;
  readonly name: string;
}

/** Refuses changes of clients that have, or would have, a scope of this API which the caller has not. */
async function assertMayChangeClients(
  changes: readonly Change[],
  { declared }: Configuration,
  { caller }: Who,
  reading: RecordsDatabase,
): Promise<void> {
  const ids = changes.filter(({ section }) => section === "clients").map(({ key }) => key);
  const before = await scopesOfClients(reading, ids);
  for (const id of ids) {
    assertNotConsole(id, caller);
    const after = declared.clients?.find(({ client_id: other }) => other === id);
    assertWithin(caller, String(after?.scope ?? "").split(" "), `the client ${id}`);
    assertWithin(caller, before.get(id) ?? [], `the client ${id}`);
  }
}
