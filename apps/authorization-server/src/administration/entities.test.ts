import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, type World } from "../../testing/world.ts";
import { ENTITIES, SHOWN } from "./entities.ts";
import { rowsOf } from "./entity.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({});
});
afterAll(() => world.close());

const columnsOf = async (table: string) => {
  const rows = await world.rows(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 ORDER BY 1",
    [table],
  );
  return rows.map(({ name }) => String(name));
};
const declared = (entity: (typeof SHOWN)[number]) =>
  rowsOf(entity.fields, "written", "fixed", "read", "switch")
    .filter(([, { expression }]) => expression === undefined)
    .map(([name, { as }]) => (as === "switch" ? "disabled_at" : name))
    .toSorted();

describe("decision 172: the columns of an entity are its fields", () => {
  it.each(ENTITIES.map((entity) => [entity.one, entity] as const))(
    "%s has these, and no other",
    async (one, entity) => {
      expect(await columnsOf(one)).toEqual(declared(entity));
    },
  );

  it.each(SHOWN.map((entity) => [entity.one, entity] as const))("%s has all of these", async (one, entity) => {
    expect(await columnsOf(one)).toEqual(expect.arrayContaining(declared(entity)));
  });

  it.each(SHOWN.map((entity) => [entity.one, entity] as const))("%s lists fields that it has", (_, entity) => {
    expect(Object.keys(entity.fields)).toEqual(expect.arrayContaining([entity.key, ...entity.listed]));
  });
});
