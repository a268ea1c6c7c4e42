/** The act of a person who wants to be asked again about the scopes that they declined to a client. */
import { askAgain } from "../src/administration/sessions/consent-parts.ts";
import type { Service } from "./service.ts";

export async function reopenConsent(service: Service, clientId: string): Promise<void> {
  const declined = "UPDATE consent SET declined_scopes = '{email}' WHERE client_id = $1 RETURNING resource";
  const [row] = await service.rows(declined, [clientId]);
  const actor = { kind: "person", userId: service.alice } as const;
  await askAgain(
    service.database,
    { userId: service.alice, clientId, resource: String(row?.resource) },
    { actor, at: service.clock.now, address: "10.0.0.1" },
  );
}
