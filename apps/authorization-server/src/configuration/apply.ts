/** Brings the database to what a configuration declares, in one transaction. */
import type { Database } from "@countersign/database";
import { keeping, queryIn } from "../administration/kept-role.ts";
import type { RoleName } from "../administration/roles.ts";
import { inRecords, type Records, recordAudit } from "../records/records.ts";
import type { By } from "../stores/audit-events.ts";
import { type Change, type Difference, differenceOf, type World } from "./changes.ts";
import type { Entry, Kind, OfService } from "./kind.ts";
import { type Configuration, KINDS } from "./kinds.ts";

/** Reads every resource that a configuration could declare. */
async function readWorld(records: Records, ofService: OfService): Promise<World> {
  const world: Record<string, World[string]> = {};
  for (const kind of KINDS) world[kind.section] = await kind.held(records, ofService);
  return world;
}

export interface Wanted {
  readonly configuration: Configuration;
  readonly prune: boolean;
}

interface Applying {
  readonly by: By;
  readonly ofService: OfService;
  /** Throws if this is not what is to be done, or if there are problems. Then nothing is changed. */
  readonly assertMeant: (difference: Difference) => void | Promise<void>;
  /** A role that somebody must have afterwards if somebody has it now; `LastHolder` is thrown otherwise. */
  readonly kept?: RoleName;
}

/** The same, as it is at one moment. */
export const worldOf = (database: Pick<Database, "prisma">, ofService: OfService): Promise<World> =>
  inRecords(database, (records) => readWorld(records, ofService));

/** What applying a configuration would do now. */
export const planned = async (
  database: Pick<Database, "prisma">,
  { configuration, prune }: Wanted,
  ofService: OfService,
): Promise<Difference> => differenceOf(configuration, await worldOf(database, ofService), prune);

/**
 * Applies a configuration. Two operators who apply at the same time do so one after the other. Throws, and changes
 * nothing, if `assertMeant` throws or if a change is refused.
 *
 */
export function applyConfiguration(
  { prisma }: Pick<Database, "prisma">,
  { configuration, prune }: Wanted,
  { by, ofService, assertMeant, kept }: Applying,
): Promise<Difference> {
  return inRecords({ prisma }, async (joined) => {
    await joined.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('countersign configuration'))`;
    const world = await readWorld(joined, ofService);
    const difference = differenceOf(configuration, world, prune);
    await assertMeant(difference);

    await keeping(queryIn(joined), kept, async () => {
      for (const change of difference.changes) await make(change, { configuration, world, joined, prisma, by });
    });
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
