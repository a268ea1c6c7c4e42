/** What administrators see of imports. */
import type { WithPool } from "../../platform/stores/transaction.ts";
import { type ImportJob, JOB } from "./jobs.ts";
import type { ImportProblem, RefusedLine } from "./problems.ts";

export async function findImport({ pool }: WithPool, id: string): Promise<ImportJob | undefined> {
  return (await pool.query<ImportJob>(`SELECT ${JOB} FROM import_job WHERE id = $1`, [id])).rows[0];
}

interface PageOfImports {
  readonly before: { readonly createdAt: Date; readonly id: string } | undefined;
  readonly most: number;
}

/** Imports, the newest first. */
export async function pageOfImports(
  { pool }: WithPool,
  { before, most }: PageOfImports,
): Promise<readonly ImportJob[]> {
  return (await pool.query<ImportJob>(PAGE, [before?.createdAt, before?.id, most])).rows;
}

/** How many imports there are, up to `most`. */
export async function countImports({ pool }: WithPool, most: number): Promise<number> {
  const text = "SELECT count(*)::int FROM (SELECT FROM import_job LIMIT $1) AS those";
  return (await pool.query<{ count: number }>(text, [most])).rows[0]?.count ?? 0;
}

/** The lines that an import refused, in their order. */
export async function pageOfRefusals(
  { pool }: WithPool,
  { id, after, most }: { readonly id: string; readonly after: number; readonly most: number },
): Promise<readonly (RefusedLine & { readonly problem: ImportProblem })[]> {
  return (await pool.query(REFUSALS, [id, after, most])).rows;
}

const PAGE = `
  SELECT ${JOB} FROM import_job
   WHERE $1::timestamptz IS NULL OR (created_at, id) < ($1, $2::uuid)
   ORDER BY created_at DESC, id DESC LIMIT $3`;

const REFUSALS = `
  SELECT line, problem, detail FROM import_refusal WHERE job_id = $1 AND line > $2 ORDER BY line LIMIT $3`;
