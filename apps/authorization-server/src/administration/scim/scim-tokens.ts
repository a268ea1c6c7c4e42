/** Acts on the tokens of an organization's directory, for every kind of actor. Each act and its audit row are one
 * transaction. */
import { randomUUID } from "node:crypto";
import type { SecretHash } from "@countersign/rules";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { lockOrganizationAlone } from "../../platform/stores/organization-lock.ts";
import { inTransaction, type WithPool } from "../../platform/stores/transaction.ts";

/** The most tokens of one organization: one in use and one that replaces it, for several directories. */
export const MOST_TOKENS = 10;

/** The longest time that a token is valid. */
export const LONGEST_TOKEN_DAYS = 365;

export interface NewScimToken {
  readonly organizationId: string;
  readonly tokenHash: SecretHash;
  readonly note: string;
  readonly expiresAt: Date;
}

/** Stores a token and returns its id; undefined if the organization has too many. */
export function addScimToken(
  { pool }: WithPool,
  { organizationId, tokenHash, note, expiresAt }: NewScimToken,
  by: By,
): Promise<string | undefined> {
  return inTransaction(pool, async (query) => {
    await lockOrganizationAlone(query, organizationId);
    const [counted] = await query(COUNT, [organizationId]);
    if (Number(counted?.tokens) >= MOST_TOKENS) return undefined;
    const id = randomUUID();
    await query(ADD, [id, organizationId, tokenHash, note, by.at, expiresAt]);
    const detail = { id, organization: organizationId, note, expiresAt };
    await recordAudit(query, { type: "scim_token_added", ...by, detail });
    return id;
  });
}

/** Deletes a token of an organization: its directory can do nothing more by it. Returns false if there is none. */
export function revokeScimToken(
  { pool }: WithPool,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    if ((await query(REVOKE, [id, organizationId])).length === 0) return false;
    await recordAudit(query, { type: "scim_token_revoked", ...by, detail: { id, organization: organizationId } });
    return true;
  });
}

const COUNT = "SELECT count(*)::int AS tokens FROM scim_token WHERE organization_id = $1";
const ADD = `
  INSERT INTO scim_token (id, organization_id, token_hash, note, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6)`;
const REVOKE = "DELETE FROM scim_token WHERE id = $1 AND organization_id = $2 RETURNING id";
