/** Brings the database to what a configuration declares, in one transaction. */
import type { Database } from "@countersign/database";
import { inRecords, type Records, recordAudit } from "../../records/records.ts";
import type { By } from "../../stores/audit-events.ts";
import { refusal } from "../refusal.ts";
import { type Change, type Difference, differenceOf, isSame, type World } from "./changes.ts";
import type { Entry, Kind, OfService } from "./kind.ts";
import { type Configuration, KINDS } from "./kinds.ts";

/** Reads every resource that a configuration could declare. */
export async function readWorld(records: Records, ofService: OfService): Promise<World> {
  const world: Record<string, World[string]> = {};
  for (const kind of KINDS) world[kind.section] = await kind.held(records, ofService);
  return world;
}

export interface Wanted {
  readonly configuration: Configuration;
  readonly prune: boolean;
  /** The changes of a saved plan, which must be what is done now; without one, whatever is needed is done. */
  readonly planned: readonly Change[] | undefined;
}

/**
 * Applies a configuration. Two operators who apply at the same time do so one after the other. Throws a refusal, and
 * changes nothing, if the changes are not those of the saved plan, or if one of them is refused.
 *
 * @param assertNone throws if there are problems
 */
export function applyConfiguration(
  { prisma }: Pick<Database, "prisma">,
  { configuration, prune, planned }: Wanted,
  { by, ofService, assertNone }: { by: By; ofService: OfService; assertNone: (difference: Difference) => void },
): Promise<Difference> {
  return inRecords({ prisma }, async (joined) => {
    await joined.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('countersign configuration'))`;
    const world = await readWorld(joined, ofService);
    const difference = differenceOf(configuration, world, prune);
    if (planned !== undefined && !isSame(planned, difference.changes)) {
      throw refusal("the database is not as the plan saw it: make a new plan. Nothing was changed");
    }
    assertNone(difference);

    for (const change of difference.changes) await make(change, { configuration, world, joined, prisma, by });
    if (difference.changes.length > 0) await recordApplied(joined, configuration, difference.changes, by);
    return difference;
  });
}

interface Making extends Pick<Database, "prisma"> {
  readonly configuration: Configuration;
  readonly world: World;
  readonly joined: Records;
  readonly by: By;
}

async function make({ section, key, act, fields }: Change, { configuration, world, ...to }: Making): Promise<void> {
  const kind = KINDS.find((one) => one.section === section) as Kind<Entry>;
  const named = (entry: Entry) => kind.keyOf(entry) === key;
  const after = configuration.declared[section]?.find(named);
  const before = world[section]?.find(({ entry }) => named(entry))?.entry;

  if (after === undefined) return before && kind.remove(to, before, to.by);
  if (before === undefined) await kind.create(to, after, to.by);
  else if (fields.length > 0) await kind.change(to, { before, after }, to.by);
  if (act !== "change") await kind.mark(to.joined, after, configuration.managedBy);
}

/** Each act has its own audit row. This one says that they belong together, and what was adopted. */
function recordApplied(records: Records, { managedBy }: Configuration, changes: readonly Change[], by: By) {
  const made = changes.map(({ section, key, act }) => ({ section, key, act }));
  return recordAudit(records, { type: "configuration_applied", ...by, detail: { managedBy, changes: made } });
}
