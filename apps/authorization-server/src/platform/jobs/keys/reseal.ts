/** Seals again what is sealed under a key-encryption key that is to be removed (architecture §5). */
import type { Database } from "@countersign/database";
import { missingKey } from "../../../issuer/keys/sealed-texts.ts";
import { type By, recordAudit } from "../../stores/audit/audit-events.ts";
import { inTransaction } from "../../stores/transaction.ts";
import {
  type KeyEncryptionKeys,
  RESEALED_NOUNS,
  type ResealedNoun,
  resealingStatements,
  SEALED_ROWS,
  type SealedRow,
  type SealedRows,
} from "./sealed-rows.ts";

/** How many of each kind were sealed again. */
export type Resealed = Readonly<Record<ResealedNoun, number>>;

export interface Resealing {
  readonly database: Pick<Database, "pool">;
  readonly keyEncryptionKeys: KeyEncryptionKeys;
  /** Waits until rows that others held may be free. */
  readonly pause: () => Promise<void>;
}

export interface ResealResult {
  readonly resealed: Resealed;
  /** What could not be opened, and stays as it is. */
  readonly broken: readonly string[];
  /** How many rows others changed all the time. */
  readonly held: number;
}

const BATCH_ROWS = 1000;
/** How often rows are looked at again that others held. */
const MOST_PASSES = 20;

/**
 * Seals everything that is sealed under another key again under the first key-encryption key, in batches, each one
 * statement. A running service needs no restart, and nothing in it waits. Rows that were sealed again stay if a later
 * batch fails, and another run goes on. Throws, before anything is changed, if a key is missing.
 */
export async function reseal(resealing: Resealing, by: By): Promise<ResealResult> {
  const { database, keyEncryptionKeys } = resealing;
  // biome-ignore lint/performance/noAwaitInLoops: one statement for each kind
  for (const rows of SEALED_ROWS) await assertKeysOf(rows, resealing);

  const resealed = Object.fromEntries(RESEALED_NOUNS.map((noun) => [noun, 0])) as Record<ResealedNoun, number>;
  const broken = new Set<string>();
  let pending = SEALED_ROWS.map((rows) => ({ rows, held: 0 }));
  for (let pass = 1; pass <= MOST_PASSES && pending.length > 0; pass += 1) {
    // biome-ignore lint/performance/noAwaitInLoops: one pass after the other
    if (pass > 1) await resealing.pause();
    const left: typeof pending = [];
    for (const { rows } of pending) {
      // biome-ignore lint/performance/noAwaitInLoops: one kind after the other
      const one = await resealAll(rows, resealing, broken);
      resealed[rows.noun] += one.resealed;
      if (one.held > 0) left.push({ rows, held: one.held });
    }
    pending = left;
  }
  const keyEncryptionKeyId = keyEncryptionKeys[0].id;
  const detail = { keyEncryptionKeyId, ...resealed, ...(broken.size > 0 && { broken: broken.size }) };
  await inTransaction(database.pool, (query) => recordAudit(query, { type: "keys_resealed", ...by, detail }));
  return { resealed, broken: [...broken], held: pending.reduce((sum, { held }) => sum + held, 0) };
}

async function assertKeysOf(rows: SealedRows, { database, keyEncryptionKeys }: Resealing): Promise<void> {
  const { foreign } = resealingStatements(rows);
  const [row] = (await database.pool.query<SealedRow>(foreign, [keyEncryptionKeys.map(({ id }) => id)])).rows;
  if (row !== undefined) throw missingKey(nameOf(rows, row), row.keyId);
}

const nameOf = ({ table }: SealedRows, { owner }: SealedRow) => `${table} ${owner.join(" ")}`;

/**
 * Looks at all rows of a kind once. Returns how many were sealed again, and how many others held.
 *
 * @param broken gets the rows that cannot be opened
 */
async function resealAll(rows: SealedRows, { database, keyEncryptionKeys }: Resealing, broken: Set<string>) {
  const { next, seal } = resealingStatements(rows);
  const firstId = keyEncryptionKeys[0].id;
  let after: readonly string[] | null = null;
  let [resealed, held] = [0, 0];
  for (;;) {
    // biome-ignore lint/performance/noAwaitInLoops: a thousand rows at a time
    const batch: SealedRow[] = (await database.pool.query<SealedRow>(next, [firstId, BATCH_ROWS, after])).rows;
    const opened = sealedAgain(rows, batch, keyEncryptionKeys, broken);
    const keys = Object.keys(rows.key).map((_, n) => opened.map(({ row }) => row.key[n]));
    const values = [firstId, ...keys, opened.map(({ row }) => row.sealed), opened.map(({ anew }) => anew)];
    const changed = (await database.pool.query(seal, values)).rowCount ?? 0;
    resealed += changed;
    held += opened.length - changed;
    const last: SealedRow | undefined = batch.at(-1);
    if (last === undefined || batch.length < BATCH_ROWS) return { resealed, held };
    after = last.key;
  }
}

function sealedAgain(rows: SealedRows, batch: readonly SealedRow[], keys: KeyEncryptionKeys, broken: Set<string>) {
  return batch.flatMap((row) => {
    try {
      return [{ row, anew: Buffer.from(rows.again(row, keys)) }];
    } catch {
      broken.add(nameOf(rows, row));
      return [];
    }
  });
}
