/** That an administrator tries the sign-in of a client is recorded, although nothing is issued. */
import { inPrismaTransaction, type RecordsDatabase, recordAudit } from "../../platform/records/records.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";

export interface SignInTrial {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
}

export const recordSignInTrial = (
  database: RecordsDatabase,
  { clientId, redirectUri, scope }: SignInTrial,
  by: By,
): Promise<void> =>
  inPrismaTransaction(database, (records) =>
    recordAudit(records, { type: "client_sign_in_tried", clientId, ...by, detail: { redirectUri, scope } }),
  );
