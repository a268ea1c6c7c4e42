import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, type World } from "../../testing/world.ts";
import { ENTITIES, SHOWN } from "./entities.ts";
import { rowsOf } from "./entity.ts";
import { type Entity, tableOf } from "./entity-declaration.ts";
import { providers } from "./providers/entity.ts";
import { resourceServers } from "./resource-servers/entity.ts";

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
const KEYS = ["key_encryption_key_id", "previous_key_encryption_key_id", "sealed_previous_secret", "sealed_secret"];
/** What the service keeps of one for itself. */
const HIDDEN: Readonly<Record<string, readonly string[]>> = {
  hook: KEYS,
  webhook: [...KEYS, "enabled_at"],
  trusted_issuer: ["revision"],
  identity_provider: ["sealed_secret"],
};
const declared = (entity: Pick<Entity, "fields">) =>
  rowsOf(entity.fields, "written", "fixed", "read", "switch", "inner")
    .filter(([, { expression }]) => expression === undefined)
    .map(([name, { as, column = name }]) => (as === "switch" ? "disabled_at" : column))
    .toSorted();

const DECLARED = [...ENTITIES, ...([resourceServers, providers] as readonly object[] as readonly Entity[])];

describe("decision 172: the columns of an entity are its fields", () => {
  it.each(DECLARED.map((entity) => [tableOf(entity), entity] as const))(
    "%s has these, and no other but for what no one is shown",
    async (table, entity) => {
      expect(await columnsOf(table)).toEqual([...declared(entity), ...(HIDDEN[table] ?? [])].toSorted());
    },
  );

  it.each(SHOWN.map((entity) => [entity.one, entity] as const))("%s lists fields that it has", (_, entity) => {
    expect(Object.keys(entity.fields)).toEqual(expect.arrayContaining([entity.key, ...entity.listed]));
  });
});
