/** Hooks as the administration API shows them. */
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import { hookSettings } from "../../hooks/hook-shape.ts";
import { findHook, type Hook } from "../../stores/hooks/hooks.ts";
import type { Caller } from "../access.ts";
import { notFound, Problem } from "../problem.ts";
import { ADMIN_SCOPES, scopeBeyond } from "../scopes.ts";
import { isId, time, written } from "../shapes.ts";
import type { Params } from "./role-shapes.ts";

export const hook = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  kind: hookSettings.kind,
  url: z.string(),
  timeout_ms: z.int(),
  on_error: hookSettings.on_error,
  claims: z.array(z.string()),
  scopes: z.array(z.string()),
  cache_seconds: z.int(),
  clients: z.array(z.string()),
  enabled: z.boolean(),
  previous_until: time.nullable().meta({ description: "until when the secret before signs, too" }),
  created_at: time,
});

/** A hook whose secret is new. */
export const madeHook = hook.extend({
  secret: z.string().optional().meta({ description: "what the receiver verifies with; it is shown once" }),
});

export const shownHook = (held: Hook): z.input<typeof hook> => ({
  id: held.id,
  name: held.name,
  kind: held.kind,
  url: held.url,
  timeout_ms: held.timeoutMs,
  on_error: held.onError,
  claims: [...held.claims],
  scopes: [...held.scopes],
  cache_seconds: held.cacheSeconds,
  clients: [...held.clients],
  enabled: held.disabledAt === null,
  previous_until: written(held.previousUntil),
  created_at: held.createdAt.toISOString(),
});

export async function hookIn({ id }: Params, { database }: Pick<Dependencies, "database">): Promise<Hook> {
  const found = isId(id) ? await findHook(database, id) : undefined;
  if (found === undefined) throw notFound("hook");
  return found;
}

/** A hook is told of people, and decides what tokens say of them or who signs in: owners alone decide on hooks. */
export function assertDecidesOnHooks({ scopes }: Caller): void {
  const beyond = scopeBeyond(scopes, ADMIN_SCOPES);
  if (beyond !== undefined) throw new Problem("forbidden", `owners decide on hooks; you have not ${beyond}`);
}
