/** People in a path: by their id, or by their username for those who may read people. */
import type { Dependencies } from "../../dependencies.ts";
import { findPerson } from "../../records/people.ts";
import { findPersonRecord } from "../../stores/person/person-record.ts";
import type { Caller } from "../access.ts";
import { notFound, notNamed } from "../problem.ts";
import { isId } from "../shapes.ts";

/** The id of the person in the path, who exists. Throws `not-found`. */
export async function personIn(
  { id = "" }: Readonly<Record<string, string>>,
  { scopes }: Pick<Caller, "scopes">,
  { database }: Pick<Dependencies, "database">,
): Promise<string> {
  if (!(isId(id) || scopes.includes("people:read"))) throw notFound("person");
  const found = isId(id) ? await findPersonRecord(database, id) : await findPerson(database, id);
  if (found === undefined) throw notNamed("person", id);
  return found.id;
}
