/** Brings the database to what a configuration declares, in one transaction. */
import type { Database } from "@countersign/database";
import type { Secret } from "@countersign/rules";
import {
  inPrismaTransaction,
  type Records,
  type RecordsDatabase,
  recordAudit,
} from "../../platform/records/records.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import { type Locked, locked } from "../../platform/stores/locked.ts";
import { keeping, type RoleName, sqlIn } from "../roles/kept-role.ts";
import { type Change, type Difference, differenceOf, type World } from "./changes.ts";
import type { Applying, Deployment, Entry, Kind } from "./kinds/kind.ts";
import { type Configuration, type Declared, KINDS } from "./kinds/kinds.ts";
import { lockChanged, lockCompared } from "./locks.ts";
import { asRefusal } from "./refusal.ts";
import type { Secrets } from "./secrets.ts";

/** Reads every resource that a configuration could declare, and those that it does declare. */
export async function readWorld(records: Records, deployment: Deployment, declared: Declared = {}): Promise<World> {
  const world: Record<string, World[string]> = {};
  for (const kind of KINDS) {
    // biome-ignore lint/performance/noAwaitInLoops: a fixed list of kinds, each by a statement or two
    world[kind.section] = await kind.held(records, deployment, declared[kind.section] ?? []);
  }
  return world;
}

export interface Wanted {
  readonly configuration: Configuration;
  readonly prune: boolean;
  readonly secrets: Secrets;
}

/** A secret that was made. It is shown once, to who applied the configuration. */
export interface MadeSecret {
  readonly section: string;
  readonly key: string;
  readonly secret: Secret;
}

interface Meant {
  readonly by: By;
  readonly deployment: Deployment;
  /**
   * Throws if this is not what is to be done, or if there are problems. Then nothing is changed. It may be called more
   * than once, and reads by `reading`, which is the transaction.
   */
  readonly assertMeant: (difference: Locked<Difference>, reading: RecordsDatabase) => void | Promise<void>;
  /** A role that a person must have afterwards if one has it now; it is refused otherwise. */
  readonly kept: RoleName | undefined;
}

/** The same, as it is at one moment. */
export const worldOf = (database: Pick<Database, "prisma">, deployment: Deployment): Promise<World> =>
  inPrismaTransaction(database, (records) => readWorld(records, deployment));

/** What applying a configuration would do now. */
export function planned(
  database: Pick<Database, "prisma">,
  wanted: Wanted,
  deployment: Deployment,
): Promise<Difference> {
  return inPrismaTransaction(database, async (records) => (await compared(records, wanted, deployment)).difference);
}

async function compared(records: Records, wanted: Wanted, deployment: Deployment) {
  const { configuration, prune, secrets } = wanted;
  const world = await readWorld(records, deployment, configuration.declared);
  return { world, difference: differenceOf(configuration, { world, deployment, secrets, prune }) };
}

/** The same, while no other configuration is applied: until the transaction ends. */
async function comparedAlone(records: Records, wanted: Wanted, deployment: Deployment) {
  await records.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('countersign configuration'))`;
  const { world, difference } = await compared(records, wanted, deployment);
  return { world, difference: locked(difference) };
}

export interface Applied extends Difference {
  readonly made: readonly MadeSecret[];
}

/**
 * Applies a configuration. Two operators who apply at the same time do so one after the other. Throws, and changes
 * nothing, if `assertMeant` throws or if a change is refused.
 */
export async function applyConfiguration(
  { prisma, pool }: Pick<Database, "prisma" | "pool">,
  wanted: Wanted,
  meant: Meant,
): Promise<Applied> {
  await prepare({ prisma, pool }, wanted, meant);
  const { configuration, secrets } = wanted;
  const { by, deployment, assertMeant, kept } = meant;
  return inPrismaTransaction({ prisma }, async (joined) => {
    await lockCompared(sqlIn(joined));
    await lockChanged(sqlIn(joined), (await compared(joined, wanted, deployment)).difference.changes);
    const { world, difference } = await comparedAlone(joined, wanted, deployment);
    await assertMeant(difference, { prisma, pool, joined });

    const made: MadeSecret[] = [];
    const tell = (section: string, key: string, secret: Secret) => void made.push({ section, key, secret });
    const making = { configuration, world, by, to: { prisma, pool, joined, deployment, secrets, tell } };
    await keeping(sqlIn(joined), kept, async () => {
      for (const change of difference.changes) {
        // biome-ignore lint/performance/noAwaitInLoops: acts differ; the API takes 60 KB, and 30 seconds
        await make(change, making).catch((err: unknown) => {
          throw asRefusal(err);
        });
      }
    });
    await keepApplied(joined, configuration, by);
    if (difference.changes.length > 0) await recordApplied(joined, configuration, difference.changes, by);
    return { ...difference, made };
  });
}

/**
 * Makes what the changes need beforehand: it has to be there before the changes are seen, and no connection is held
 * while it is made. Nothing is made for changes that are not meant.
 */
async function prepare(
  { prisma, pool }: Pick<Database, "prisma" | "pool">,
  wanted: Wanted,
  { deployment, assertMeant }: Meant,
) {
  const { declared } = wanted.configuration;
  const changes = await inPrismaTransaction({ prisma }, async (joined) => {
    const { difference } = await comparedAlone(joined, wanted, deployment);
    await assertMeant(difference, { prisma, pool, joined });
    return difference.changes;
  });
  for (const { section, prepare: preparing, keyOf } of KINDS) {
    const changed = new Set(changes.filter((change) => change.section === section).map(({ key }) => key));
    const entries = (declared[section] ?? []).filter((entry) => changed.has(keyOf(entry)));
    // biome-ignore lint/performance/noAwaitInLoops: a fixed list of kinds
    await preparing?.(entries, deployment);
  }
}

interface Making {
  readonly configuration: Configuration;
  readonly world: World;
  readonly by: By;
  readonly to: Applying & { readonly joined: Records };
}

async function make({ section, key, act, fields }: Change, { configuration, world, by, to }: Making): Promise<void> {
  const kind = KINDS.find((one) => one.section === section) as Kind<Entry>;
  const named = (entry: Entry) => kind.keyOf(entry) === key;
  const after = configuration.declared[section]?.find(named);
  const before = world[section]?.find(({ entry }) => named(entry))?.entry;

  if (after === undefined) return before && kind.remove(to, before, by);
  if (before === undefined) await kind.create(to, after, by);
  else if (fields.length > 0) await kind.change(to, { before, after, fields: fields.map(({ field }) => field) }, by);
  if (act !== "change") await kind.mark(to.joined, after, configuration.managedBy);
}

/** How many resources an event names. */
const MOST_NAMED = 1000;

/** Each act has its own audit row. This one says that they belong together, and what was adopted. */
function recordApplied(records: Records, { managedBy }: Configuration, changes: readonly Change[], by: By) {
  const made = changes.slice(0, MOST_NAMED).map(({ section, key, act }) => ({ section, key, act }));
  const more = changes.length - made.length;
  const detail = { managedBy, changes: made, ...(more > 0 && { more }) };
  return recordAudit(records, { type: "configuration_applied", ...by, detail });
}

/** Keeps the declared state, without secrets. The actual state is compared with it later. */
async function keepApplied(records: Records, { managedBy, declared }: Configuration, by: By): Promise<void> {
  const configuration = JSON.parse(JSON.stringify({ managed_by: managedBy, ...declared }));
  const data = { configuration, appliedAt: by.at, driftHash: null, driftChanges: 0 };
  const where = { managedBy };
  await records.appliedConfiguration.upsert({ where, create: { managedBy, ...data }, update: data });
}
