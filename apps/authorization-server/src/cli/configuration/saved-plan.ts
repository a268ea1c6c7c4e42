/** A plan in a file: it is applied only if it is still what would be done. */
import { writeFile } from "node:fs/promises";
import { z } from "zod";
import type { Change } from "../../administration/configuration/changes.ts";
import {
  type Configuration,
  configurationOf,
  configurationShape,
} from "../../administration/configuration/kinds/kinds.ts";
import { readJsonObject, validate } from "../command/input.ts";

const change = z.strictObject({
  section: z.string(),
  key: z.string(),
  act: z.enum(["create", "change", "adopt", "remove"]),
  fields: z.array(z.strictObject({ field: z.string(), before: z.json().optional(), after: z.json().optional() })),
});

const savedPlan = z.strictObject({
  countersign_plan: z.literal(1),
  prune: z.boolean(),
  configuration: configurationShape,
  changes: z.array(change),
});

export interface SavedPlan {
  readonly configuration: Configuration;
  readonly prune: boolean;
  readonly changes: readonly Change[];
}

/** Writes a plan that only its owner can read. Replaces the file. */
export async function savePlan(file: string, { configuration, prune, changes }: SavedPlan): Promise<void> {
  const { managedBy: managed_by, declared } = configuration;
  const plan = { countersign_plan: 1, prune, configuration: { managed_by, ...declared }, changes };
  await writeFile(file, `${JSON.stringify(plan, undefined, 2)}\n`, { mode: 0o600 });
}

export async function readPlan(file: string): Promise<SavedPlan> {
  const { configuration, prune, changes } = validate(savedPlan, await readJsonObject(file, LARGEST_BYTES), "the plan");
  return { configuration: configurationOf(configuration), prune, changes: changes as readonly Change[] };
}

const LARGEST_BYTES = 16 * 1024 * 1024;
