/** Acts on the tokens of an organization's directory, for every kind of actor. Each act and its audit row are one
 * transaction. */
import { randomUUID } from "node:crypto";
import type { SecretHash } from "@countersign/rules";
import { inRecords, type RecordsDatabase, recordAudit } from "../records/records.ts";
import type { By } from "../stores/audit-events.ts";
import { lockOrganizationAlone } from "../stores/organization-lock.ts";
import { queryIn } from "./kept-role.ts";

/** The most tokens of one organization: one in use and one that replaces it, for several directories. */
const MOST_TOKENS = 10;

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
  database: RecordsDatabase,
  { organizationId, tokenHash, note, expiresAt }: NewScimToken,
  by: By,
): Promise<string | undefined> {
  return inRecords(database, async (records) => {
    await lockOrganizationAlone(queryIn(records), organizationId);
    if ((await records.scimToken.count({ where: { organizationId } })) >= MOST_TOKENS) return undefined;
    const id = randomUUID();
    const data = { id, organizationId, tokenHash: Uint8Array.from(tokenHash), note, createdAt: by.at, expiresAt };
    await records.scimToken.create({ data });
    const detail = { id, organization: organizationId, note, expiresAt };
    await recordAudit(records, { type: "scim_token_added", ...by, detail });
    return id;
  });
}

/** Deletes a token of an organization: its directory can do nothing more by it. Returns false if there is none. */
export function revokeScimToken(
  database: RecordsDatabase,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  by: By,
): Promise<boolean> {
  return inRecords(database, async (records) => {
    if ((await records.scimToken.deleteMany({ where: { id, organizationId } })).count === 0) return false;
    await recordAudit(records, { type: "scim_token_revoked", ...by, detail: { id, organization: organizationId } });
    return true;
  });
}
