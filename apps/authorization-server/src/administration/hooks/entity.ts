/** Hooks: the services that are asked for claims, and who may sign up and in. */
import { displayName } from "@countersign/rules";
import { z } from "zod";
import { claimNameProblem } from "../../issuer/tokens/mapping/names.ts";
import { HOOK_ERRORS, HOOK_KINDS } from "../../platform/stores/hooks/hooks.ts";
import {
  type ChangesOf,
  defineEntity,
  enabled,
  fixed,
  moment,
  momentIfAny,
  type NewOf,
  once,
  type RecordOf,
  read,
  written,
} from "../entity.ts";
import { receiverUrl } from "../receiver.ts";
import { malformed } from "../refused.ts";

export const HOOK = "hook";

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

export const hookFields = {
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
  ),
  clients: written(
    z
      .array(z.string().min(1).max(2000))
      .max(MOST_CLIENTS)
      .meta({ description: "the clients that a claims hook adds claims for" })
      .default([]),
    { expression: "ARRAY(SELECT c.id FROM client c WHERE c.claims_hook_id = h.id ORDER BY c.id)" },
  ),
  enabled,
  previous_until: momentIfAny("the previous secret is also used until then"),
  created_at: moment(),
  secret: once("what the receiver verifies with; it is shown once"),
} as const;

export const hooks = defineEntity({
  one: HOOK,
  many: "hooks",
  about: "services that are asked for claims, and who may sign up and in",
  fields: hookFields,
  key: "name",
  listed: ["name", "kind", "url", "enabled"],
  most: MOST_HOOKS,
});

type HookFields = typeof hookFields;

export type Hook = RecordOf<HookFields>;
export type NewHook = NewOf<HookFields>;
export type HookChanges = ChangesOf<HookFields>;

/** Refuses what does not fit the kind of a hook. */
export function assertFits({ kind, onError, claims, scopes, clients }: NewHook): void {
  const fits = kind === "claims" ? ["omit", "fail"] : ["allow", "deny"];
  if (!fits.includes(onError)) throw malformed(HOOK, "on_error", `must be ${fits.join(" or ")} for this kind`);
  if (kind === "claims" && claims.length === 0) {
    throw malformed(HOOK, "claims", "must name the claims that the hook may add");
  }
  if (kind !== "claims" && claims.length + scopes.length + clients.length > 0) {
    throw malformed(HOOK, "claims", "belongs to claims hooks, as scopes and clients do");
  }
}
