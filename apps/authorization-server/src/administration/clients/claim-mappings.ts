/** The act that says which claims are made for a client. The act and its audit row are one transaction. */
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, forAny, locked } from "../../platform/stores/locked.ts";
import { inTransaction, type WithPool } from "../../platform/stores/transaction.ts";

/** The expressions of the claims, by their names. */
type Mapping = Readonly<Record<string, string>>;

export interface NewMapping {
  readonly clientId: string;
  /** It was checked. An empty one removes the mapping. */
  readonly mapping: Mapping;
  /** Throws if the mapping is not to be replaced as it is. */
  readonly assertMeantFor?: AssertMeantFor<Mapping>;
}

/**
 * Replaces the mapping of a client: it counts within two seconds. Returns false, and changes nothing, if there is no
 * such client.
 */
export function setClaimMapping(
  { pool }: WithPool,
  { clientId, mapping, assertMeantFor = forAny }: NewMapping,
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    const [found] = await query(LOCK, [clientId]);
    if (found === undefined) return false;
    const held = found.mapping as Mapping;
    assertMeantFor(locked(held));
    const names = [...new Set([...Object.keys(held), ...Object.keys(mapping)])];
    const changed = names.filter((name) => held[name] !== mapping[name]).sort();
    if (changed.length === 0) return true;
    await query(SET, [clientId, JSON.stringify(mapping)]);
    await recordAudit(query, { type: "claim_mapping_changed", ...by, clientId, detail: { claims: changed } });
    return true;
  });
}

/** The mapping of a client; `undefined` if there is no such client. */
export async function claimMappingOf({ pool }: WithPool, clientId: string): Promise<Mapping | undefined> {
  return (await pool.query<{ mapping: Mapping }>(FIND, [clientId])).rows[0]?.mapping;
}

const FIND = "SELECT coalesce(claim_mapping, '{}') AS mapping FROM client WHERE id = $1";
const LOCK = `${FIND} FOR UPDATE`;
const SET = "UPDATE client SET claim_mapping = nullif($2::jsonb, '{}') WHERE id = $1";
