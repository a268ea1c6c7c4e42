/** Notices what was changed by hand of what a configuration declares, and what operators see of it. */
import type { Database } from "@countersign/database";
import type { Measure } from "@countersign/service";
import type { Deployment } from "../../administration/configuration/kinds/kind.ts";
import { openParts, type PartsOf } from "./running/parts.ts";

export interface LookingForDrift extends Omit<PartsOf, "job"> {
  readonly database: Pick<Database, "pool" | "prisma">;
  readonly deployment: Deployment;
}

/** Compares each configuration that was applied with what stands. Returns how many differ. */
export async function lookForConfigurationDrift({ deployment, ...looking }: LookingForDrift): Promise<number> {
  const { pool, prisma } = looking.database;
  // Most deployments have none, and load nothing for it.
  if ((await pool.query("SELECT FROM applied_configuration LIMIT 1")).rowCount === 0) return 0;
  const { lookForDrift } = await import("../../administration/configuration/drift.ts");
  const { attempt } = await openParts({ ...looking, job: "configuration-drift" });
  return lookForDrift({ prisma }, deployment, looking.at, attempt);
}

export const driftMeasures = ({ pool }: Pick<Database, "pool">): readonly Measure[] => [
  {
    name: "configuration_drift_resources",
    help: "Resources that differ from the configuration that was applied last, by its name; counted every hour",
    type: "gauge",
    labelNames: ["configuration"],
    async read() {
      const { rows } = await pool.query<{ managed_by: string; drift_changes: number }>(DRIFT);
      return rows.map((row) => ({ labels: { configuration: row.managed_by }, value: row.drift_changes }));
    },
  },
];

const DRIFT = "SELECT managed_by, drift_changes FROM applied_configuration ORDER BY managed_by LIMIT 1000";
