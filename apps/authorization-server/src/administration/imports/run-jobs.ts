/**
 * Runs the imports that were started, piece by piece. A piece, what it changed and the progress are one transaction: a
 * replica that ends in between leaves the piece to another one.
 */
import type { Database } from "@countersign/database";
import type { SealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { actorOf } from "../../platform/stores/audit/audit-rows.ts";
import { mayStill } from "../../platform/stores/person/givers.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { type BatchResult, importBatch } from "./batch.ts";
import { finish, type ImportJob, JOB, pieceOwner } from "./jobs.ts";
import type { Importing } from "./parts.ts";
import { importSome } from "./some-lines.ts";

/** One run of the job ends after this long, so that a service can stop. The next one goes on. */
const RUN_MS = 5000;
/** A piece that fails this often ends its import. At its last attempt, the lines that make it fail are refused. */
const MOST_FAILURES = 5;

export interface RunParts extends Pick<Importing, "administration"> {
  readonly database: WithPool;
  /** The identifier of the administration API; undefined if it is off. */
  readonly administrationApi: string | undefined;
  readonly relyingParty: { readonly id: string } | undefined;
  readonly sealedTexts: SealedTexts;
  readonly now: () => Date;
  readonly log: { error(about: object, message: string): void };
}

/** Returns how many pieces were checked or imported. */
export async function runImportJobs(parts: RunParts): Promise<number> {
  const end = performance.now() + RUN_MS;
  for (let pieces = 0; ; pieces += 1) {
    // biome-ignore lint/performance/noAwaitInLoops: a piece at a time, each in a transaction of its own
    if (performance.now() > end || !(await nextPiece(parts))) return pieces;
  }
}

type StartedJob = ImportJob & {
  readonly position: number;
  /** How often its next piece failed. */
  readonly failures: number;
  readonly actor: string;
  readonly actorId: string | null;
  /** Whether who started it may import people now. */
  readonly mayImport: boolean;
};

/** Returns false if there is nothing to do. */
async function nextPiece(parts: RunParts): Promise<boolean> {
  const { pool } = parts.database;
  let tried: string | undefined;
  try {
    return await inTransaction(pool, async (query) => {
      const [job] = (await query(NEXT_JOB, [parts.administrationApi ?? null])) as unknown as readonly StartedJob[];
      if (job === undefined) return false;
      tried = job.id;
      await onePiece(query, job, parts);
      return true;
    });
  } catch (err) {
    if (tried !== undefined) await noteFailure(pool, tried, parts.now());
    throw err;
  }
}

async function onePiece(query: Query, job: StartedJob, parts: RunParts) {
  const { sealedTexts, administration, relyingParty, now, log } = parts;
  const by: By = { actor: actorOf(job.actor, job.actorId), at: now() };
  if (!job.mayImport) return stop(query, job, by.at);
  const isCheck = job.state === "checking";
  const [piece] = (await query(NEXT_PIECE, [job.id, job.position])) as unknown as readonly Piece[];
  if (piece === undefined) return isCheck ? query(CHECKED, [job.id, by.at]) : complete(query, job, by);

  const text = sealedTexts.open(piece, pieceOwner(job.id, piece.number));
  const lines = text.split("\n").map((line, n) => ({ line: piece.firstLine + n, text: line }));
  const given = lines.filter((line) => line.text.trim() !== "");
  const onBroken = (line: number, err: unknown) =>
    log.error({ err, import: job.id, line }, "a line of an import failed");
  const importing = { options: job, administration, rpId: relyingParty?.id, sealedTexts: () => sealedTexts, onBroken };
  if (isCheck) await query("SAVEPOINT checking", []);
  const importLines = job.failures + 1 < MOST_FAILURES ? importBatch : importSome;
  const result = await importLines(query, given, importing, by);
  if (isCheck) await query("ROLLBACK TO SAVEPOINT checking", []);
  else await query("DELETE FROM import_piece WHERE job_id = $1 AND number = $2", [job.id, piece.number]);
  await noteProgress(query, { job, piece, seen: given.length, result }, by.at);
}

interface Progress {
  readonly job: StartedJob;
  readonly piece: Piece;
  readonly seen: number;
  readonly result: BatchResult;
}

async function noteProgress(query: Query, { job, piece, seen, result }: Progress, at: Date): Promise<void> {
  const { added, changed, unchanged, refused } = result;
  await query(PROGRESS, [job.id, piece.number, seen, added, changed, unchanged, refused.length, at]);
  if (refused.length > 0) await query(REFUSE, [job.id, JSON.stringify(refused)]);
}

async function complete(query: Query, job: StartedJob, by: By): Promise<void> {
  await finish(query, job.id, "done", by.at);
  const { id, source, seen: lines, added, changed, unchanged, refused } = job;
  const detail = { import: id, source, lines, added, changed, unchanged, refused };
  await recordAudit(query, { type: "people_imported", ...by, detail });
}

/** Ends an import whose starter may not import any more. Imported people stay. */
async function stop(query: Query, { id, source, added, changed }: StartedJob, at: Date): Promise<void> {
  await finish(query, id, "cancelled", at);
  const detail = { import: id, source, added, changed, reason: "starter" };
  await recordAudit(query, { type: "import_cancelled", actor: { kind: "system" }, at, detail });
}

async function noteFailure(pool: Database["pool"], id: string, at: Date): Promise<void> {
  await inTransaction(pool, async (query) => {
    const [job] = await query(FAILED, [id]);
    if (Number(job?.failures) >= MOST_FAILURES) await finish(query, id, "failed", at);
  });
}

interface Piece {
  readonly number: number;
  readonly firstLine: number;
  readonly sealed: Uint8Array;
  readonly keyEncryptionKeyId: string;
}

// The lines are imported for who started it. The names of actors are those of the audit log.
const NEXT_JOB = `
  SELECT ${JOB}, "position", failures, actor, actor_id AS "actorId",
         COALESCE(${mayStill("starter.giver", "people:write", "$1")}, false) AS "mayImport"
    FROM import_job
   CROSS JOIN LATERAL (
         SELECT jsonb_build_object('kind', actor, 'userId', actor_id, 'clientId', actor_id) AS giver) AS starter
   WHERE finished_at IS NULL AND state IN ('checking', 'running')
   ORDER BY failures, updated_at LIMIT 1 FOR NO KEY UPDATE OF import_job SKIP LOCKED`;

const NEXT_PIECE = `
  SELECT number, first_line AS "firstLine", sealed_lines AS sealed, key_encryption_key_id AS "keyEncryptionKeyId"
    FROM import_piece WHERE job_id = $1 AND number > $2 ORDER BY number LIMIT 1`;

const CHECKED = "UPDATE import_job SET state = 'checked', updated_at = $2 WHERE id = $1";

const PROGRESS = `
  UPDATE import_job SET "position" = $2, failures = 0, seen = seen + $3, added = added + $4, changed = changed + $5,
         unchanged = unchanged + $6, refused = refused + $7, updated_at = $8
   WHERE id = $1`;

const REFUSE = `
  INSERT INTO import_refusal (job_id, line, problem, detail)
  SELECT $1, r.* FROM jsonb_to_recordset($2::jsonb) AS r (line integer, problem text, detail text)`;

const FAILED = "UPDATE import_job SET failures = failures + 1 WHERE id = $1 AND finished_at IS NULL RETURNING failures";
