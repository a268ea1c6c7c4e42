/** The operation that asks a hook a question as a test. */
import { z } from "zod";
import type { OperationCommand } from "../api/command.ts";
import { naming } from "../api/entities/commands.ts";
import { keptIn } from "../api/entities/replies.ts";
import { defineOperation, type Operation } from "../api/operation.ts";
import { assertDecides } from "../api/rank.ts";
import { checked } from "../api/requests/checked.ts";
import { sentRequest } from "../api/shapes.ts";
import { missing } from "../refused.ts";
import { testHook } from "./acts.ts";
import { hooks } from "./entity.ts";
import { exampleFor, QUESTIONS } from "./questions.ts";

const trial = z.strictObject({
  request: sentRequest,
  status: z.int().nullable(),
  duration_ms: z.int(),
  body: z.string().nullable().meta({ description: "the body of the response, if its status is 200" }),
  failure: z
    .enum(["no_response", "status", "media_type", "json", "kind"])
    .nullable()
    .meta({ description: "why the response is no answer; kind: it is not one of this kind of hook" }),
  claims: z.record(z.string(), z.unknown()).nullable().meta({ description: "what a claims hook adds" }),
  left_out: z.array(z.string()).meta({ description: "claims of the answer that are not added" }),
  decision: z
    .strictObject({
      verdict: z.enum(["allow", "deny", "require"]),
      text: z.string().optional(),
      acr: z.string().optional(),
    })
    .nullable()
    .meta({ description: "what a hook of another kind decides" }),
});

const TEST: OperationCommand = {
  ...naming(hooks, "test"),
  about: "ask a hook a question as a test, and print the request, the answer and what it would do",
};

/** A question with its example is short; claims may be up to 8 KB. */
const LONGEST_BODY = 16_384;

const test = defineOperation({
  id: "testHook",
  method: "POST",
  path: "/hooks/:id/test",
  summary: "Asks a hook a question as a test, and answers what it would do: nothing is done; for owners",
  scope: "settings:write",
  needsStepUp: true,
  isCostly: true,
  isBodyOptional: true,
  longestBody: LONGEST_BODY,
  body: z.strictObject({
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "members of the data; the others come from an example that names no user" }),
  }),
  answer: trial,
  command: TEST,
  async handle({ params, body: { data = {} }, by, caller }, deps) {
    const hook = await keptIn(hooks, params, deps);
    assertDecides(hooks, caller);
    const members = checked(QUESTIONS[hook.kind].partial(), data, "#/data");
    await testHook(deps.database, hook.id, by);
    // After the transaction: nothing is held while the hook is waited for.
    const asked = { kind: hook.kind, data: { ...exampleFor(hook), ...(members as object) }, levels: deps.levels };
    const tried = await deps.hooks.trial(hook.id, asked);
    if (tried === undefined) throw missing("hook");
    const { durationMs, leftOut, claims, ...shown } = tried;
    return { body: { ...shown, duration_ms: durationMs, left_out: [...leftOut], claims: claims && { ...claims } } };
  },
});

export const hookTrialOperations: readonly Operation[] = [test];
