/** Replaces a registration by another, and applies all consequences of what changed: RFC 7592 §2.2. */
import {
  changedMembers,
  concernsRequests,
  endsAgreements,
  hashSecret,
  sealSecret,
  takenBack,
} from "@countersign/rules";
import { type Occurrence, recordAudit } from "../audit-events.ts";
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
import { checkedOf, metadataValues, secretValues } from "./client-rows.ts";
import { ADD_LOGO, type NewClient } from "./clients.ts";
import { credentialsOf, nextToken, sealedUnused } from "./registration-credentials.ts";
import {
  byItself,
  type OwnRegistration,
  ownedBy,
  ownRegistrationOf,
  type RegisteredClient,
  type RegisteredRow,
  type Registrant,
  type Replacement,
  rowOf,
} from "./registration-rows.ts";
import { FIND, FIND_LOCKED, FOLLOW_TOKEN, REPLACE } from "./registration-statements.ts";

/** What was ended before the change itself. */
export interface EndedBeforehand extends EndedAgreements {
  readonly cut: number;
}

const NOTHING: EndedBeforehand = { consents: 0, authorizations: 0, cut: 0 };

/**
 * Ends most of what a replacement will end, before the client is locked for it, because requests of the client wait for
 * that lock. What is created meanwhile is ended with the change.
 *
 * @param query runs each statement in a transaction of its own
 */
export async function endBeforehand(
  query: Query,
  registrant: Registrant,
  { metadata }: Replacement,
  at: Date,
): Promise<EndedBeforehand> {
  const before = await rowOf(query, FIND, registrant);
  if (before === undefined) return NOTHING;

  const after = checkedOf(metadata);
  const { id: clientId } = registrant;
  if (endsAgreements(before, after).length > 0)
    return { ...(await endAgreementsInBatches(query, clientId, at)), cut: 0 };

  const { redirectUris } = after;
  return {
    ...NOTHING,
    cut: await takeBackInBatches(query, { clientId, redirectUris, taken: takenBack(before, after), at }),
  };
}

/**
 * Replaces a registration in a transaction. Returns `undefined`, and changes nothing, if the token is not the client's.
 */
export async function replaceRegistered(
  query: Query,
  registrant: Registrant,
  replacement: Replacement,
  { ended, ...origin }: Occurrence & { readonly ended: EndedBeforehand },
): Promise<OwnRegistration | undefined> {
  const before = await rowOf(query, FIND_LOCKED, registrant);
  if (before === undefined) return undefined;

  const next = { ...registrant, registrationAccessToken: await tokenAfter(query, registrant, before) };
  await write(query, { before, registrant, next }, replacement);
  const after = await rowOf(query, FIND, next);
  if (after === undefined) throw new Error("the client is gone while it is locked");

  const detail = await follow(query, { before, after, ended }, origin.at);
  await recordAudit(query, { type: "client_updated", ...byItself(registrant), ...origin, detail });
  return ownRegistrationOf(after, next.registrationAccessToken);
}

async function insertLogo(query: Query, { id, logo }: Pick<NewClient, "id" | "logo">): Promise<void> {
  if (logo !== undefined) await query(ADD_LOGO, [id, logo.mediaType, logo.image]);
}

async function tokenAfter(query: Query, registrant: Registrant, before: RegisteredRow): Promise<string> {
  const { registrationAccessToken: shown } = registrant;
  const { token, isNew } = nextToken(before, shown);
  if (isNew) await query(FOLLOW_TOKEN, [...ownedBy(registrant), hashSecret(token), sealSecret(token, shown)]);
  return token;
}

interface Change {
  readonly before: RegisteredRow;
  readonly registrant: Registrant;
  /** The same registrant with the newest token. */
  readonly next: Registrant;
}

async function write(query: Query, { before, registrant, next }: Change, replacement: Replacement): Promise<void> {
  const { metadata, logo, newSecret, secretExpiresAt } = replacement;
  const { unusedSecret } = credentialsOf(before, registrant.registrationAccessToken);
  const unused = newSecret ?? (replacement.secretHash === undefined ? undefined : unusedSecret);
  const secret = [...secretValues(replacement), newSecret !== undefined, secretExpiresAt ?? null];
  const kept = sealedUnused(unused, next.registrationAccessToken);
  // An authorization is made for one revision: only a change that affects requests may stop those already checked.
  const revisions = concernsRequests(before, checkedOf(metadata)) ? 1 : 0;
  await query(REPLACE, [...ownedBy(next), ...secret, kept, revisions, ...metadataValues(metadata)]);

  await query("DELETE FROM client_logo WHERE client_id = $1", [next.id]);
  await insertLogo(query, { id: next.id, logo });
}

interface Followed {
  readonly before: RegisteredClient;
  readonly after: RegisteredClient;
  readonly ended: EndedBeforehand;
}

/**
 * Ends what people did not agree to with this client, and reduces authorizations to what it may still have. Returns
 * what was done here and beforehand, for the audit trail.
 */
async function follow(query: Query, { before, after, ended }: Followed, at: Date) {
  const changed = changedMembers(before, after);
  const endedBy = endsAgreements(before, after);
  // What the client got for itself is backed only by the authentication method it used then.
  if (endedBy.includes("token_endpoint_auth_method")) await query(END_STANDING, [after.id]);
  if (endedBy.length > 0) {
    const rest = await endAgreements(query, { clientId: after.id }, at);
    return { changed, endedBy, ended: together(ended, rest) };
  }

  const { id: clientId, redirectUris } = after;
  const cut = ended.cut + (await takeBack(query, { clientId, redirectUris, taken: takenBack(before, after), at }));
  return { changed, ...(cut > 0 && { cut }) };
}
