/** Operations on hooks. */
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import type { Caller } from "../api/access.ts";
import type { OperatorDependencies } from "../api/command.ts";
import { assertMatch } from "../api/etag.ts";
import { defineOperation, type Operation, type Request } from "../api/operation.ts";
import { Problem } from "../api/problem.ts";
import { ADMIN_SCOPES, scopeBeyond } from "../api/scopes.ts";
import { isId } from "../api/shapes.ts";
import { addedShape, changedShape, madeShape, shownShape } from "../entity-shapes.ts";
import { shownOf, takenFrom } from "../entity-values.ts";
import { assertReachable, rotationShape } from "../receiver.ts";
import { missing } from "../refused.ts";
import { addHook, changeHook, type MadeHook, removeHook, rotateHookSecret } from "./acts.ts";
import { ADD, CHANGE, LIST, REMOVE, ROTATE } from "./commands.ts";
import { HOOK, type Hook, hookFields, hooks, type NewHook } from "./entity.ts";
import { findHook, listHooks } from "./store.ts";

const shown = (held: Hook) => shownOf(hookFields, held);

async function hookIn(
  { id }: Request<unknown, unknown>["params"],
  { database }: Pick<Dependencies, "database">,
): Promise<Hook> {
  const found = isId(id) ? await findHook(database, id) : undefined;
  if (found === undefined) throw missing(HOOK);
  return found;
}

/** Hooks receive personal data, and change tokens and sign-ins: only owners decide on hooks. */
function assertDecidesOnHooks({ scopes }: Caller): void {
  const beyond = scopeBeyond(scopes, ADMIN_SCOPES);
  if (beyond !== undefined) throw new Problem("forbidden", `owners decide on hooks; you lack ${beyond}`);
}

async function made({ id, secret }: MadeHook, deps: Pick<Dependencies, "database">) {
  const version = shown(await hookIn({ id }, deps));
  return { body: { ...version, secret }, version };
}

const list = defineOperation({
  id: "listHooks",
  method: "GET",
  path: "/hooks",
  summary: `The hooks, by name; there are at most ${hooks.most}`,
  scope: "settings:read",
  status: 200,
  answer: z.strictObject({ items: z.array(shownShape(hookFields)) }),
  command: LIST,
  handle: async (_, { database }) => ({ body: { items: (await listHooks(database)).map(shown) } }),
});

const read = defineOperation({
  id: "readHook",
  method: "GET",
  path: "/hooks/:id",
  summary: "One hook",
  scope: "settings:read",
  status: 200,
  answer: shownShape(hookFields),
  async handle({ params }, deps) {
    const body = shown(await hookIn(params, deps));
    return { body, version: body };
  },
});

const add = defineOperation({
  id: "addHook",
  method: "POST",
  path: "/hooks",
  summary: "Adds a service that is asked; for owners",
  scope: "settings:write",
  isGrave: true,
  body: addedShape(hookFields),
  status: 201,
  answer: madeShape(hookFields),
  shownOnce: ["secret"],
  command: ADD,
  async handle({ body, by, caller }, deps) {
    assertDecidesOnHooks(caller);
    assertReachable(HOOK, body.url, deps.hooks);
    const acts = { database: deps.database, texts: deps.sealedTexts };
    const added = await addHook(acts, takenFrom(hookFields, body) as NewHook, by);
    forget(body.clients, deps);
    return { ...(await made(added, deps)), location: `/hooks/${added.id}` };
  },
});

const change = defineOperation({
  id: "changeHook",
  method: "PATCH",
  path: "/hooks/:id",
  summary: "Changes settings of a hook, enables or disables it; for owners",
  scope: "settings:write",
  isGrave: true,
  needsMatch: true,
  body: changedShape(hookFields),
  status: 200,
  answer: shownShape(hookFields),
  command: CHANGE,
  async handle({ params, body, by, caller, ifMatch }, deps) {
    const { id } = await hookIn(params, deps);
    assertDecidesOnHooks(caller);
    assertReachable(HOOK, body.url, deps.hooks);
    let before: readonly string[] = [];
    const changed = await changeHook(deps.database, { id, ...takenFrom(hookFields, body) }, by, (held) => {
      assertMatch(ifMatch, held, shown);
      before = held.clients;
    });
    forget([...before, ...changed.clients], deps);
    const version = shown(changed);
    return { body: version, version };
  },
});

const rotate = defineOperation({
  id: "rotateHookSecret",
  method: "POST",
  path: "/hooks/:id/rotate-secret",
  summary: "Gives a hook another secret; the previous one is also used for some time",
  scope: "settings:write",
  isGrave: true,
  body: rotationShape("secret"),
  status: 200,
  answer: madeShape(hookFields),
  shownOnce: ["secret"],
  command: ROTATE,
  async handle({ params, body: { overlap }, by, caller }, deps) {
    const { id } = await hookIn(params, deps);
    assertDecidesOnHooks(caller);
    const acts = { database: deps.database, texts: deps.sealedTexts };
    return made(await rotateHookSecret(acts, { id, overlapSeconds: overlap }, by), deps);
  },
});

const remove = defineOperation({
  id: "removeHook",
  method: "DELETE",
  path: "/hooks/:id",
  summary: "Removes a hook: it is not asked any more; for owners",
  scope: "settings:write",
  isGrave: true,
  needsMatch: true,
  status: 204,
  command: REMOVE,
  async handle({ params, by, caller, ifMatch }, deps) {
    const { id, clients } = await hookIn(params, deps);
    assertDecidesOnHooks(caller);
    await removeHook(deps.database, id, by, (held) => assertMatch(ifMatch, held, shown));
    forget(clients, deps);
    return { body: undefined };
  },
});

function forget(clients: readonly string[], deps: Pick<OperatorDependencies, "clients">): void {
  for (const id of clients) deps.clients.forget(id);
}

export const hookOperations: readonly Operation[] = [list, read, add, change, rotate, remove];
