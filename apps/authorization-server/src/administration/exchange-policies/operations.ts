/** Operations on exchange policies. */
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import type { AssertMeantFor } from "../../platform/stores/locked.ts";
import type { Caller } from "../api/access.ts";
import { assertMatch } from "../api/etag.ts";
import { assertNotManaged } from "../api/managed.ts";
import { defineOperation, type Operation, type Request } from "../api/operation.ts";
import { Problem } from "../api/problem.ts";
import { ADMIN_SCOPES, scopeBeyond } from "../api/scopes.ts";
import { isId } from "../api/shapes.ts";
import { addedShape, changedShape, shownShape } from "../entity-shapes.ts";
import { shownOf, takenFrom } from "../entity-values.ts";
import { missing } from "../refused.ts";
import { addExchangePolicy, changeExchangePolicy, MOST_EXCHANGE_POLICIES, removeExchangePolicy } from "./acts.ts";
import { ADD, CHANGE, LIST, REMOVE } from "./commands.ts";
import { EXCHANGE_POLICY, type ExchangePolicyRecord, exchangePolicyFields, type NewExchangePolicy } from "./entity.ts";
import { findExchangePolicy, listExchangePolicies } from "./store.ts";

const shown = (held: ExchangePolicyRecord) => shownOf(exchangePolicyFields, held);

async function policyIn(
  { id }: Request<unknown, unknown>["params"],
  { database }: Pick<Dependencies, "database">,
): Promise<ExchangePolicyRecord> {
  const found = isId(id) ? await findExchangePolicy(database, id) : undefined;
  if (found === undefined) throw missing(EXCHANGE_POLICY);
  return found;
}

/** A policy gives a client what people have at another API: only owners decide on them. */
export function assertDecidesOnExchanges({ scopes }: Pick<Caller, "scopes">): void {
  const beyond = scopeBeyond(scopes, ADMIN_SCOPES);
  if (beyond !== undefined) throw new Problem("forbidden", `owners decide on exchange policies; you lack ${beyond}`);
}

/** What a configuration declares is changed there, and only the version that the caller read. */
const assertMine =
  (ifMatch: Parameters<typeof assertMatch>[0], by: By) =>
  (held: Parameters<AssertMeantFor<ExchangePolicyRecord>>[0]): void => {
    assertNotManaged(held, EXCHANGE_POLICY, by);
    assertMatch(ifMatch, held, shown);
  };

const list = defineOperation({
  id: "listExchangePolicies",
  method: "GET",
  path: "/exchange-policies",
  summary: `Which clients may exchange tokens (RFC 8693), by name; there are at most ${MOST_EXCHANGE_POLICIES}`,
  scope: "settings:read",
  status: 200,
  answer: z.strictObject({ items: z.array(shownShape(exchangePolicyFields)) }),
  command: LIST,
  handle: async (_, { database }) => ({ body: { items: (await listExchangePolicies(database)).map(shown) } }),
});

const read = defineOperation({
  id: "readExchangePolicy",
  method: "GET",
  path: "/exchange-policies/:id",
  summary: "One exchange policy",
  scope: "settings:read",
  status: 200,
  answer: shownShape(exchangePolicyFields),
  async handle({ params }, deps) {
    const body = shown(await policyIn(params, deps));
    return { body, version: body };
  },
});

const add = defineOperation({
  id: "addExchangePolicy",
  method: "POST",
  path: "/exchange-policies",
  summary: "Allows a client to exchange tokens of people for tokens of another audience; for owners",
  scope: "settings:write",
  isGrave: true,
  body: addedShape(exchangePolicyFields),
  status: 201,
  answer: shownShape(exchangePolicyFields),
  command: ADD,
  async handle({ body, by, caller }, deps) {
    assertDecidesOnExchanges(caller);
    const policy = takenFrom(exchangePolicyFields, body) as NewExchangePolicy;
    const id = await addExchangePolicy(deps.database, policy, by);
    const version = shown(await policyIn({ id }, deps));
    return { body: version, version, location: `/exchange-policies/${id}` };
  },
});

const change = defineOperation({
  id: "changeExchangePolicy",
  method: "PATCH",
  path: "/exchange-policies/:id",
  summary: "Changes settings of an exchange policy, enables or disables it; for owners",
  scope: "settings:write",
  isGrave: true,
  needsMatch: true,
  body: changedShape(exchangePolicyFields),
  status: 200,
  answer: shownShape(exchangePolicyFields),
  command: CHANGE,
  async handle({ params, body, by, caller, ifMatch }, deps) {
    const { id } = await policyIn(params, deps);
    assertDecidesOnExchanges(caller);
    const changes = takenFrom(exchangePolicyFields, body);
    const changed = await changeExchangePolicy(deps.database, { id, ...changes }, by, assertMine(ifMatch, by));
    const version = shown(changed);
    return { body: version, version };
  },
});

const remove = defineOperation({
  id: "removeExchangePolicy",
  method: "DELETE",
  path: "/exchange-policies/:id",
  summary: "Removes an exchange policy: its client exchanges nothing by it any more; for owners",
  scope: "settings:write",
  isGrave: true,
  needsMatch: true,
  status: 204,
  command: REMOVE,
  async handle({ params, by, caller, ifMatch }, deps) {
    const { id } = await policyIn(params, deps);
    assertDecidesOnExchanges(caller);
    await removeExchangePolicy(deps.database, id, by, assertMine(ifMatch, by));
    return { body: undefined };
  },
});

export const exchangePolicyOperations: readonly Operation[] = [list, read, add, change, remove];
