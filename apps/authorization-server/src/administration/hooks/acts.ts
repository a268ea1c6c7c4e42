/** Acts on hooks. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import type { SealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { hookOwner } from "../../platform/stores/hooks/hooks.ts";
import { type AssertMeantFor, forAny, locked } from "../../platform/stores/locked.ts";
import { type Acting, acting, type Query } from "../../platform/stores/transaction.ts";
import { assignment, auditedOf, columnsOf, insertion } from "../entity-values.ts";
import { newKey, type Rotation, rotateKey } from "../receiver.ts";
import { malformed, missing, Refused, unlessTaken } from "../refused.ts";
import { assertFits, HOOK, type Hook, type HookChanges, hookFields, hooks, type NewHook } from "./entity.ts";
import { lockHook } from "./store.ts";

interface Acts {
  readonly database: Acting;
  readonly texts: Pick<SealedTexts, "seal">;
}

/** A hook, and the secret that its requests are signed with. It is not shown again. */
export interface MadeHook {
  readonly id: string;
  readonly secret: string;
}

/**
 * Adds a hook that is enabled. It is refused if there is one of this name, or an enabled one that decides the same, if
 * there are too many, if it does not fit its kind, and if one of the clients is unknown or has another hook.
 */
export const addHook = ({ database, texts }: Acts, hook: NewHook, by: By): Promise<MadeHook> =>
  acting(database, async (query) => {
    assertFits(hook);
    // Of two at the same time, the second one counts the first.
    await query("SELECT pg_advisory_xact_lock(hashtextextended('hooks', 0))::text", []);
    const id = randomUUID();
    const { key, columns } = newKey(hookOwner(id), "v1", texts);
    const row = { id, ...columnsOf(hookFields, hook), ...columns, created_at: by.at };
    const added = await unlessTaken(TAKEN, () => query(...insertion(HOOK, row, hooks.most)));
    if (added.length === 0) throw new Refused({ kind: "limit", what: HOOK, most: hooks.most });
    await bind(query, id, hook.clients);
    await recordAudit(query, { type: "hook_added", ...by, detail: { hook: id, ...auditedOf(hookFields, hook) } });
    return { id, secret: key.key };
  });

/**
 * Changes settings, and whether the hook is enabled, at once. Throws what `assertMeantFor` throws for the hook as it
 * is. It is refused if there is no such hook, and for the reasons for which a new one is.
 */
export const changeHook = (
  database: Acting,
  { id, isEnabled, ...changes }: HookChanges & { readonly id: string },
  by: By,
  assertMeantFor: AssertMeantFor<Hook> = forAny,
): Promise<Hook> =>
  acting(database, async (query) => {
    const held = await lockHeld(query, id);
    assertMeantFor(locked(held));
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    assertFits({ ...held, ...given });
    const isOn = isEnabled ?? held.disabledAt === null;
    const change = assignment(HOOK, id, columnsOf(hookFields, given), [ENABLED, [isOn, by.at]]);
    await unlessTaken(TAKEN, () => query(...change));
    if (changes.clients !== undefined) await bind(query, id, changes.clients);
    const detail = { hook: id, ...auditedOf(hookFields, { ...given, isEnabled }) };
    await recordAudit(query, { type: "hook_changed", ...by, detail });
    return lockHeld(query, id);
  });

/**
 * Gives a hook another secret. The secret before signs too for some seconds, so that the receiver can be changed
 * before it ends. It is refused if there is no such hook.
 */
export const rotateHookSecret = ({ database, texts }: Acts, rotation: Rotation, by: By): Promise<MadeHook> =>
  acting(database, async (query) => {
    const { id, overlapSeconds } = rotation;
    const { key, columns } = newKey(hookOwner(id), "v1", texts);
    if (!(await rotateKey(query, HOOK, rotation, { columns, at: by.at }))) throw missing(HOOK);
    await recordAudit(query, { type: "hook_secret_rotated", ...by, detail: { hook: id, overlapSeconds } });
    return { id, secret: key.key };
  });

/** Removes a hook: what it decided is not asked any more. It is refused if there is no such hook. */
export const removeHook = (
  database: Acting,
  id: string,
  by: By,
  assertMeantFor: AssertMeantFor<Hook> = forAny,
): Promise<void> =>
  acting(database, async (query) => {
    const held = await lockHeld(query, id);
    assertMeantFor(locked(held));
    const { name, kind } = held;
    // An act that changes a client locks it before its hook.
    await query("UPDATE client SET claims_hook_id = NULL WHERE claims_hook_id = $1", [id]);
    await query("DELETE FROM hook WHERE id = $1", [id]);
    await recordAudit(query, { type: "hook_removed", ...by, detail: { hook: id, name, kind } });
  });

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

const ENABLED = "disabled_at = CASE WHEN $2 THEN NULL ELSE coalesce(disabled_at, $3::timestamptz) END";

const BIND = `
  UPDATE client SET claims_hook_id = $1
   WHERE id = ANY ($2) AND (claims_hook_id IS NULL OR claims_hook_id = $1) RETURNING id`;
