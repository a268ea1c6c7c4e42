/** Acts on the domains of an organization, which it proves by a TXT record. Each act and its audit row are one
 * transaction. */
import { randomBytes, randomUUID } from "node:crypto";
import { isUniqueViolation } from "@countersign/database";
import { after } from "@countersign/rules";
import { fromRecords, inRecords, type RecordsDatabase, recordAudit } from "../records/records.ts";
import type { By } from "../stores/audit-events.ts";
import { lockOrganizationAlone } from "../stores/organization-lock.ts";
import { CHECKED_EVERY_SECONDS, contest, type DomainActs, type HeldDomain, lapse, proofOf } from "./domain-checks.ts";
import { queryIn } from "./kept-role.ts";

/** The most domains of one organization. */
const MOST_DOMAINS = 50;

/** A domain of an organization. */
export interface OrganizationDomain {
  readonly organizationId: string;
  readonly id: string;
}

/**
 * Claims a domain for an organization; it counts once it is verified. Returns its id. Changes nothing if the
 * organization has the domain, or if it has too many.
 */
export async function addOrganizationDomain(
  database: RecordsDatabase,
  { organizationId, domain }: { readonly organizationId: string; readonly domain: string },
  by: By,
): Promise<{ readonly id: string } | "exists" | "too_many"> {
  const id = randomUUID();
  try {
    return await inRecords(database, async (records) => {
      await lockOrganizationAlone(queryIn(records), organizationId);
      if ((await records.organizationDomain.count({ where: { organizationId } })) >= MOST_DOMAINS) return "too_many";
      const token = randomBytes(32).toString("base64url");
      await records.organizationDomain.create({ data: { id, organizationId, domain, token, createdAt: by.at } });
      const detail = { organization: organizationId, domain };
      await recordAudit(records, { type: "organization_domain_added", ...by, detail });
      return { id };
    });
  } catch (err) {
    if (isUniqueViolation(err)) return "exists";
    throw err;
  }
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

async function holderOf(database: RecordsDatabase, domain: string): Promise<HeldDomain | undefined> {
  const select = { id: true, organizationId: true, domain: true, token: true, missingSince: true, contestedAt: true };
  const found = await fromRecords(database, ({ organizationDomain }) =>
    organizationDomain.findFirst({ select, where: { domain, verifiedAt: { not: null } } }),
  );
  return found ?? undefined;
}

/**
 * Has a domain count, because its TXT record was found. Returns false, and changes nothing, if another organization has
 * verified it, or if the organization has no such domain that is not verified yet.
 */
export async function verifyOrganizationDomain(
  database: RecordsDatabase,
  { organizationId, id }: OrganizationDomain,
  by: By,
): Promise<boolean> {
  try {
    return await inRecords(database, async (records) => {
      const { count } = await records.organizationDomain.updateMany({
        where: { organizationId, id, verifiedAt: null },
        data: { verifiedAt: by.at, nextCheckAt: after(by.at, CHECKED_EVERY_SECONDS) },
      });
      if (count === 0) return false;
      const detail = { organization: organizationId, domain: await nameOf(records, id) };
      await recordAudit(records, { type: "organization_domain_verified", ...by, detail });
      return true;
    });
  } catch (err) {
    if (isUniqueViolation(err)) return false;
    throw err;
  }
}

/** Removes a domain from an organization. Returns false if the organization has no such domain. */
export function removeOrganizationDomain(
  database: RecordsDatabase,
  { organizationId, id }: OrganizationDomain,
  by: By,
): Promise<boolean> {
  return inRecords(database, async (records) => {
    const domain = await nameOf(records, id);
    const { count } = await records.organizationDomain.deleteMany({ where: { organizationId, id } });
    if (count === 0) return false;
    const detail = { organization: organizationId, domain };
    await recordAudit(records, { type: "organization_domain_removed", ...by, detail });
    return true;
  });
}

type InRecords = Parameters<Parameters<typeof inRecords>[1]>[0];

const nameOf = async ({ organizationDomain }: InRecords, id: string): Promise<string | undefined> =>
  (await organizationDomain.findUnique({ where: { id }, select: { domain: true } }))?.domain;
