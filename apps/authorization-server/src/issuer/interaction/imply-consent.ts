/** The consent that the operator gives in place of all people, to an application of their own (decision 152). */
import { answerConsent, type Facts, isGivenFor, questionsOf } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import type { Session } from "../../platform/stores/session/session-row.ts";
import type { Interaction } from "./interaction.ts";

/**
 * Records that all that the request asks for was granted, for the host that gets the answer. It records nothing if the
 * client changed in the meantime: the next look finds the client as it is.
 */
export async function implyConsent(
  { client, request, recipient: { agreedHost: host } }: Interaction,
  { session, facts }: { readonly session: Session; readonly facts: Facts },
  deps: Pick<Dependencies, "consents" | "clients" | "now">,
  { from }: Pick<Call, "from">,
): Promise<void> {
  if (client === undefined) return;
  const answers = questionsOf(request, facts).map(({ identifier = request.resource, asked, consent }) => {
    const before = consent !== undefined && isGivenFor(host, consent) ? consent : undefined;
    return { resource: identifier, consent: answerConsent(asked, asked, before), policy: "implicit" } as const;
  });
  const key = { userId: session.signIn.userId, clientId: client.id, host, clientRevision: client.revision ?? 0 };
  const isRecorded = await deps.consents.record(key, answers, { at: deps.now(), ...from });
  if (!isRecorded) deps.clients.forget(client.id);
}
