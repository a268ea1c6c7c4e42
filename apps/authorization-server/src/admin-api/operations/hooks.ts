/** Operations on hooks. */
import { z } from "zod";
import { addHook, changeHook, MOST_HOOKS, removeHook, rotateHookSecret } from "../../administration/hooks.ts";
import type { Dependencies } from "../../dependencies.ts";
import { hookProblem, hookSettings } from "../../hooks/hook-shape.ts";
import { type Hook, listHooks } from "../../stores/hooks/hooks.ts";
import type { Locked } from "../../stores/locked.ts";
import { assertMatch } from "../etag.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { assertDecidesOnHooks, hook, hookIn, madeHook, shownHook } from "./hook-shapes.ts";
import { wrong } from "./webhook-shapes.ts";

const LONGEST_OVERLAP_SECONDS = 7 * 86_400;
const USUAL_OVERLAP_SECONDS = 86_400;

function assertReachable(url: string | undefined, { hooks }: Pick<Dependencies, "hooks">): void {
  if (url !== undefined && !hooks.reaches(url)) {
    throw wrong("#/url", "must be https, at port 443 of a public address, without credentials");
  }
}

function assertFits(whole: Parameters<typeof hookProblem>[0]): void {
  const [member, detail] = hookProblem(whole) ?? [];
  if (member !== undefined) throw wrong(`#/${member}`, detail ?? "");
}

const list = defineOperation({
  id: "listHooks",
  method: "GET",
  path: "/hooks",
  summary: `The hooks, by name; there are at most ${MOST_HOOKS}`,
  scope: "settings:read",
  status: 200,
  answer: z.strictObject({ items: z.array(hook) }),
  handle: async (_, { database }) => ({ body: { items: (await listHooks(database)).map(shownHook) } }),
});

const read = defineOperation({
  id: "readHook",
  method: "GET",
  path: "/hooks/:id",
  summary: "One hook",
  scope: "settings:read",
  status: 200,
  answer: hook,
  async handle({ params }, deps) {
    const body = shownHook(await hookIn(params, deps));
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
  body: z.strictObject(hookSettings),
  status: 201,
  answer: madeHook,
  shownOnce: ["secret"],
  async handle({ body, by, caller }, deps) {
    assertDecidesOnHooks(caller);
    assertReachable(body.url, deps);
    const { timeout_ms: timeoutMs, on_error: onError, cache_seconds: cacheSeconds, ...others } = body;
    const settings = { ...others, timeoutMs, onError, cacheSeconds };
    assertFits(settings);
    const made = await addHook({ database: deps.database, texts: deps.sealedTexts }, settings, by);
    forget(settings.clients, deps);
    const shown = shownHook(await hookIn({ id: made.id }, deps));
    return { body: { ...shown, secret: made.secret }, version: shown, location: `/hooks/${made.id}` };
  },
});

const { kind: _, ...changeable } = hookSettings;

const change = defineOperation({
  id: "changeHook",
  method: "PATCH",
  path: "/hooks/:id",
  summary: "Changes settings of a hook, enables or disables it; for owners",
  scope: "settings:write",
  isGrave: true,
  needsMatch: true,
  body: z.strictObject({
    name: changeable.name.optional(),
    url: changeable.url.optional(),
    timeout_ms: changeable.timeout_ms.unwrap().optional(),
    on_error: changeable.on_error.optional(),
    claims: changeable.claims.unwrap().optional(),
    scopes: changeable.scopes.unwrap().optional(),
    cache_seconds: changeable.cache_seconds.unwrap().optional(),
    clients: changeable.clients.unwrap().optional(),
    enabled: z.boolean().optional(),
  }),
  status: 200,
  answer: hook,
  async handle({ params, body, by, caller, ifMatch }, deps) {
    const { id } = await hookIn(params, deps);
    assertDecidesOnHooks(caller);
    assertReachable(body.url, deps);
    const {
      timeout_ms: timeoutMs,
      on_error: onError,
      cache_seconds: cacheSeconds,
      enabled: isEnabled,
      ...others
    } = body;
    const changes = { ...others, timeoutMs, onError, cacheSeconds };
    let before: readonly string[] = [];
    const changed = await changeHook(deps.database, { id, ...changes, isEnabled }, by, (held) => {
      assertMatch(ifMatch, held, shownHook);
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      assertFits({ ...held, ...given });
      before = held.clients;
    });
    forget([...before, ...changed.clients], deps);
    const shown = shownHook(changed);
    return { body: shown, version: shown };
  },
});

const rotate = defineOperation({
  id: "rotateHookSecret",
  method: "POST",
  path: "/hooks/:id/rotate-secret",
  summary: "Gives a hook another secret; for some time the secret before signs, too",
  scope: "settings:write",
  isGrave: true,
  body: z.strictObject({
    overlap: z
      .int()
      .min(0)
      .max(LONGEST_OVERLAP_SECONDS)
      .default(USUAL_OVERLAP_SECONDS)
      .meta({ description: "for how many seconds the secret before signs, too" }),
  }),
  status: 200,
  answer: madeHook,
  shownOnce: ["secret"],
  async handle({ params, body: { overlap }, by, caller }, deps) {
    const { id } = await hookIn(params, deps);
    assertDecidesOnHooks(caller);
    const acts = { database: deps.database, texts: deps.sealedTexts };
    const made = await rotateHookSecret(acts, { id, overlapSeconds: overlap }, by);
    const shown = shownHook(await hookIn(params, deps));
    return { body: { ...shown, secret: made.secret }, version: shown };
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
  async handle({ params, by, caller, ifMatch }, deps) {
    const found = await hookIn(params, deps);
    assertDecidesOnHooks(caller);
    const assertMeantFor = (held: Locked<Hook>) => assertMatch(ifMatch, held, shownHook);
    await removeHook(deps.database, found.id, by, assertMeantFor);
    forget(found.clients, deps);
    return { body: undefined };
  },
});

function forget(clients: readonly string[], deps: Pick<Dependencies, "clients">): void {
  for (const id of clients) deps.clients.forget(id);
}

export const hookOperations: readonly Operation[] = [list, read, add, change, rotate, remove];
