/** Acts on the domains of an organization, which it proves by a TXT record. Each act and its audit row are one
 * transaction. */
import { randomBytes, randomUUID } from "node:crypto";
import { after } from "@countersign/rules";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { lockOrganizationAlone } from "../../platform/stores/organization-lock.ts";
import { ifUnique, inTransaction, type WithPool } from "../../platform/stores/transaction.ts";
import { CHECKED_EVERY_SECONDS, contest, type DomainActs, type HeldDomain, lapse, proofOf } from "./domain-checks.ts";

/** The most domains of one organization. */
export const MOST_DOMAINS = 50;

/** A domain of an organization. */
export interface OrganizationDomain {
  readonly organizationId: string;
  readonly id: string;
}

/**
 * Claims a domain for an organization; it counts once it is verified. Returns its id. Changes nothing if the
 * organization has the domain, or if it has too many.
 */
export function addOrganizationDomain(
  { pool }: WithPool,
  { organizationId, domain }: { readonly organizationId: string; readonly domain: string },
  by: By,
): Promise<{ readonly id: string } | "exists" | "too_many"> {
  return ifUnique("exists", () =>
    inTransaction(pool, async (query) => {
      await lockOrganizationAlone(query, organizationId);
      const [counted] = await query(COUNT, [organizationId]);
      if (Number(counted?.domains) >= MOST_DOMAINS) return "too_many";
      const [id, token] = [randomUUID(), randomBytes(32).toString("base64url")];
      await query(ADD, [id, organizationId, domain, token, by.at]);
      const detail = { organization: organizationId, domain };
      await recordAudit(query, { type: "organization_domain_added", ...by, detail });
      return { id };
    }),
  );
}

export type Proof =
  | "verified"
  | "not_found"
  /** Another organization has verified the domain, and its record is there, too. */
  | "held"
  /** Another organization has verified the domain, and its record is gone. It has until then to put it back. */
  | { readonly heldUntil: Date };

/**
 * Looks for the TXT record of a domain, and has the domain count if it is there. A domain that another organization
 * holds, whose record is gone, is contested: that organization is told, and loses it after some days.
 */
export async function proveOrganizationDomain(
  acts: DomainActs & { readonly txtRecords: (name: string) => Promise<readonly string[] | undefined> },
  claimed: OrganizationDomain & { readonly domain: string; readonly token: string },
  by: By,
): Promise<Proof> {
  // The records of all organizations have the same name.
  const { name, value } = proofOf(claimed);
  const texts = (await acts.txtRecords(name)) ?? [];
  if (!texts.includes(value)) return "not_found";
  if (await verifyOrganizationDomain(acts.database, claimed, by)) return "verified";

  const held = await holderOf(acts.database, claimed.domain);
  if (held === undefined || held.id === claimed.id || texts.includes(proofOf(held).value)) return "held";
  const heldUntil = await contest(acts, held, by);
  if (heldUntil > by.at) return { heldUntil };
  await lapse(acts, held, by);
  return (await verifyOrganizationDomain(acts.database, claimed, by)) ? "verified" : "held";
}

const holderOf = async ({ pool }: WithPool, domain: string): Promise<HeldDomain | undefined> =>
  (await pool.query<HeldDomain>(HOLDER, [domain])).rows[0];

/**
 * Has a domain count, because its TXT record was found. Returns false, and changes nothing, if another organization has
 * verified it, or if the organization has no such domain that is not verified yet.
 */
export function verifyOrganizationDomain(
  { pool }: WithPool,
  { organizationId, id }: OrganizationDomain,
  by: By,
): Promise<boolean> {
  return ifUnique(false, () =>
    inTransaction(pool, async (query) => {
      const [verified] = await query(VERIFY, [organizationId, id, by.at, after(by.at, CHECKED_EVERY_SECONDS)]);
      if (verified === undefined) return false;
      const detail = { organization: organizationId, domain: verified.domain };
      await recordAudit(query, { type: "organization_domain_verified", ...by, detail });
      return true;
    }),
  );
}

/** Removes a domain from an organization. Returns false if the organization has no such domain. */
export function removeOrganizationDomain(
  { pool }: WithPool,
  { organizationId, id }: OrganizationDomain,
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    const [removed] = await query(REMOVE, [organizationId, id]);
    if (removed === undefined) return false;
    const detail = { organization: organizationId, domain: removed.domain };
    await recordAudit(query, { type: "organization_domain_removed", ...by, detail });
    return true;
  });
}

const COUNT = "SELECT count(*)::int AS domains FROM organization_domain WHERE organization_id = $1";
const ADD = `
  INSERT INTO organization_domain (id, organization_id, domain, token, created_at) VALUES ($1, $2, $3, $4, $5)`;
const VERIFY = `
  UPDATE organization_domain SET verified_at = $3, next_check_at = $4
   WHERE organization_id = $1 AND id = $2 AND verified_at IS NULL RETURNING domain`;
const REMOVE = "DELETE FROM organization_domain WHERE organization_id = $1 AND id = $2 RETURNING domain";
const HOLDER = `
  SELECT id, organization_id AS "organizationId", domain, token, missing_since AS "missingSince",
         contested_at AS "contestedAt"
    FROM organization_domain WHERE domain = $1 AND verified_at IS NOT NULL LIMIT 1`;
