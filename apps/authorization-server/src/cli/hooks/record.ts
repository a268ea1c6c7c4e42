/** Hooks as the commands find, read and print them. */
import type { Database } from "@countersign/database";
import { decimalOf } from "@countersign/rules";
import { z } from "zod";
import { changedShape } from "../../administration/entity-shapes.ts";
import { type Hook, hookFields } from "../../administration/hooks/entity.ts";
import { listHooks } from "../../administration/hooks/store.ts";
import { readVariables, webhookEnvironment } from "../config.ts";
import type { Context } from "../context.ts";
import { refusal } from "../refusal.ts";

export const NAME = "as `hooks list` shows it";

/** The options as they are typed. */
export interface HookOptions {
  readonly name?: string;
  readonly url?: string;
  readonly timeout?: string;
  readonly onError?: string;
  readonly claims?: string;
  readonly scopes?: string;
  readonly cache?: string;
  readonly clients?: string;
}

const words = (text: string | undefined) => text?.split(/[\s,]+/).filter(Boolean);
const number = (text: string | undefined) => (text === undefined ? undefined : decimalOf(text));

const { shape } = changedShape(hookFields);

const given = z.object({
  name: shape.name,
  url: shape.url,
  timeoutMs: shape.timeout_ms,
  onError: shape.on_error,
  claims: shape.claims,
  scopes: shape.scopes,
  cacheSeconds: shape.cache_seconds,
  clients: shape.clients,
});

/** The options, by the members of a hook. */
export const HOOK_OPTIONS = {
  url: "--url",
  timeoutMs: "--timeout",
  onError: "--on-error",
  claims: "--claims",
  scopes: "--scopes",
  cacheSeconds: "--cache",
  clients: "--clients",
} as const;

/** The shape of what was typed, and the values to check with it. */
export const typed = (options: HookOptions) =>
  [
    given,
    {
      ...{ name: options.name, url: options.url, onError: options.onError },
      ...{ timeoutMs: number(options.timeout), cacheSeconds: number(options.cache) },
      ...{ claims: words(options.claims), scopes: words(options.scopes), clients: words(options.clients) },
    },
  ] as const;

/** Refuses an address that would be refused when the hook is asked. Returns what the command needs to know. */
export async function environmentFor(context: Context, url: string | undefined) {
  const environment = await readVariables(webhookEnvironment, context.environment);
  const { webhookTargetProblem } = await import("../../jobs/webhook-target.ts");
  const problem = url === undefined ? undefined : webhookTargetProblem(url, environment);
  if (problem !== undefined) throw refusal(`a hook cannot be asked at this address: it ${problem}`);
  return environment;
}

export async function hookNamed(database: Database, name: string): Promise<Hook> {
  const found = (await listHooks(database)).find((hook) => hook.name === name);
  if (found === undefined) throw refusal(`there is no hook ${name}`);
  return found;
}

export const recordOf = (hook: Hook) => ({
  id: hook.id,
  name: hook.name,
  kind: hook.kind,
  url: hook.url,
  timeout_ms: hook.timeoutMs,
  on_error: hook.onError,
  claims: hook.claims.join(" "),
  scopes: hook.scopes.join(" "),
  cache_seconds: hook.cacheSeconds,
  clients: hook.clients.join(" "),
  state: hook.disabledAt === null ? "enabled" : "disabled",
});
