/** Repeats what ended or restricted clients. */
import { decideDocument, withdrawDocumentDecision } from "../../../administration/clients/client-documents.ts";
import { endPreviousClientSecret } from "../../../administration/clients/client-secrets.ts";
import { deleteClient, disableClient, enableClient } from "../../../administration/clients/clients.ts";
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import { doneIf, type Repeat, textIn } from "../treatment.ts";

const ofClient =
  (act: (database: Parameters<Repeat>[0], clientId: string, by: By) => Promise<boolean>): Repeat =>
  async (database, { clientId }, by) =>
    clientId === undefined ? "left" : doneIf(await act(database, clientId, by));

export const clientDisabled = ofClient(disableClient);
export const clientEnabled = ofClient(enableClient);
export const clientDeleted = ofClient((database, clientId, by) => deleteClient(database, clientId, by));
export const previousSecretEnded = ofClient(endPreviousClientSecret);

export const documentDecided: Repeat = async (database, act, by) => {
  const [url, decision] = [act.clientId, textIn(act, "decision")];
  if (url === undefined) return "left";
  if (decision === "none") return doneIf(await withdrawDocumentDecision(database, url, by));
  if (decision !== "pinned" && decision !== "blocked") return "left";
  return doneIf(await decideDocument(database, { url, decision }, by));
};
