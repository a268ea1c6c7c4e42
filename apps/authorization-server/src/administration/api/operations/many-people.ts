/** Acts on several people at once: each is the act on one of them, in a transaction of its own, with its result. */
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import { deletePerson, disable, enable } from "../../people/operations/person-access.ts";
import { Refused } from "../../refused.ts";
import { giveRole } from "../../roles/operations/people.ts";
import { endSessions } from "../../sessions/operations/sessions.ts";
import { defineOperation, type Operation, type Reply, type Request } from "../operation.ts";
import { Problem, problemOf } from "../problem.ts";

/** As many people as a page of a list has at most. */
const MOST_AT_ONCE = 100;

const ids = z
  .array(z.uuid())
  .min(1)
  .max(MOST_AT_ONCE, { abort: true })
  .meta({ description: `the ids of up to ${MOST_AT_ONCE} people, each once` })
  .refine((list) => new Set(list).size === list.length, { error: "has an id twice" });

const results = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.uuid(),
      result: z.enum(["done", "already", "refused"]).meta({ description: "already: it was so before" }),
      reason: z.string().nullable().meta({ description: "why it was refused" }),
    }),
  ),
});

type Result = z.input<typeof results>["items"][number];
type Sent = Request<unknown, { readonly ids: readonly string[]; readonly role?: string }>;

/** What the act on one person comes to. What is no refusal ends the whole request. */
async function resultFor(id: string, act: Operation, request: Sent, deps: Dependencies): Promise<Result> {
  // The act is upon each person as they are now.
  const one = { ...request, params: { id, role: request.body.role ?? "" }, ifMatch: "*" };
  try {
    const { already }: Reply<unknown> = await act.handle(one as unknown as Request<never, never>, deps);
    return { id, result: already === undefined ? "done" : "already", reason: null };
  } catch (err) {
    const problem = err instanceof Refused ? problemOf(err.refusal) : err;
    if (!(problem instanceof Problem) || problem.status >= 500) throw err;
    return { id, result: "refused", reason: problem.message };
  }
}

async function upon(act: Operation, request: Sent, deps: Dependencies): Promise<Reply<z.input<typeof results>>> {
  const items: Result[] = [];
  for (const id of request.body.ids) {
    // biome-ignore lint/performance/noAwaitInLoops: at most a hundred, each with its own transaction and audit row
    items.push(await resultFor(id, act, request, deps));
  }
  return { body: { items } };
}

const upTo = `up to ${MOST_AT_ONCE} people`;
const shared = { method: "POST", status: 200, answer: results } as const;

export const manyPeopleOperations: readonly Operation[] = [
  defineOperation({
    ...shared,
    id: "disablePeople",
    path: "/people/disable",
    summary: `Disables ${upTo}, and says for each what came of it`,
    scope: "people:write",
    body: z.strictObject({ ids }),
    handle: (request, deps) => upon(disable, request, deps),
  }),
  defineOperation({
    ...shared,
    id: "enablePeople",
    path: "/people/enable",
    summary: `Enables ${upTo}, and says for each what came of it`,
    scope: "people:write",
    body: z.strictObject({ ids }),
    handle: (request, deps) => upon(enable, request, deps),
  }),
  defineOperation({
    ...shared,
    id: "endSessionsOfPeople",
    path: "/people/end-sessions",
    summary: `Ends all sessions of ${upTo}, and says for each what came of it`,
    scope: "sessions:write",
    body: z.strictObject({ ids }),
    handle: (request, deps) => upon(endSessions, request, deps),
  }),
  defineOperation({
    ...shared,
    id: "giveRoleToPeople",
    path: "/people/give-role",
    summary: `Gives a role to ${upTo}, and says for each what came of it`,
    scope: "roles:write",
    needsStepUp: true,
    body: z.strictObject({ ids, role: z.uuid().meta({ description: "the id of the role" }) }),
    handle: (request, deps) => upon(giveRole, request, deps),
  }),
  defineOperation({
    ...shared,
    id: "deletePeople",
    path: "/people/delete",
    summary: `Disables ${upTo} at once and has them erased, and says for each what came of it`,
    scope: "people:write",
    needsStepUp: true,
    body: z.strictObject({ ids }),
    handle: (request, deps) => upon(deletePerson, request, deps),
  }),
];
