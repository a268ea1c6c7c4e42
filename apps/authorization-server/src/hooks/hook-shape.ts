/** The settings of a hook, as administrators write them. */
import { z } from "zod";
import { webhookSettings } from "../configuration/webhook-shape.ts";
import { HOOK_ERRORS, HOOK_KINDS, type HookKind, type OnHookError } from "../stores/hooks/hooks.ts";
import { claimNameProblem } from "../tokens/mapping/names.ts";

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

export const hookSettings = {
  name: webhookSettings.name,
  kind: z.enum(HOOK_KINDS).meta({ description: "what it is asked" }),
  url: webhookSettings.url.meta({ description: "where the questions are sent; https, at a public address" }),
  timeout_ms: z
    .int()
    .min(50)
    .max(2000)
    .default(USUAL_TIMEOUT_MS)
    .meta({ description: "how long an answer is waited for, in milliseconds" }),
  on_error: z.enum(HOOK_ERRORS).meta({ description: "what happens without an answer" }),
  claims: z
    .array(claimName)
    .max(MOST_CLAIMS)
    .default([])
    .meta({ description: "the claims that a claims hook may add" }),
  scopes: z
    .array(
      z
        .string()
        .min(1)
        .max(200)
        .regex(/^[!#-[\]-~]+$/, "must be a scope"),
    )
    .max(MOST_SCOPES)
    .default([])
    .meta({ description: "a claims hook is asked only if one of these was granted; always if there is none" }),
  cache_seconds: z
    .int()
    .min(0)
    .max(60)
    .default(60)
    .meta({ description: "for how many seconds an answer of a claims hook counts" }),
  clients: z
    .array(z.string().min(1).max(2000))
    .max(MOST_CLIENTS)
    .default([])
    .meta({ description: "the clients that a claims hook adds claims for" }),
} as const;

interface Whole {
  readonly kind: HookKind;
  readonly onError: OnHookError;
  readonly claims: readonly string[];
  readonly scopes: readonly string[];
  readonly clients: readonly string[];
}

/** What of a hook does not fit its kind, with the name of the member; `undefined` if all fits. */
export function hookProblem({ kind, onError, claims, scopes, clients }: Whole): readonly [string, string] | undefined {
  const fits = kind === "claims" ? ["omit", "fail"] : ["allow", "deny"];
  if (!fits.includes(onError)) return ["on_error", `must be ${fits.join(" or ")} for this kind`];
  if (kind === "claims" && claims.length === 0) return ["claims", "must name the claims that the hook may add"];
  if (kind !== "claims" && claims.length + scopes.length + clients.length > 0) {
    return ["claims", "belongs to claims hooks, as scopes and clients do"];
  }
  return undefined;
}
