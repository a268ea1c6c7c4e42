/** Tells of the statements that connections of the pool send, if the service is traced. */
import { AsyncResource } from "node:async_hooks";
import { beginStatement, isTraced } from "@countersign/tracing";
import type { PoolClient } from "pg";

type Given = readonly unknown[];
type Callback = (...answer: [err?: unknown, ...others: unknown[]]) => unknown;

/** Tells of each statement until its answer. */
export function traceStatements(client: PoolClient): void {
  if (!isTraced()) return;
  const query = client.query.bind(client) as (...given: Given) => unknown;
  client.query = ((...given: Given) => {
    const { name, text } = statementOf(given[0]);
    const span = beginStatement(name, text);
    if (span === undefined) return query(...given);

    const last = given.at(-1);
    if (typeof last === "function") {
      const callback = last as Callback;
      const ended: Callback = (err, ...others) => {
        span.end(err ?? undefined);
        return callback(err, ...others);
      };
      return query(...given.slice(0, -1), ended);
    }
    const answer = query(...given);
    if (answer instanceof Promise) answer.then(() => span.end(), span.end);
    else span.end(); // its user reads the rows as they come
    return answer;
  }) as PoolClient["query"];
}

/** Prisma names its statements after the hash of their text, which says nothing. */
const OF_PRISMA = /^prisma-/;

function statementOf(given: unknown): { readonly name: string | undefined; readonly text: string } {
  if (typeof given !== "object" || given === null) return { name: undefined, text: String(given) };
  const { name, text } = given as { readonly name?: unknown; readonly text?: unknown };
  const own = typeof name === "string" && !OF_PRISMA.test(name) ? name : undefined;
  return { name: own, text: typeof text === "string" ? text : "" };
}

/** The pool calls back a caller that waited for a connection from the work of the one that gave it back. */
export function inCallersContext<Callbacks extends readonly unknown[]>(callbacks: Callbacks): Callbacks {
  if (!isTraced()) return callbacks;
  return callbacks.map((one) => (typeof one === "function" ? AsyncResource.bind(one as Callback) : one)) as never;
}
