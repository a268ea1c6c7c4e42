/** Hooks: the services that are asked for claims, and who may sign up and in. */
import { displayName } from "@countersign/rules";
import { z } from "zod";
import { claimNameProblem } from "../../issuer/tokens/mapping/names.ts";
import { HOOK_ERRORS, HOOK_KINDS, hookOwner } from "../../platform/stores/hooks/hooks.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { enabled, fixed, moment, momentIfAny, type NewOf, once, read, written } from "../entity.ts";
import { defineEntity } from "../entity-declaration.ts";
import { receiverUrl } from "../receiver.ts";
import { malformed } from "../refused.ts";

const HOOK = "hook";

const MOST_HOOKS = 20;
const MOST_CLAIMS = 20;
const MOST_SCOPES = 50;
const MOST_CLIENTS = 200;
const USUAL_TIMEOUT_MS = 500;

const claimName = z
  .string()
  .max(100, { abort: true })
  .superRefine((name, context) => {
    const problem = claimNameProblem(name);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

const scope = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[!#-[\]-~]+$/, "must be a scope");

const fields = {
  id: read(z.uuid()),
  name: written(displayName),
  kind: fixed(z.enum(HOOK_KINDS).meta({ description: "what it is asked" })),
  url: receiverUrl("where the questions are sent; https, at a public address"),
  timeout_ms: written(
    z
      .int()
      .min(50)
      .max(2000)
      .meta({ description: "how long an answer is waited for, in milliseconds" })
      .default(USUAL_TIMEOUT_MS),
    { option: "timeout" },
  ),
  on_error: written(z.enum(HOOK_ERRORS).meta({ description: "what happens without an answer" })),
  claims: written(
    z.array(claimName).max(MOST_CLAIMS).meta({ description: "the claims that a claims hook may add" }).default([]),
  ),
  scopes: written(
    z
      .array(scope)
      .max(MOST_SCOPES)
      .meta({ description: "a claims hook is asked only if one of these was granted; always if there is none" })
      .default([]),
  ),
  cache_seconds: written(
    z.int().min(0).max(60).meta({ description: "for how many seconds an answer of a claims hook counts" }).default(60),
    { option: "cache" },
  ),
  clients: written(
    z
      .array(z.string().min(1).max(2000))
      .max(MOST_CLIENTS)
      .meta({ description: "the clients that a claims hook adds claims for" })
      .default([]),
    { expression: "ARRAY(SELECT c.id FROM client c WHERE c.claims_hook_id = hook.id ORDER BY c.id)" },
  ),
  enabled,
  previous_until: momentIfAny("the previous secret is also used until then"),
  created_at: moment(),
  secret: once("what the receiver verifies with; it is shown once"),
} as const;

type HookFields = typeof fields;

export type NewHook = NewOf<HookFields>;

export const hooks = defineEntity({
  one: HOOK,
  many: "hooks",
  about: "services that are asked for claims, and who may sign up and in",
  // It receives data of people, and decides what tokens say of them or who signs in.
  access: { read: "settings:read", write: "settings:write", also: "owners" },
  says: {
    list: "The hooks, by name",
    add: "Adds a service that is asked; for owners",
    change: "Changes settings of a hook, enables or disables it; for owners",
    remove: "Removes a hook: it is not asked any more; for owners",
    adding: "add a service that is asked, and print once what it verifies with",
    disabling: "ask a hook no more, until it is enabled",
    enabling: "ask a disabled hook again",
  },
  fields,
  key: "name",
  listed: ["name", "kind", "url", "enabled"],
  sought: ["url"],
  told: ["kind"],
  taken: "there is a hook of this name, or an enabled one that is asked the same",
  most: MOST_HOOKS,
  signs: { owner: hookOwner, signature: () => "v1", called: "secret" },
  assertFits,
  forget({ clients = [] }, known) {
    for (const id of clients) known.clients.forget(id);
  },

  async before(query, { id, after }) {
    // An act that changes a client locks it before its hook.
    if (after === undefined) await query("UPDATE client SET claims_hook_id = NULL WHERE claims_hook_id = $1", [id]);
  },

  async after(query, { id, written: { clients } }) {
    if (clients !== undefined) await bind(query, id, clients);
  },
});

/** Refuses what does not fit the kind of a hook. */
function assertFits({ kind, onError, claims, scopes, clients }: NewHook): void {
  const fits = kind === "claims" ? ["omit", "fail"] : ["allow", "deny"];
  if (!fits.includes(onError)) throw malformed(HOOK, "on_error", `must be ${fits.join(" or ")} for this kind`);
  if (kind === "claims" && claims.length === 0) {
    throw malformed(HOOK, "claims", "must name the claims that the hook may add");
  }
  if (kind !== "claims" && claims.length + scopes.length + clients.length > 0) {
    throw malformed(HOOK, "claims", "belongs to claims hooks, as scopes and clients do");
  }
}

/** Has exactly these clients get claims from the hook. */
async function bind(query: Query, id: string, clients: readonly string[]): Promise<void> {
  await query("UPDATE client SET claims_hook_id = NULL WHERE claims_hook_id = $1 AND id <> ALL ($2)", [id, clients]);
  const bound = await query(BIND, [id, clients]);
  if (bound.length !== new Set(clients).size) throw malformed(HOOK, "clients", NOT_BOUND);
}

const NOT_BOUND = "has a client that is unknown, or that another hook serves";

const BIND = `
  UPDATE client SET claims_hook_id = $1
   WHERE id = ANY ($2) AND (claims_hook_id IS NULL OR claims_hook_id = $1) RETURNING id`;
