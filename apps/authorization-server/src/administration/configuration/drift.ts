/** Compares what was applied last under each name with what stands: it may have been changed by hand. */
import { createHash } from "node:crypto";
import type { Database } from "@countersign/database";
import { inPrismaTransaction, type Records, readRecords, recordAudit } from "../../platform/records/records.ts";
import { readWorld } from "./apply.ts";
import { type Difference, differenceOf } from "./changes.ts";
import type { Deployment } from "./kinds/kind.ts";
import { configurationOf, configurationShape } from "./kinds/kinds.ts";
import type { Secrets } from "./secrets.ts";

/** No secret is known here: one is there or not, and it is not compared. */
const NO_SECRETS: Secrets = () => undefined;

/** How many resources an event names. */
const MOST_NAMED = 100;

/**
 * Looks at every configuration that was applied, each in a transaction of its own. Tells each difference once, in the
 * audit log: of several replicas one does. Returns how many configurations differ.
 */
export async function lookForDrift(
  database: Pick<Database, "prisma">,
  deployment: Deployment,
  now: Date,
  attempt: Attempt,
): Promise<number> {
  const select = { managedBy: true } as const;
  const applied = await readRecords(database, ({ appliedConfiguration }) =>
    appliedConfiguration.findMany({ select, orderBy: { managedBy: "asc" } }),
  );
  let drifted = 0;
  for (const { managedBy } of applied) {
    // biome-ignore lint/performance/noAwaitInLoops: each in a transaction of its own
    if (await attempt(managedBy, () => lookAtOne(database, managedBy, deployment, now))) drifted++;
  }
  return drifted;
}

/** Tries a part by itself. Returns `undefined` if it failed. */
type Attempt = <T>(part: string, work: () => Promise<T>) => Promise<T | undefined>;

const lookAtOne = (database: Pick<Database, "prisma">, managedBy: string, deployment: Deployment, now: Date) =>
  inPrismaTransaction(database, async (records) => {
    // A configuration that is being applied now is looked at when it is.
    await records.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('countersign configuration'))`;
    const applied = await records.appliedConfiguration.findUnique({ where: { managedBy } });
    return applied !== null && look(records, applied, deployment, now);
  });

interface Applied {
  readonly managedBy: string;
  readonly configuration: unknown;
  readonly driftHash: string | null;
}

async function look(records: Records, applied: Applied, deployment: Deployment, now: Date): Promise<boolean> {
  const { managedBy, driftHash } = applied;
  const differing = await differingIn(records, applied.configuration, deployment);
  const hash = differing.length === 0 ? null : hashOf(differing);
  const changes = differing.map(({ section, key, act }) => ({ section, key, act }));
  const data = { checkedAt: now, driftHash: hash, driftChanges: changes.length };
  await records.appliedConfiguration.update({ where: { managedBy }, data });
  if (hash !== null && hash !== driftHash) {
    const detail = { managedBy, differing: changes.length, changes: changes.slice(0, MOST_NAMED) };
    await recordAudit(records, { type: "configuration_drifted", actor: { kind: "system" }, at: now, detail });
  }
  return hash !== null;
}

/** What applying the configuration again would do, without what it would leave. */
async function differingIn(records: Records, given: unknown, deployment: Deployment) {
  const read = configurationShape.safeParse(given);
  // A later version may know other members: that is no change by hand.
  if (!read.success) return [];
  const configuration = configurationOf(read.data);
  const world = await readWorld(records, deployment, configuration.declared);
  const comparison = { world, deployment, secrets: NO_SECRETS, prune: false };
  return differing(differenceOf(configuration, comparison));
}

const differing = ({ changes, left, problems }: Difference) => [
  ...changes,
  ...problems.map(({ path: [section = ""], message }) => {
    return { section: String(section), key: message, act: "problem" as const, fields: [] };
  }),
  ...left.map((one) => ({ ...one, act: "left" as const, fields: [] })),
];

const hashOf = (differences: unknown) =>
  createHash("sha256").update(JSON.stringify(differences)).digest("base64url").slice(0, 22);
