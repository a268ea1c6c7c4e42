/** Composite reads: what other operations answer about the same thing comes in one answer, so a page asks once. */
import { z } from "zod";
import type { Caller } from "../access/access.ts";
import type { Operation, Request, Shape } from "../operation.ts";

/** An operation whose answer can come with another one's. It gets the same parameters of the path. */
export interface Part {
  readonly operation: Operation;
  /** The query of the operation, if it has one. */
  readonly query?: (params: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>;
}

const LONGEST = 500;
const NOTHING: Shape = z.strictObject({});

/**
 * An operation whose caller may name parts in `include`. The answer has those that the caller may read, as their own
 * operations would answer them, in `included`. Lists have their first page only. The version is of the thing itself.
 */
export function including(operation: Operation, parts: Readonly<Record<string, Part>>): Operation {
  const names = Object.keys(parts);
  for (const { operation: part } of Object.values(parts)) {
    const isPlain = part.method === "GET" && !(part.needsStepUp || part.isCostly || part.mailsAnyone);
    const isOfSame = paramsOf(part).every((param) => paramsOf(operation).includes(param));
    if (!(isPlain && isOfSame)) throw new TypeError(`${part.id} cannot come with ${operation.id}`);
  }
  const shapes = Object.entries(parts).map(([name, part]) => [name, (part.operation.answer ?? NOTHING).optional()]);
  const included = z.strictObject(Object.fromEntries(shapes));
  return {
    ...operation,
    query: (operation.query ?? NOTHING).extend({ include: namesIn(names).optional() }),
    answer: (operation.answer ?? NOTHING).extend({
      included: included.optional().meta({ description: "what include names, as far as the caller may read it" }),
    }),
    async handle(request, deps) {
      const { include, ...query } = request.query as { readonly include?: string };
      const reply = await operation.handle({ ...request, query: query as never }, deps);
      if (include === undefined) return reply;
      return { ...reply, body: { ...(reply.body as object), included: await read(include.split(","), request) } };

      async function read(asked: readonly string[], asRead: Request<never, never>) {
        const found: Record<string, unknown> = {};
        for (const name of new Set(asked)) {
          const part = parts[name];
          if (part === undefined || !mayRead(asRead.caller, part.operation)) continue;
          // biome-ignore lint/performance/noAwaitInLoops: one request takes one connection at a time
          found[name] = (await readPart(part, asRead)).body;
        }
        return found;
      }

      function readPart({ operation: { handle, query: shape }, query: queryFor }: Part, asRead: Request<never, never>) {
        const asked = (shape ?? NOTHING).parse(queryFor?.(asRead.params) ?? {});
        return handle({ ...asRead, query: asked as never, place: undefined }, deps);
      }
    },
  };
}

const paramsOf = ({ path }: Operation) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);

const mayRead = ({ scopes, organizationId }: Caller, { scope, forOrganizationAdmins }: Operation) =>
  scopes.some((one) => one === scope) && (organizationId === undefined || forOrganizationAdmins === true);

/** Some of the names, with commas between them. */
const namesIn = (names: readonly string[]) =>
  z
    .string()
    .max(LONGEST, { abort: true })
    .refine((text) => text.split(",").every((name) => names.includes(name)), {
      error: `must be some of ${names.join(", ")}, with commas between them`,
    })
    .meta({ description: `what comes with it, with commas between: ${names.join(", ")}` });
