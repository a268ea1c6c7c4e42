/** What the jobs of the service could not do. */
import { z } from "zod";
import { readFailingJobs } from "../../../platform/stores/job-failures.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { spelled, time } from "../../api/shapes.ts";

const part = z.strictObject({
  part: z
    .string()
    .nullable()
    .meta({ description: "what failed, such as an account or a kind of row; null for a run as a whole" }),
  failures: z.int().meta({ description: "how often it failed, one time after the other" }),
  reason: z.string().meta({ description: "the code of the last error, such as an SQLSTATE; the log has its message" }),
  failed_at: time,
  next_attempt_at: time.meta({ description: "until then it waits; what comes after it does not" }),
});

const job = z.strictObject({
  name: z.string(),
  failing: z.int().meta({ description: "how many parts of the job fail" }),
  since: time.meta({ description: "when the first of them failed" }),
  parts: z.array(part).meta({ description: "the parts that failed most often, up to ten" }),
});

const read = defineOperation({
  id: "readFailingJobs",
  method: "GET",
  path: "/failing-jobs",
  summary: "The jobs of the service that could not do everything, and when they try again",
  scope: "settings:read",
  answer: z.strictObject({ items: z.array(job) }),
  async handle(_, { database }) {
    const items = (await readFailingJobs(database)).map(({ name, failing, since, parts }) => ({
      ...{ name, failing, since: since.toISOString() },
      parts: parts.map((one) => spelled(part, { ...one, part: one.part || null })),
    }));
    return { body: { items } };
  },
});

export const jobOperations: readonly Operation[] = [read];
