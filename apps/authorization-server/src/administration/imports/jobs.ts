/**
 * Imports that the service runs: a caller sends the lines, has them checked, and has them imported. Until then the
 * lines wait in sealed pieces.
 */
import { randomUUID } from "node:crypto";
import type { SealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { auditColumns, type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import type { ImportOptions } from "./line.ts";

export const IMPORT_STATES = ["receiving", "checking", "checked", "running", "done", "cancelled", "failed"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export interface ImportJob extends ImportOptions {
  readonly id: string;
  readonly state: ImportState;
  /** How many lines were received. */
  readonly lines: number;
  /** How many of them were checked or imported; blank lines do not count. */
  readonly seen: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly finishedAt: Date | null;
}

const MOST_LINES = 200_000;
const MOST_CHARACTERS = 200_000_000;
const MOST_UNFINISHED = 10;
/** Few, because the lines of a piece are read in one turn of the event loop. */
const LINES_OF_PIECE = 100;

/** The row that a piece is sealed for. */
export const pieceOwner = (jobId: string, number: number) => ["import", jobId, String(number)] as const;

/** Adds an import without lines. `undefined` if too many are not finished. */
export function addImport({ pool }: WithPool, options: ImportOptions, by: By): Promise<string | undefined> {
  return inTransaction(pool, async (query) => {
    await query("SELECT pg_advisory_xact_lock(hashtext('countersign import jobs'))", []);
    const [unfinished] = await query("SELECT count(*) FROM import_job WHERE finished_at IS NULL", []);
    if (Number(unfinished?.count) >= MOST_UNFINISHED) return undefined;
    const id = randomUUID();
    const { source, trustVerified, allowWeakHashes } = options;
    const { actor, actorId } = auditColumns({ type: "import_added", ...by });
    await query(ADD, [id, source, trustVerified, allowWeakHashes, actor, actorId, by.at]);
    await audit(query, "import_added", { id, ...options }, by);
    return id;
  });
}

/** What became of a request about an import that is not what it needs. */
export type Refused = "missing" | "other-state" | "too-many" | { readonly nextLine: number };

/** The next lines of an import, and the number of the first. */
export interface SentLines {
  readonly first: number;
  readonly text: string;
}

/** Keeps lines of an import. Lines that were received before are not received twice. The audit row counts them. */
export function receiveLines(
  { pool }: WithPool,
  id: string,
  { first, text }: SentLines,
  texts: Pick<SealedTexts, "seal">,
  by: By,
): Promise<Refused | undefined> {
  return inTransaction(pool, async (query) => {
    const job = await locked(query, id);
    if (job === undefined) return "missing";
    if (job.state !== "receiving") return "other-state";
    if (job.lines + 1 !== first) return { nextLine: job.lines + 1 };

    const lines = text.split("\n");
    if (lines.at(-1) === "") lines.pop();
    if (job.lines + lines.length > MOST_LINES || job.bytes + text.length > MOST_CHARACTERS) return "too-many";
    const starts = Array.from({ length: Math.ceil(lines.length / LINES_OF_PIECE) }, (_, n) => n * LINES_OF_PIECE);
    const sealed = starts.map((start, n) =>
      texts.seal(lines.slice(start, start + LINES_OF_PIECE).join("\n"), pieceOwner(id, job.pieces + n + 1)),
    );
    await query(ADD_PIECES, [
      id,
      starts.map((_, n) => job.pieces + n + 1),
      starts.map((start) => first + start),
      sealed.map((one) => Buffer.from(one.sealed)),
      sealed.map((one) => one.keyEncryptionKeyId),
    ]);
    await query(RECEIVED, [id, lines.length, text.length, by.at]);
    await audit(query, "import_lines_received", { id, source: job.source, first, lines: lines.length }, by);
    return undefined;
  });
}

/** Has the lines checked, or imported: then no more can be sent. The result of an earlier check is forgotten. */
export function startImport({ pool }: WithPool, id: string, isCheck: boolean, by: By): Promise<Refused | undefined> {
  return inTransaction(pool, async (query) => {
    const job = await locked(query, id);
    if (job === undefined) return "missing";
    if ((job.state !== "receiving" && job.state !== "checked") || job.lines === 0) return "other-state";
    const { actor, actorId } = auditColumns({ type: "import_started", ...by });
    await query("DELETE FROM import_refusal WHERE job_id = $1", [id]);
    await query(START, [id, isCheck ? "checking" : "running", actor, actorId, by.at]);
    await audit(query, "import_started", { id, source: job.source, check: isCheck }, by);
    return undefined;
  });
}

/** Ends an import. Imported people stay; its other lines are deleted. */
export function cancelImport({ pool }: WithPool, id: string, by: By): Promise<Refused | undefined> {
  return inTransaction(pool, async (query) => {
    const job = await locked(query, id);
    if (job === undefined) return "missing";
    if (job.finishedAt !== null) return "other-state";
    await finish(query, id, "cancelled", by.at);
    await audit(query, "import_cancelled", { id, source: job.source, added: job.added, changed: job.changed }, by);
    return undefined;
  });
}

/** Ends an import in its transaction, and deletes its lines. */
export async function finish(query: Query, id: string, state: ImportState, at: Date): Promise<void> {
  await query("DELETE FROM import_piece WHERE job_id = $1", [id]);
  await query("UPDATE import_job SET state = $2, updated_at = $3, finished_at = $3 WHERE id = $1", [id, state, at]);
}

const audit = (
  query: Query,
  type: "import_added" | "import_lines_received" | "import_started" | "import_cancelled",
  { id, ...detail }: { readonly id: string } & Readonly<Record<string, unknown>>,
  by: By,
) => recordAudit(query, { type, ...by, detail: { import: id, ...detail } });

interface LockedJob extends ImportJob {
  readonly bytes: number;
  readonly pieces: number;
}

async function locked(query: Query, id: string): Promise<LockedJob | undefined> {
  const [row] = await query(`SELECT ${JOB}, bytes FROM import_job WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  if (row === undefined) return undefined;
  const [last] = await query("SELECT max(number) AS pieces FROM import_piece WHERE job_id = $1", [id]);
  return { ...(row as unknown as LockedJob), pieces: Number(last?.pieces ?? 0) };
}

/** The columns of a job. */
export const JOB = `id, source, trust_verified AS "trustVerified", allow_weak_hashes AS "allowWeakHashes", state, lines,
         seen, added, changed, unchanged, refused, created_at AS "createdAt", updated_at AS "updatedAt",
         finished_at AS "finishedAt"`;

const ADD = `
  INSERT INTO import_job (id, source, trust_verified, allow_weak_hashes, state, actor, actor_id, created_at, updated_at)
  VALUES ($1, $2, $3, $4, 'receiving', $5, $6, $7, $7)`;

const ADD_PIECES = `
  INSERT INTO import_piece (job_id, number, first_line, sealed_lines, key_encryption_key_id)
  SELECT $1, p.* FROM unnest($2::integer[], $3::integer[], $4::bytea[], $5::text[]) AS p`;

const RECEIVED = `
  UPDATE import_job SET lines = lines + $2, bytes = bytes + $3, updated_at = $4 WHERE id = $1`;

const START = `
  UPDATE import_job SET state = $2, actor = $3, actor_id = $4, updated_at = $5, "position" = 0, failures = 0, seen = 0,
         added = 0, changed = 0, unchanged = 0, refused = 0
   WHERE id = $1`;
