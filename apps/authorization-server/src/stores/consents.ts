/** Consent: what a person allowed and declined to a client, per resource server. */
import type { Database } from "@countersign/database";
import type { Consent } from "@countersign/rules";
import { type Act, audited } from "./audit-events.ts";
import { inTransaction } from "./transaction.ts";

export interface ConsentKey {
  readonly userId: string;
  readonly clientId: string;
  readonly resource: string;
}

export interface ConsentStore {
  /** Remembers the answer in place of the one before. */
  record(key: ConsentKey, consent: Consent, by: Pick<Act, "at" | "address">): Promise<void>;
}

export function consentStore({ pool }: Pick<Database, "pool">): ConsentStore {
  return {
    record: ({ userId, clientId, resource }, { grantedScopes, declinedScopes }, { at, address }) =>
      inTransaction(pool, async (query) => {
        await query(RECORD, [userId, clientId, resource, grantedScopes, declinedScopes, at]);
        const detail = { resource, grantedScopes, declinedScopes };
        await audited(query, { type: "consent", actor: "user", at, userId, clientId, address, detail });
      }),
  };
}

const RECORD = `
  INSERT INTO consent (user_id, client_id, resource, granted_scopes, declined_scopes, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (user_id, client_id, resource)
  DO UPDATE SET granted_scopes = $4, declined_scopes = $5, updated_at = $6`;
