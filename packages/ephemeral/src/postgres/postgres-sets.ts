/** Where PostgreSQL stores bounded sets, and the locks under which their members are counted. */
import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import type { Keyspace } from "../keyspace.ts";
import type { SetBounds, Step } from "../store.ts";

const LARGE = 10_000;
const PARTS = 64;

// Counting under the lock takes time, so a large set is stored as several smaller ones.
const isParted = ({ limit }: SetBounds) => limit >= LARGE;

/** The stored name of the set that is counted when a member is added: the set itself, or one part of a large set. */
export const placeOf = (setKey: string, member: string, bounds: SetBounds): string =>
  isParted(bounds) ? partOf(setKey, member) : setKey;

/** The maximum number of members there. */
export const boundOf = (bounds: SetBounds): number =>
  isParted(bounds) ? Math.floor(bounds.limit / PARTS) : bounds.limit;

/** The stored names under which a member can be, regardless of the size of its set. */
export const placesOf = (setKey: string, member: string): readonly [string, string] => [setKey, partOf(setKey, member)];

/** The stored names of all sets that these steps count. */
export const setsOf = (steps: readonly Step[], names: Keyspace): readonly string[] =>
  steps.flatMap((step) =>
    step.do === "collect" ? placeOf(names.name("set", step.set), step.member, step.bounds) : [],
  );

function partOf(setKey: string, member: string): string {
  const [first = 0] = createHash("sha256").update(member).digest();
  return `${setKey}#${first % PARTS}`;
}

/**
 * Runs `work` while no other caller adds to these sets. The locks are taken in one fixed order, so there is no
 * deadlock.
 */
export async function whileLocked<T>(
  pool: Pool,
  setKeys: readonly string[],
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const numbers = [...new Set(setKeys.map(lockNumber))].sort();
  return inTransaction(pool, async (client) => {
    // The locks need a statement of their own. A statement sees the rows as they were when it began, so the locks must
    // be held before the counting statement begins.
    await client.query({ ...lock, values: [numbers] });
    return work(client);
  });
}

const lock = {
  name: "ephemeral-lock-sets",
  text: "SELECT pg_advisory_xact_lock(number) FROM unnest($1::bigint[]) AS number",
};

/** The number of a set's advisory lock. Sets with the same number wait for each other; there is no other effect. */
function lockNumber(setKey: string): string {
  return createHash("sha256").update(setKey).digest().readBigInt64BE().toString();
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    client.release(error as Error); // closes the connection: a rollback that cannot fail
    throw error;
  }
}
