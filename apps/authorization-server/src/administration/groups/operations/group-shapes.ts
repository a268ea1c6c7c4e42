/** Groups as the administration API shows them. */
import { displayName } from "@countersign/rules";
import { z } from "zod";
import { findGroup, findGroupById, type GroupRecord } from "../../../platform/records/groups.ts";
import type { Caller } from "../../api/access.ts";
import { managedBy } from "../../api/managed.ts";
import { type Naming, named } from "../../api/named.ts";
import { notFound, notNamed } from "../../api/problem.ts";
import { isId } from "../../api/shapes.ts";

export const group = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  members: z.int().meta({ description: "how many; lists count up to 10000" }),
  managed_by: managedBy,
});

export const groupName = displayName.meta({ description: "what people call it" });

export const shown = ({ id, name, memberCount, managedBy: managed_by }: GroupRecord) => ({
  id,
  name,
  members: memberCount,
  managed_by,
});

/** What a change of a group may change: its version. */
export const versionOf = ({ name }: Pick<GroupRecord, "name">) => ({ name });

type Params = Readonly<Record<string, string>>;

/** The group of the deployment in the path, by its id, or for those who may read groups by its name. */
export async function groupIn(
  { id = "" }: Params,
  { scopes }: Pick<Caller, "scopes">,
  deps: Naming,
): Promise<GroupRecord> {
  if (!(isId(id) || scopes.includes("roles:read"))) throw notFound("group");
  const { database } = deps;
  const by = { byId: () => findGroupById(database, id), byName: () => findGroup(database, id) };
  const found = await named(id, by, deps);
  if (found === undefined) throw notNamed("group", id);
  return found;
}
