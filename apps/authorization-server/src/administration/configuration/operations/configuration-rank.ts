/** Who may make which changes of a configuration: for each kind the same as by its own operations. */

import { scopesOfClients } from "../../../platform/records/clients.ts";
import type { RecordsDatabase } from "../../../platform/records/records.ts";
import type { Request } from "../../api/operation.ts";
import { Problem } from "../../api/problem.ts";
import { assertDecides, assertMayGrant, assertMayTrust, assertNotConsole, assertWithin } from "../../api/rank.ts";
import type { AdminScope } from "../../api/scopes.ts";
import { CONFIGURED_ENTITIES, type EntitySection } from "../../entities.ts";
import { accessOf, type Entity } from "../../entity-declaration.ts";
import { rolesNamed } from "../../roles/store.ts";
import type { Change } from "../changes.ts";
import { SECTIONS, type Section } from "../kinds/kind.ts";
import type { Configuration } from "../kinds/kinds.ts";

/** By their own operations, too. */
function scopesOf(entity: Entity): Scopes {
  const { read, write, also } = accessOf(entity);
  if (write !== "settings:write") return { read, write };
  return also === undefined || also === "owners" ? { read } : { read, write: also };
}

interface Scopes {
  readonly read: AdminScope;
  readonly write?: AdminScope;
}

const OF_ENTITIES = Object.fromEntries(CONFIGURED_ENTITIES.map((entity) => [entity.many, scopesOf(entity)])) as {
  readonly [S in EntitySection]: Scopes;
};

type Who = Pick<Request<unknown, unknown>, "caller" | "resource">;

/**
 * The scope that the operations of each kind need to read it, and the scope that a change needs with `settings:write`.
 */
export const SCOPES_OF: { readonly [S in Section]: Scopes } = {
  resource_servers: { read: "settings:read" },
  clients: { read: "clients:read", write: "clients:write" },
  roles: { read: "roles:read", write: "roles:write" },
  groups: { read: "roles:read", write: "roles:write" },
  providers: { read: "settings:read" },
  terms: { read: "settings:read" },
  settings: { read: "settings:read" },
  ...OF_ENTITIES,
};

/** Whether the caller may see resources of a kind. */
export const mayRead = ({ scopes }: Who["caller"], section: Section): boolean =>
  scopes.includes(SCOPES_OF[section].read);

/** The kinds of which the caller may see nothing, and the scope that each is read with. */
export const hiddenFrom = (caller: Who["caller"]) =>
  SECTIONS.filter((section) => !mayRead(caller, section)).map((section) => ({
    section,
    scope: SCOPES_OF[section].read,
  }));

/** Refuses a configuration of kinds that the caller could not read: comparing it would tell what there is. */
export function assertMayCompare({ declared }: Configuration, caller: Who["caller"]): void {
  const hidden = hiddenFrom(caller).find(({ section }) => (declared[section] ?? []).length > 0);
  if (hidden === undefined) return;
  throw new Problem("forbidden", `a configuration with ${hidden.section} needs the scope ${hidden.scope}`);
}

/** Refuses changes that no plan shows to the caller. */
export function assertMaySee(changes: readonly Change[], caller: Who["caller"]): void {
  const hidden = hiddenFrom(caller).find((one) => changes.some(({ section }) => section === one.section));
  if (hidden === undefined) return;
  throw new Problem("forbidden", `a change of ${hidden.section} needs the scope ${hidden.scope}`);
}

/** Refuses changes that the caller could not make one by one. Reads in the transaction that makes them. */
export async function assertMayMake(
  changes: readonly Change[],
  configuration: Configuration,
  who: Who,
  reading: RecordsDatabase,
): Promise<void> {
  for (const { section } of changes) {
    const { write: scope } = SCOPES_OF[section];
    if (scope === undefined || who.caller.scopes.includes(scope)) continue;
    throw new Problem("forbidden", `a change of ${section} needs the scope ${scope}`);
  }
  for (const entity of CONFIGURED_ENTITIES)
    if (changes.some(({ section }) => section === entity.many)) assertDecides(entity, who.caller);
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
  const roles = await rolesNamed(reading, { resource: who.resource ?? "", names });
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
