/** Replaces a registration by another, and applies all consequences of what changed: RFC 7592 §2.2. */
import { concernsRequests, endsAgreements, hashSecret, sealSecret } from "@countersign/rules";
import { type Occurrence, recordAudit } from "../../audit/audit-events.ts";
import type { Query } from "../../transaction.ts";
import { type EndedBeforehand, endBeforeChange, followChange, NOTHING_ENDED } from "../changed-client.ts";
import { fieldsAfter, replacedValues, secretValues } from "../client-rows.ts";
import { ADD_LOGO, type NewClient } from "../clients.ts";
import { credentialsOf, nextToken, sealedUnused } from "./registration-credentials.ts";
import {
  byItself,
  type OwnRegistration,
  ownedBy,
  ownRegistrationOf,
  type RegisteredRow,
  type Registrant,
  type Replacement,
  rowOf,
} from "./registration-rows.ts";
import { FIND, FIND_LOCKED, FOLLOW_TOKEN, REPLACE } from "./registration-statements.ts";

/**
 * Ends most of what a replacement will end, before the client is locked for it, because requests of the client wait for
 * that lock. Authorizations that are created in the meantime end with the change.
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
  if (before === undefined) return NOTHING_ENDED;

  const after = fieldsAfter(before, metadata);
  const { id: clientId } = registrant;
  return endBeforeChange(query, { clientId, before, after, endedBy: endsAgreements(before, after) }, at);
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

  const endedBy = endsAgreements(before, after);
  const detail = await followChange(query, { before, after, endedBy, ended }, origin.at);
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
  const revisions = concernsRequests(before, fieldsAfter(before, metadata)) ? 1 : 0;
  await query(REPLACE, [...ownedBy(next), ...secret, kept, revisions, ...replacedValues(before, metadata)]);

  await query("DELETE FROM client_logo WHERE client_id = $1", [next.id]);
  await insertLogo(query, { id: next.id, logo });
}
