/** Hooks as requests need them. Their keys are sealed. */
import type { Database } from "@countersign/database";

export const HOOK_KINDS = ["claims", "sign-up", "sign-in"] as const;
export type HookKind = (typeof HOOK_KINDS)[number];
/** The kinds that decide. */
export type DecisionKind = Exclude<HookKind, "claims">;
/** What happens when a hook does not answer: by a claims hook `omit` or `fail`, by the others `allow` or `deny`. */
export const HOOK_ERRORS = ["omit", "fail", "allow", "deny"] as const;
export type OnHookError = (typeof HOOK_ERRORS)[number];

/** What the sealed keys of a hook are bound to. */
export const hookOwner = (id: string) => ["hook", id] as const;

/** A hook with what a call of it needs. */
export interface CallableHook {
  readonly id: string;
  readonly url: string;
  readonly timeoutMs: number;
  readonly onError: OnHookError;
  readonly claims: readonly string[];
  readonly scopes: readonly string[];
  readonly cacheSeconds: number;
  /** The keys that sign, the newest first. */
  readonly keys: readonly { readonly sealed: Uint8Array; readonly keyEncryptionKeyId: string }[];
}

export interface HookStore {
  /** The hook of an id, enabled or not. */
  one(id: string, at: Date): Promise<CallableHook | undefined>;
  /** The hook of an id, if it is enabled. */
  enabled(id: string, at: Date): Promise<CallableHook | undefined>;
  /** The enabled hook that decides this, of which there is one at most. */
  enabledOf(kind: DecisionKind, at: Date): Promise<CallableHook | undefined>;
}

export const hookStore = ({ pool }: Pick<Database, "pool">): HookStore => ({
  one: (id, at) => callable(pool, "h.id = $1", id, at),
  enabled: (id, at) => callable(pool, "h.id = $1 AND h.disabled_at IS NULL", id, at),
  enabledOf: (kind, at) => callable(pool, "h.kind = $1 AND h.disabled_at IS NULL", kind, at),
});

async function callable(pool: Database["pool"], which: string, value: string, at: Date) {
  const text = `SELECT ${CALLABLE} FROM hook h WHERE ${which}`;
  const row = (await pool.query<CallableRow>(text, [value, at])).rows[0];
  if (row === undefined) return undefined;
  const { sealed, keyId, previousSealed, previousKeyId, ...hook } = row;
  const previous =
    previousSealed === null || previousKeyId === null
      ? []
      : [{ sealed: previousSealed, keyEncryptionKeyId: previousKeyId }];
  return { ...hook, keys: [{ sealed, keyEncryptionKeyId: keyId }, ...previous] } satisfies CallableHook;
}

interface CallableRow extends Omit<CallableHook, "keys"> {
  readonly sealed: Uint8Array;
  readonly keyId: string;
  readonly previousSealed: Uint8Array | null;
  readonly previousKeyId: string | null;
}

const CALLABLE = `h.id, h.url, h.timeout_ms AS "timeoutMs", h.on_error AS "onError", h.claims, h.scopes,
  h.cache_seconds AS "cacheSeconds", h.sealed_secret AS sealed, h.key_encryption_key_id AS "keyId",
  CASE WHEN h.previous_until > $2 THEN h.sealed_previous_secret END AS "previousSealed",
  CASE WHEN h.previous_until > $2 THEN h.previous_key_encryption_key_id END AS "previousKeyId"`;
