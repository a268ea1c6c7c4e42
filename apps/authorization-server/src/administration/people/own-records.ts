/** What is stored about a person, for the person: their audit events, and all of it (GDPR Articles 15 and 20). */
import { shownPersonal } from "../../platform/stores/person/person-keys.ts";
import type { WithPool } from "../../platform/stores/transaction.ts";
import { exportedWays } from "../ways-in/walked-ways.ts";

type Reading = WithPool;

/** An event that is about a person, as the person sees it. */
export interface OwnEvent {
  readonly at: Date;
  readonly type: string;
  readonly actor: string;
  /** The name of the client that the event is about. */
  readonly client: string | null;
  readonly address: string | null;
}

/** What the pages of an account say about whose it is. */
export interface OwnCard {
  readonly username: string;
  readonly name: string | null;
  readonly givenName: string | null;
  readonly email: string | null;
  readonly picture: string | null;
  /** The claim `zoneinfo`. */
  readonly zone: string | null;
  readonly createdAt: Date;
  readonly hasPassword: boolean;
  readonly passwordChangedAt: Date | null;
  /** Whether the person belongs to an organization, or has an open invitation into one. */
  readonly hasOrganizations: boolean;
}

const MOST_EVENTS = 200;
const ROWS_AT_ONCE = 500;

/** The card of a person; undefined for an account that was deleted in the meantime. */
export async function ownCard({ pool }: Reading, userId: string, at: Date): Promise<OwnCard | undefined> {
  return (await pool.query<OwnCard>({ name: "own-card", text: CARD, values: [userId, at] })).rows[0];
}

/** The audit events about a person since a time, up to 200, the newest first. */
export async function ownEvents({ pool }: Reading, userId: string, since: Date): Promise<readonly OwnEvent[]> {
  return (await pool.query<OwnEvent>(EVENTS, [userId, since, MOST_EVENTS])).rows;
}

/**
 * Everything that is stored about a person, as the text of one JSON object, in parts. No secret is in it: no hash of a
 * password or a token, no key of a factor.
 */
export async function* exportOf({ pool }: Reading, userId: string): AsyncGenerator<string> {
  let separator = "{";
  for (const [name, text] of Object.entries({ ...SECTIONS, ...exportedWays() })) {
    // biome-ignore lint/performance/noAwaitInLoops: a fixed list of statements
    const { rows } = await pool.query<{ item: unknown }>(`SELECT to_jsonb(t) AS item FROM (${text}) t`, [userId]);
    yield `${separator}${JSON.stringify(name)}:${JSON.stringify(rows.map(({ item }) => item))}`;
    separator = ",";
  }

  yield `${separator}"events":[`;
  let last = "0";
  separator = "";
  for (;;) {
    // biome-ignore lint/performance/noAwaitInLoops: a page at a time, as fast as it is read
    const { rows } = await pool.query<StoredEvent>(ALL_EVENTS, [userId, last, ROWS_AT_ONCE]);
    for (const row of rows) {
      yield `${separator}${JSON.stringify(openedEvent(row, userId))}`;
      separator = ",";
    }
    if (rows.length < ROWS_AT_ONCE) break;
    last = rows.at(-1)?.id ?? last;
  }
  yield "]}\n";
}

interface StoredEvent extends OwnEvent {
  readonly id: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly sealed: Uint8Array | null;
  readonly key: Uint8Array | null;
}

function openedEvent({ id: _, sealed, key, detail, ...event }: StoredEvent, userId: string) {
  return { ...event, detail: { ...detail, ...shownPersonal({ sealed, userId, key }) } };
}

const EVENT = "e.at, e.type, e.actor, COALESCE(c.name, e.client_id) AS client, e.address";

const EVENTS = `
  SELECT ${EVENT} FROM audit_event e LEFT JOIN client c ON c.id = e.client_id
   WHERE e.user_id = $1 AND e.at >= $2 ORDER BY e.at DESC, e.id DESC LIMIT $3`;

const CARD = `
  SELECT username, name, given_name AS "givenName", email, picture, zoneinfo AS zone, created_at AS "createdAt",
         password_hash IS NOT NULL AS "hasPassword", password_changed_at AS "passwordChangedAt",
         EXISTS (SELECT FROM organization_member m WHERE m.user_id = end_user.id)
           OR (email_verified_at IS NOT NULL
               AND EXISTS (SELECT FROM organization_invitation i
                            WHERE i.address_canonical = email_canonical AND i.expires_at > $2)) AS "hasOrganizations"
    FROM end_user WHERE id = $1`;

const ALL_EVENTS = `
  SELECT e.id, ${EVENT}, e.detail, e.sealed_personal AS sealed, k.key
    FROM audit_event e LEFT JOIN client c ON c.id = e.client_id LEFT JOIN person_key k ON k.user_id = e.user_id
   WHERE e.user_id = $1 AND e.id > $2 ORDER BY e.id LIMIT $3`;

/** Every column is named, so that a secret in a new column is not exported by itself. Ways in have sections, too. */
const SECTIONS: Readonly<Record<string, string>> = {
  account: `
    SELECT id, username, created_at, updated_at, last_sign_in_at, name, given_name, family_name, middle_name, nickname,
           preferred_username, profile, picture, website, gender, birthdate, zoneinfo, locale, email, email_verified,
           email_verified_at, phone_number, phone_number_verified, address, password_hash IS NOT NULL AS has_password,
           preferred_factor
      FROM end_user WHERE id = $1`,
  picture: `
    SELECT media_type, created_at, encode(image, 'base64') AS image FROM person_picture WHERE user_id = $1`,
  subjects: "SELECT sector, sub FROM pairwise_subject WHERE user_id = $1 ORDER BY sector",
  terms: `
    SELECT d.name, d.version, a.accepted_at, a.language
      FROM terms_acceptance a JOIN terms_document d ON d.id = a.document_id
      WHERE a.user_id = $1 ORDER BY a.accepted_at`,
  groups: `
    SELECT g.name, m.created_at FROM group_member m JOIN user_group g ON g.id = m.group_id
     WHERE m.user_id = $1 ORDER BY g.name`,
  organizations: `
    SELECT o.slug, o.name, m.created_at FROM organization_member m JOIN organization o ON o.id = m.organization_id
     WHERE m.user_id = $1 ORDER BY o.slug`,
  directories: `
    SELECT o.slug AS organization, s.external_id, s.attributes, s.created_at, s.updated_at
      FROM scim_user s JOIN organization o ON o.id = s.organization_id WHERE s.user_id = $1 ORDER BY o.slug`,
  organization_roles: `
    SELECT o.slug AS organization, r.resource, r.name, a.created_at
      FROM organization_role a JOIN role r ON r.id = a.role_id JOIN organization o ON o.id = a.organization_id
     WHERE a.user_id = $1 OR a.group_id IN (SELECT group_id FROM group_member WHERE user_id = $1)
     ORDER BY o.slug, r.resource, r.name`,
  roles: `
    SELECT r.resource, r.name, g.name AS "group", a.created_at
      FROM role_assignment a JOIN role r ON r.id = a.role_id LEFT JOIN user_group g ON g.id = a.group_id
     WHERE a.user_id = $1 OR a.group_id IN (SELECT group_id FROM group_member WHERE user_id = $1)
     ORDER BY r.resource, r.name, g.name`,
  mails: `SELECT kind, language, address, created_at, delivered_at
       FROM mail_delivery WHERE user_id = $1 ORDER BY created_at`,
};
