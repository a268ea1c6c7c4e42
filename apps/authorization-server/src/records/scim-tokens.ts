/** Tokens for SCIM as operators and administrators see them: without the token. */
import { fromRecords, type RecordsDatabase } from "./records.ts";

export interface ScimTokenRecord {
  readonly id: string;
  readonly note: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const SHOWN = { id: true, note: true, createdAt: true, expiresAt: true } as const;

/** The tokens of an organization, the newest first. They are few. */
export const listScimTokens = (
  database: RecordsDatabase,
  organizationId: string,
): Promise<readonly ScimTokenRecord[]> =>
  fromRecords(database, ({ scimToken }) =>
    scimToken.findMany({ where: { organizationId }, select: SHOWN, orderBy: { createdAt: "desc" } }),
  );
