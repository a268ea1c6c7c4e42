/** What a path refers to: by an id, or by a name for those who may read such names. */
import type { Dependencies } from "../../../dependencies.ts";
import { findPerson } from "../../../platform/records/people.ts";
import { findPersonRecord } from "../../../platform/stores/person/person-record.ts";
import type { Caller } from "../access/access.ts";
import { notFound, notNamed } from "../problem.ts";
import { isId } from "../shapes.ts";

export type Naming = Pick<Dependencies, "database" | "namesFirst">;

interface Found<T> {
  byId(id: string): Promise<T | undefined>;
  byName(name: string): Promise<T | undefined>;
}

/**
 * What a reference means. In a path, a UUID is an id. An operator types names, and a person may choose the id of
 * another one as a username: for an operator, a name counts first.
 */
export async function named<T>(
  reference: string,
  { byId, byName }: Found<T>,
  { namesFirst }: Pick<Naming, "namesFirst">,
): Promise<T | undefined> {
  if (!isId(reference)) return byName(reference);
  return (namesFirst === true ? await byName(reference) : undefined) ?? byId(reference);
}

/** The id of the person in the path, who exists. Throws `not-found`. */
export async function personIn(
  { id = "" }: Readonly<Record<string, string>>,
  { scopes }: Pick<Caller, "scopes">,
  deps: Naming,
): Promise<string> {
  if (!(isId(id) || scopes.includes("people:read"))) throw notFound("user");
  const { database } = deps;
  const by = {
    byId: () => findPersonRecord(database, id),
    byName: () => findPerson(database, id),
  };
  const found: { readonly id: string } | undefined = await named<{ readonly id: string }>(id, by, deps);
  if (found === undefined) throw notNamed("user", id);
  return found.id;
}
