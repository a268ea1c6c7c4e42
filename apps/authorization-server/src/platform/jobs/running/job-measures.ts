/** What operators see of the parts of jobs that fail. */
import type { Database } from "@countersign/database";
import type { Measure } from "@countersign/service";
import { readFailingJobs } from "../../stores/job-failures.ts";

export const jobMeasures = (database: Pick<Database, "pool">): readonly Measure[] => [
  {
    name: "job_failing_parts",
    help: "Parts of jobs that failed the last time they were tried, of all replicas",
    type: "gauge",
    labelNames: ["job"],
    read: async () =>
      (await readFailingJobs(database)).map(({ name, failing }) => ({ labels: { job: name }, value: failing })),
  },
];
