/** Runs operations on the database, as its operator. */

import type { Given, OperatorDependencies } from "../../administration/api/command.ts";
import type { Place } from "../../administration/api/lists/cursor.ts";
import type { CommandOperation, Reply, Request } from "../../administration/api/operation.ts";
import { checked } from "../../administration/api/requests/checked.ts";
import { byOperator, type Context } from "../command/context.ts";
import { administrationIn } from "../command/owners.ts";
import { type Acting, partsOf } from "./acting.ts";
import { namesFrom } from "./names.ts";
import { asOperator, OPERATOR } from "./operator.ts";

export const onDatabase = <T>(context: Context, work: (acting: Acting) => Promise<T>): Promise<T> =>
  asOperator(context, (deps) => {
    const reply: Acting["reply"] = async (operation, given, most) =>
      replyOf(operation, await requestOf(operation, given, context), { deps, most });
    return work({ names: namesFrom(reply), reply });
  });

/** The request that the API would have read. */
async function requestOf(
  operation: CommandOperation,
  given: Given,
  context: Context,
): Promise<Request<unknown, unknown>> {
  const { query, body } = operation;
  const parts = partsOf(operation, given);
  return {
    params: parts.params,
    query: query && checked(query, parts.query, "#/query"),
    body: body && checked(body, parts.body, "#"),
    caller: OPERATOR,
    resource: await administrationIn(context),
    by: byOperator(context),
    // RFC 9110 §13.1.1: an operator changes the present version.
    ifMatch: "*",
    place: undefined,
  };
}

async function replyOf(
  { handle }: CommandOperation,
  request: Request<unknown, unknown>,
  { deps, most }: { readonly deps: OperatorDependencies; readonly most: number },
): Promise<Reply<unknown>> {
  const items: unknown[] = [];
  for (let place: Place | undefined; ; ) {
    const reply = await handle({ ...request, place } as Request<never, never>, deps);
    if (reply.next === undefined && items.length === 0) return reply;
    items.push(...((reply.body as { items?: unknown[] }).items ?? []));
    if (reply.next === undefined || items.length >= most) return { body: { items: items.slice(0, most) } };
    place = reply.next;
  }
}
