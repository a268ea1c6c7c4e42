/** The consequences of a change of what a client registered, for every way to change it: RFC 7592 §2.2. */
import { type ClientRecord, changedMembers, takenBack } from "@countersign/rules";
import {
  type EndedAgreements,
  endAgreements,
  endAgreementsInBatches,
  takeBack,
  takeBackInBatches,
  together,
} from "../issued/agreements.ts";
import { END_STANDING } from "../issued/standing-authorizations.ts";
import type { Query } from "../transaction.ts";
import type { checkedOf } from "./client-rows.ts";

/** What was ended before the change itself. */
export interface EndedBeforehand extends EndedAgreements {
  readonly cut: number;
}

export const NOTHING_ENDED: EndedBeforehand = { consents: 0, authorizations: 0, cut: 0 };

interface Coming {
  readonly clientId: string;
  readonly before: ClientRecord;
  readonly after: ReturnType<typeof checkedOf>;
  /** The members whose change ends what people agreed to. */
  readonly endedBy: readonly string[];
}

/**
 * Ends most of what a change will end, before the client is locked for it, because requests of the client wait for that
 * lock. Authorizations that are created in the meantime end with the change.
 *
 * @param query runs each statement in a transaction of its own
 */
export async function endBeforeChange(
  query: Query,
  { clientId, before, after, endedBy }: Coming,
  at: Date,
): Promise<EndedBeforehand> {
  if (endedBy.length > 0) return { ...(await endAgreementsInBatches(query, clientId, at)), cut: 0 };

  const { redirectUris } = after;
  const taken = takenBack(before, after);
  return { ...NOTHING_ENDED, cut: await takeBackInBatches(query, { clientId, redirectUris, taken, at }) };
}

interface Changed {
  readonly before: ClientRecord;
  readonly after: ClientRecord;
  readonly endedBy: readonly string[];
  readonly ended: EndedBeforehand;
}

/**
 * Ends what people did not agree to with this client, and reduces authorizations to what it may still have. The caller
 * has locked the client, and changed it. Returns what was done here and beforehand, for the audit log.
 */
export async function followChange(query: Query, { before, after, endedBy, ended }: Changed, at: Date) {
  const changed = changedMembers(before, after);
  // Only the authentication method that the client used then backs the access that it got for itself.
  if (endedBy.includes("token_endpoint_auth_method")) await query(END_STANDING, [after.id]);
  if (endedBy.length > 0) {
    const rest = await endAgreements(query, { clientId: after.id }, at);
    return { changed, endedBy, ended: together(ended, rest) };
  }

  const { id: clientId, redirectUris } = after;
  const cut = ended.cut + (await takeBack(query, { clientId, redirectUris, taken: takenBack(before, after), at }));
  return { changed, ...(cut > 0 && { cut }) };
}
