/** Groups as the administration API shows them. */
import { displayName } from "@countersign/rules";
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import { findGroupById, type GroupRecord } from "../../records/groups.ts";
import { managedBy } from "../managed.ts";
import { notFound } from "../problem.ts";
import { isId } from "../shapes.ts";

export const group = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  members: z.int().meta({ description: "how many; lists count up to 10000" }),
  managed_by: managedBy,
});

export const groupName = displayName;

export const shown = ({ id, name, memberCount, managedBy: managed_by }: GroupRecord) => ({
  id,
  name,
  members: memberCount,
  managed_by,
});

/** What a change of a group may change: its version. */
export const versionOf = ({ name }: Pick<GroupRecord, "name">) => ({ name });

type Params = Readonly<Record<string, string>>;

/** The group of the deployment in the path. Throws `not-found`. */
export async function groupIn({ id }: Params, { database }: Pick<Dependencies, "database">): Promise<GroupRecord> {
  const found = isId(id) ? await findGroupById(database, id) : undefined;
  if (found === undefined) throw notFound("group");
  return found;
}
