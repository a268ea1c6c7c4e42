/** What version 0.2.0 recorded of a person who wanted to be asked again what they had declined to a client. */
import { recordAudit } from "../src/platform/stores/audit/audit-events.ts";
import { inTransaction } from "../src/platform/stores/transaction.ts";
import type { Service } from "./service.ts";

export async function reopenedConsent({ database, alice: userId, clock }: Service, clientId: string): Promise<void> {
  const by = { actor: { kind: "person", userId }, at: clock.now, address: "10.0.0.1" } as const;
  await inTransaction(database.pool, (query) =>
    recordAudit(query, {
      type: "consent_reopened",
      userId,
      clientId,
      ...by,
      detail: { resource: "https://api.example" },
    }),
  );
}
