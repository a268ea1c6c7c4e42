/** Acts on exchange policies. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, forAny, locked } from "../../platform/stores/locked.ts";
import { type Acting, acting, type Query } from "../../platform/stores/transaction.ts";
import { assignment, auditedOf, columnsOf, insertion } from "../entity-values.ts";
import { malformed, missing, Refused, unlessTaken } from "../refused.ts";
import {
  EXCHANGE_POLICIES,
  EXCHANGE_POLICY,
  type ExchangePolicyChanges,
  type ExchangePolicyRecord,
  exchangePolicyFields,
  type NewExchangePolicy,
} from "./entity.ts";
import { lockExchangePolicy, namedBy } from "./store.ts";

export const MOST_EXCHANGE_POLICIES = 500;

/**
 * Adds a policy that is enabled, and returns its id. It is refused if there is one of this name or for the same
 * client, source and target, if there are too many, and if it names an unknown one.
 */
export const addExchangePolicy = (database: Acting, policy: NewExchangePolicy, by: By): Promise<string> =>
  acting(database, async (query) => {
    // Of two at the same time, the second one counts the first.
    await query("SELECT pg_advisory_xact_lock(hashtextextended('exchange policies', 0))::text", []);
    // As its foreign keys would, but in the order of all acts (decision 131).
    await query(LOCK_RESOURCES, [policy.source, policy.target]);
    await query("SELECT FROM client WHERE id = $1 FOR KEY SHARE", [policy.clientId]);
    await assertNamed(query, policy);
    const id = randomUUID();
    const row = { id, ...columnsOf(exchangePolicyFields, policy), created_at: by.at };
    const insert = insertion(EXCHANGE_POLICIES, row, MOST_EXCHANGE_POLICIES);
    const added = await unlessTaken(TAKEN, () => query(...insert));
    if (added.length === 0) throw new Refused({ kind: "limit", what: EXCHANGE_POLICY, most: MOST_EXCHANGE_POLICIES });
    const detail = { policy: id, ...auditedOf(exchangePolicyFields, policy) };
    await recordAudit(query, { type: "exchange_policy_added", ...by, clientId: policy.clientId, detail });
    return id;
  });

/**
 * Changes settings, and whether the policy is enabled, at once. Throws what `assertMeantFor` throws for the policy as
 * it is. It is refused if there is no such policy, and for the reasons for which a new one is. Tokens that were issued
 * live on for their short time.
 */
export const changeExchangePolicy = (
  database: Acting,
  { id, isEnabled, ...changes }: ExchangePolicyChanges & { readonly id: string },
  by: By,
  assertMeantFor: AssertMeantFor<ExchangePolicyRecord> = forAny,
): Promise<ExchangePolicyRecord> =>
  acting(database, async (query) => {
    const held = await lockHeld(query, id);
    assertMeantFor(locked(held));
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    await assertNamed(query, { ...held, ...given });
    const isOn = isEnabled ?? held.disabledAt === null;
    const columns = columnsOf(exchangePolicyFields, given);
    const change = assignment(EXCHANGE_POLICIES, id, columns, [ENABLED, [isOn, by.at]]);
    await unlessTaken(TAKEN, () => query(...change));
    const detail = { policy: id, ...auditedOf(exchangePolicyFields, { ...given, isEnabled }) };
    await recordAudit(query, { type: "exchange_policy_changed", ...by, clientId: held.clientId, detail });
    return lockHeld(query, id);
  });

/** Removes a policy: nothing more is exchanged by it. It is refused if there is no such policy. */
export const removeExchangePolicy = (
  database: Acting,
  id: string,
  by: By,
  assertMeantFor: AssertMeantFor<ExchangePolicyRecord> = forAny,
): Promise<void> =>
  acting(database, async (query) => {
    const held = await lockHeld(query, id);
    assertMeantFor(locked(held));
    const { name, clientId } = held;
    await query("DELETE FROM exchange_policy WHERE id = $1", [id]);
    await recordAudit(query, { type: "exchange_policy_removed", ...by, clientId, detail: { policy: id, name } });
  });

const TAKEN = {
  what: EXCHANGE_POLICY,
  why:
    "there is an exchange policy of this name, or for the same client, source and target, " +
    "or another one with may_act for this source",
};

async function lockHeld(query: Query, id: string): Promise<ExchangePolicyRecord> {
  const held = await lockExchangePolicy(query, id);
  if (held === undefined) throw missing(EXCHANGE_POLICY);
  return held;
}

/** Refuses a policy by which nothing could be exchanged, because what it names is not there. */
async function assertNamed(query: Query, policy: NewExchangePolicy): Promise<void> {
  const { client, source, target, groups } = await namedBy(query, policy);
  const refused = (member: string, detail: string) => malformed(EXCHANGE_POLICY, member, detail);
  if (client === null) throw refused("client_id", "is no client");
  if (client.isPublic) throw refused("client_id", "is a public client, which may exchange nothing");
  if (source === null) throw refused("source", "is no resource server");
  if (target === null) throw refused("target", "is no resource server");
  if (policy.subjectTokens.includes("received") && client.resourceServer !== policy.source)
    throw refused("subject_tokens", "has received, and the client does not belong to the resource server source");
  const [from, to] = [Object.keys(policy.scopes), Object.values(policy.scopes).flatMap((scopes) => scopes.split(" "))];
  if (!from.every((scope) => source.includes(scope))) throw refused("scopes", "has one that source does not define");
  if (!to.every((scope) => target.includes(scope))) throw refused("scopes", "gives one that target does not define");
  if (!policy.excludedGroups.every((group) => groups.includes(group)))
    throw refused("excluded_groups", "has a group that is not there");
}

const LOCK_RESOURCES = "SELECT FROM resource_server WHERE identifier IN ($1, $2) ORDER BY identifier FOR KEY SHARE";

const ENABLED = "disabled_at = CASE WHEN $2 THEN NULL ELSE coalesce(disabled_at, $3::timestamptz) END";
