/** Acts on several at once: each is the act on one of them, in a transaction of its own, with its result. */
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import { Refused } from "../refused.ts";
import { defineOperation, type Operation, type Reply, type Request } from "./operation.ts";
import { Problem, problemOf } from "./problem.ts";

/** As many as a page of a list has at most. */
export const MOST_AT_ONCE = 100;

/** The ids of several people, each once. */
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

type Results = z.input<typeof results>;
type Result = Results["items"][number];
type Sent = Request<unknown, { readonly ids: readonly string[]; readonly role?: string }>;

interface One {
  readonly handle: (request: Request<never, never>, deps: Dependencies) => Promise<Reply<unknown>>;
  /** How the path of the act on one calls the id. */
  readonly idIn?: "id" | "person";
}

/** The result of the act on one. An error that is not a refusal ends the whole request. */
async function resultFor(id: string, { handle, idIn = "id" }: One, request: Sent, deps: Dependencies): Promise<Result> {
  const params = { ...request.params, [idIn]: id, role: request.body.role ?? "" };
  // The act is upon each as they are now.
  const one = { ...request, params, ifMatch: "*" };
  try {
    const { already } = await handle(one as unknown as Request<never, never>, deps);
    return { id, result: already === undefined ? "done" : "already", reason: null };
  } catch (err) {
    const problem = err instanceof Refused ? problemOf(err.refusal) : err;
    if (!(problem instanceof Problem) || problem.status >= 500) throw err;
    return { id, result: "refused", reason: problem.message };
  }
}

/** Acts on each in turn. One that is refused does not keep the act from the others. */
async function upon(one: One, request: Sent, deps: Dependencies): Promise<Reply<Results>> {
  const items: Result[] = [];
  for (const id of request.body.ids) {
    // biome-ignore lint/performance/noAwaitInLoops: at most a hundred, each with its own transaction and audit row
    items.push(await resultFor(id, one, request, deps));
  }
  return { body: { items } };
}

interface Several extends Pick<Operation, "id" | "path" | "scope" | "needsStepUp" | "forOrganizationAdmins"> {
  /** What it does, in the words of its summary. */
  readonly does: string;
  /** Whether the act is about a role. */
  readonly ofRole?: true;
  /** The act on one. */
  readonly one: One;
  /** Throws if the group or organization in the path does not exist: the whole request is refused then. */
  readonly within?: (request: Sent, deps: Dependencies) => Promise<unknown>;
}

const role = z.uuid().meta({ description: "the id of the role" });

/** An operation that acts on several, whose ids it is sent. */
export const actOnSeveral = ({ does, ofRole, one, within, ...about }: Several) =>
  defineOperation({
    ...about,
    method: "POST",
    summary: `${does}, and says for each what came of it`,
    body: ofRole ? z.strictObject({ ids, role }) : z.strictObject({ ids }),
    answer: results,
    async handle(request, deps) {
      await within?.(request, deps);
      return upon(one, request, deps);
    },
  });
