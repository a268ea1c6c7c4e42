/** Acts on hooks. Each act and its audit row are one transaction. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import { after, WEBHOOK_KEY_BYTES, webhookKey } from "@countersign/rules";
import type { SealedTexts } from "../keys/sealed-texts.ts";
import { type By, recordAudit } from "../stores/audit-events.ts";
import { type Hook, type HookKind, type HookSettings, hookOwner, lockHook } from "../stores/hooks/hooks.ts";
import { type AssertMeantFor, forAny, locked } from "../stores/locked.ts";
import { inTransaction, type Query } from "../stores/transaction.ts";
import { malformed, missing, Refused, unlessTaken } from "./refused.ts";

export const MOST_HOOKS = 20;

interface Acts {
  readonly database: Pick<Database, "pool">;
  readonly texts: Pick<SealedTexts, "seal">;
}

export interface NewHook extends HookSettings {
  readonly kind: HookKind;
}

/** A hook, and the secret that its requests are signed with. It is not shown again. */
export interface MadeHook {
  readonly id: string;
  readonly secret: string;
}

/**
 * Adds a hook that is enabled. It is refused if there is one of this name, or an enabled one that decides the same, if
 * there are too many, and if one of the clients is unknown or has another hook.
 */
export function addHook({ database, texts }: Acts, { kind, ...settings }: NewHook, by: By): Promise<MadeHook> {
  return unlessTaken(TAKEN, () =>
    inTransaction(database.pool, async (query) => {
      // Of two at the same time, the second one counts the first.
      await query("SELECT pg_advisory_xact_lock(hashtextextended('hooks', 0))", []);
      const id = randomUUID();
      const { secret, sealed } = newKey(id, texts);
      const values = [id, kind, ...valuesOf(settings), ...sealed, by.at, MOST_HOOKS];
      const added = await query(ADD, values);
      if (added.length === 0) throw new Refused({ kind: "limit", what: HOOK, most: MOST_HOOKS });
      await bind(query, id, settings.clients);
      await recordAudit(query, { type: "hook_added", ...by, detail: { hook: id, kind, ...told(settings) } });
      return { id, secret };
    }),
  );
}

/** Settings to change; those that are undefined stay. */
export type HookChanges = { readonly [Name in keyof HookSettings]?: HookSettings[Name] | undefined } & {
  readonly isEnabled?: boolean | undefined;
};

/**
 * Changes settings, and whether the hook is enabled, at once. Throws what `assertMeantFor` throws for the hook as it
 * is. It is refused if there is no such hook, and for the reasons for which a new one is.
 */
export function changeHook(
  { pool }: Pick<Database, "pool">,
  { id, isEnabled, ...changes }: HookChanges & { readonly id: string },
  by: By,
  assertMeantFor: AssertMeantFor<Hook> = forAny,
): Promise<Hook> {
  return unlessTaken(TAKEN, () =>
    inTransaction(pool, async (query) => {
      const held = await lockHeld(query, id);
      assertMeantFor(locked(held));
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const settings: HookSettings = { ...held, ...given };
      const isOn = isEnabled ?? held.disabledAt === null;
      await query(CHANGE, [id, ...valuesOf(settings), isOn, by.at]);
      if (changes.clients !== undefined) await bind(query, id, changes.clients);
      const detail = { hook: id, ...told(given as HookChanges), ...(isEnabled !== undefined && { isEnabled }) };
      await recordAudit(query, { type: "hook_changed", ...by, detail });
      return lockHeld(query, id);
    }),
  );
}

/**
 * Gives a hook another secret. The secret before signs too for some seconds, so that the receiver can be changed
 * meanwhile. It is refused if there is no such hook.
 */
export function rotateHookSecret(
  { database, texts }: Acts,
  { id, overlapSeconds }: { readonly id: string; readonly overlapSeconds: number },
  by: By,
): Promise<MadeHook> {
  return inTransaction(database.pool, async (query) => {
    const { secret, sealed } = newKey(id, texts);
    const until = overlapSeconds === 0 ? null : after(by.at, overlapSeconds);
    if ((await query(ROTATE, [id, ...sealed, until])).length === 0) throw missing(HOOK);
    await recordAudit(query, { type: "hook_secret_rotated", ...by, detail: { hook: id, overlapSeconds } });
    return { id, secret };
  });
}

/** Removes a hook: what it decided is not asked any more. It is refused if there is no such hook. */
export function removeHook(
  { pool }: Pick<Database, "pool">,
  id: string,
  by: By,
  assertMeantFor: AssertMeantFor<Hook> = forAny,
): Promise<void> {
  return inTransaction(pool, async (query) => {
    const held = await lockHeld(query, id);
    assertMeantFor(locked(held));
    const { name, kind } = held;
    // Whoever changes a client locks it before its hook.
    await query("UPDATE client SET claims_hook_id = NULL WHERE claims_hook_id = $1", [id]);
    await query("DELETE FROM hook WHERE id = $1", [id]);
    await recordAudit(query, { type: "hook_removed", ...by, detail: { hook: id, name, kind } });
  });
}

const HOOK = "hook";

const TAKEN = { what: HOOK, why: "there is a hook of this name, or an enabled one that is asked the same" };

async function lockHeld(query: Query, id: string): Promise<Hook> {
  const held = await lockHook(query, id);
  if (held === undefined) throw missing(HOOK);
  return held;
}

/** Has exactly these clients get claims from the hook. */
async function bind(query: Query, id: string, clients: readonly string[]): Promise<void> {
  await query("UPDATE client SET claims_hook_id = NULL WHERE claims_hook_id = $1 AND id <> ALL ($2)", [id, clients]);
  const bound = await query(BIND, [id, clients]);
  if (bound.length !== new Set(clients).size) throw malformed(HOOK, "clients", NOT_BOUND);
}

const NOT_BOUND = "has a client that is unknown, or that another hook serves";

function newKey(id: string, texts: Pick<SealedTexts, "seal">) {
  const { key } = webhookKey("v1", randomBytes(WEBHOOK_KEY_BYTES));
  const { sealed, keyEncryptionKeyId } = texts.seal(key, hookOwner(id));
  return { secret: key, sealed: [sealed, keyEncryptionKeyId] as const };
}

const valuesOf = ({ name, url, timeoutMs, onError, claims, scopes, cacheSeconds }: HookSettings) => [
  ...[name, url, timeoutMs, onError, claims, scopes, cacheSeconds],
];

/** What the audit trail says of settings: the path of an address may be a secret. */
function told({ url, ...settings }: HookChanges): Readonly<Record<string, unknown>> {
  return { ...settings, ...(url === undefined ? {} : { host: URL.parse(url)?.host }) };
}

const ADD = `
  INSERT INTO hook (id, kind, name, url, timeout_ms, on_error, claims, scopes, cache_seconds, sealed_secret,
                    key_encryption_key_id, created_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 WHERE (SELECT count(*) FROM hook) < $13 RETURNING id`;

const CHANGE = `
  UPDATE hook
     SET name = $2, url = $3, timeout_ms = $4, on_error = $5, claims = $6, scopes = $7, cache_seconds = $8,
         disabled_at = CASE WHEN $9 THEN NULL ELSE coalesce(disabled_at, $10::timestamptz) END
   WHERE id = $1`;

const ROTATE = `
  UPDATE hook
     SET sealed_previous_secret = CASE WHEN $4::timestamptz IS NOT NULL THEN sealed_secret END,
         previous_key_encryption_key_id = CASE WHEN $4::timestamptz IS NOT NULL THEN key_encryption_key_id END,
         previous_until = $4, sealed_secret = $2, key_encryption_key_id = $3
   WHERE id = $1 RETURNING id`;

const BIND = `
  UPDATE client SET claims_hook_id = $1
   WHERE id = ANY ($2) AND (claims_hook_id IS NULL OR claims_hook_id = $1) RETURNING id`;
