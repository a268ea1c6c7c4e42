/** The shape of an import of people. */
import { z } from "zod";
import { spelled, time } from "../../api/shapes.ts";
import { IMPORT_STATES, type ImportJob } from "../jobs.ts";

export const importShape = z.strictObject({
  id: z.uuid(),
  source: z.string(),
  trust_verified: z.boolean(),
  allow_weak_hashes: z.boolean(),
  state: z.enum(IMPORT_STATES),
  lines: z.int().meta({ description: "received" }),
  seen: z.int().meta({ description: "checked or imported so far; blank lines do not count" }),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  created_at: time,
  updated_at: time,
  finished_at: time.nullable(),
});

export const shownImport = (job: ImportJob) => spelled(importShape, job);
