/** Acts on several at once: each is the act on one of them, in a transaction of its own, with its result. */
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import { Refused } from "../refused.ts";
import { defineOperation, type Operation, type Reply, type Request } from "./operation.ts";
import { Problem, problemOf } from "./problem.ts";

/** As many as a page of a list has at most. */
export const MOST_AT_ONCE = 100;

/** The ids of several, each once. */
const idsOf = (id: z.ZodType<string>, called: string) =>
  z
    .array(id)
    .min(1)
    .max(MOST_AT_ONCE, { abort: true })
    .meta({ description: `the ids of up to ${MOST_AT_ONCE} ${called}, each once` })
    .refine((list) => new Set(list).size === list.length, { error: "has an id twice" });

const resultsOf = (id: z.ZodType<string>) =>
  z.strictObject({
    items: z.array(
      z.strictObject({
        id,
        result: z.enum(["done", "already", "refused"]).meta({ description: "already: it was so before" }),
        reason: z.string().nullable().meta({ description: "why it was refused" }),
      }),
    ),
  });

type Results = z.input<ReturnType<typeof resultsOf>>;
type Result = Results["items"][number];
type Sent = Request<unknown, { readonly ids: readonly string[]; readonly role?: string }>;

interface One {
  readonly handle: (request: Request<never, never>, deps: Dependencies) => Promise<Reply<unknown>>;
  /** How the path of the act on one calls the id. */
  readonly idIn?: "id" | "person" | "invitation" | "session";
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

type Declared = Pick<Operation, "id" | "path" | "scope" | "needsStepUp" | "forOrganizationAdmins" | "mailsAnyone">;

interface Several extends Declared {
  /** What it does, in the words of its summary. */
  readonly does: string;
  /** Whether the act is about a role. */
  readonly ofRole?: true;
  /** What the ids are those of, in words, and how one looks; of people by default. */
  readonly of?: { readonly called: string; readonly id?: z.ZodType<string> };
  /** What else is sent, which is the same for each. */
  readonly also?: z.ZodRawShape;
  /** The act on one. */
  readonly one: One;
  /** Throws if the group or organization in the path does not exist: the whole request is refused then. */
  readonly within?: (request: Sent, deps: Dependencies) => Promise<unknown>;
}

const role = z.uuid().meta({ description: "the id of the role" });

/** An operation that acts on several, whose ids it is sent. */
export function actOnSeveral({ does, ofRole, of: { called, id = z.uuid() } = PEOPLE, also, ...rest }: Several) {
  const { one, within, ...about } = rest;
  return defineOperation({
    ...about,
    method: "POST",
    summary: `${does}, and says for each what came of it`,
    body: z.strictObject({ ids: idsOf(id, called), ...(ofRole && { role }), ...also }),
    answer: resultsOf(id),
    async handle(request, deps) {
      const sent = request as unknown as Sent;
      await within?.(sent, deps);
      return upon(one, sent, deps);
    },
  });
}

const PEOPLE: NonNullable<Several["of"]> = { called: "people" };
