/** People with everything that a person can have. Many of them are made at once. */
import { randomUUID } from "node:crypto";
import { hashSecret, newSecret, type Secret } from "@countersign/rules";
import { PROOF_PURPOSES, type ProofPurpose } from "../../src/platform/stores/ways-in/proof-purposes.ts";
import { noon, type World } from "../world.ts";
import { client, type Ground, orders } from "./scene.ts";

/** A person, and the secrets of what they have. */
export interface Someone {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly apps: readonly [string, string];
  readonly passkeys: readonly [string, string];
  readonly device: string;
  readonly deviceSecret: Secret;
  readonly identity: string;
  readonly sessions: readonly [string, string];
  readonly sessionSecret: Secret;
  readonly invitation: string;
  readonly invitationToken: Secret;
  readonly links: Readonly<Record<"reset" | "enrolment" | "undo-address", Secret>>;
  readonly proofs: Readonly<Record<"change-address" | "enrol", string>>;
}

let people = 0;

/** Makes people who belong to all of the ground. */
export async function addPeople(
  { superuser }: Pick<World, "superuser">,
  ground: Ground,
  count: number,
): Promise<readonly Someone[]> {
  const made = Array.from({ length: count }, newSomeone);
  const rows = made.map((one) => ({
    ...one,
    ...hashesOf(one),
    proofs: proofsOf(one),
    ground,
    client,
    orders,
    at: noon,
  }));
  for (const text of STATEMENTS) await superuser.pool.query(text, [JSON.stringify(rows)]);
  return made;
}

const pair = <T>(make: () => T): readonly [T, T] => [make(), make()];

function newSomeone(): Someone {
  const username = `someone${++people}`;
  const links = { reset: newSecret(), enrolment: newSecret(), "undo-address": newSecret() };
  return {
    ...{ id: randomUUID(), username, email: `${username}@acme.example`, links },
    ...{ apps: pair(randomUUID), passkeys: pair(randomUUID), sessions: pair(randomUUID), device: randomUUID() },
    ...{ deviceSecret: newSecret(), sessionSecret: newSecret(), invitationToken: newSecret() },
    ...{ identity: randomUUID(), invitation: randomUUID() },
    proofs: { "change-address": randomUUID(), enrol: randomUUID() },
  };
}

const hex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString("hex")}`;

const hashesOf = ({ deviceSecret, sessionSecret, invitationToken }: Someone) => ({
  device_hash: hex(hashSecret(deviceSecret)),
  session_hashes: [hex(hashSecret(sessionSecret)), hex(hashSecret(newSecret()))],
  invitation_hash: hex(hashSecret(invitationToken)),
});

/** Links, which no browser is bound to, and codes that were typed. */
function proofsOf({ id: userId, email: address, links, proofs }: Someone) {
  const row = (purpose: ProofPurpose, more: { id: string; browser?: string; token: Secret }) => ({
    ...{ id: more.id, purpose, token_hash: hex(hashSecret(more.token)) },
    slot: hex(hashSecret(JSON.stringify(PROOF_PURPOSES[purpose].slot({ address, userId, ...more }, more.token)))),
    browser_hash: more.browser === undefined ? null : hex(hashSecret(more.browser)),
    proved_at: more.browser === undefined ? null : noon,
  });
  const linked = Object.entries(links) as [keyof Someone["links"], Secret][];
  const typed = Object.entries(proofs) as [keyof Someone["proofs"], string][];
  return [
    ...linked.map(([purpose, token]) => row(purpose, { id: randomUUID(), token })),
    ...typed.map(([purpose, id]) => row(purpose, { id, token: newSecret(), browser: "browser" })),
  ];
}

const FROM = `
  FROM jsonb_to_recordset($1::jsonb) AS p (
    id uuid, username text, email text, apps jsonb, passkeys jsonb, device uuid, identity uuid, sessions jsonb,
    invitation uuid, device_hash bytea, session_hashes jsonb, invitation_hash bytea, proofs jsonb, ground jsonb,
    client text, orders text, at timestamptz)`;
const each = (list: string) => `CROSS JOIN jsonb_array_elements_text(p.${list}) WITH ORDINALITY AS one (text, nth)`;
const DAYS = "p.at + interval '9 days'";

const STATEMENTS = [
  `INSERT INTO end_user (id, username, username_folded, password_hash, created_at, updated_at, email, email_canonical,
                         email_verified, email_verified_at, webauthn_user_handle, name)
   SELECT id, username, username, 'hash', at, at, email, email, true, at, sha256(uuid_send(id)), 'S' ${FROM}`,
  `INSERT INTO totp_factor
          (id, user_id, name, sealed_secret, key_encryption_key_id, last_step, last_used_at, created_at)
   SELECT one.text::uuid, id, 'App', '\\x00', 'k1', 0, at, at ${FROM} ${each("apps")}`,
  `INSERT INTO passkey (id, user_id, credential_id, public_key, alg, sign_count, transports, aaguid, backup_eligible,
                        backed_up, "use", rp_id, name, created_at)
   SELECT one.text::uuid, id, uuid_send(one.text::uuid), '\\x00', -7, 0, '{}', id, true, true, 'sign-in',
          'auth.example', 'Key', at ${FROM} ${each("passkeys")}`,
  `INSERT INTO recovery_code (user_id, number, hash, created_at)
   SELECT id, n, 'hash ' || n, at ${FROM} CROSS JOIN generate_series(1, 10) n`,
  `INSERT INTO second_factor_failure (user_id, is_known_device, count) SELECT id, false, 1 ${FROM}`,
  `INSERT INTO person_key (user_id, key, created_at) SELECT id, sha256(uuid_send(id)), at ${FROM}`,
  `INSERT INTO pairwise_subject (user_id, sector, sub) SELECT id, 'pair.example', id::text ${FROM}`,
  `INSERT INTO imported_person (source, external_id, user_id, imported_at) SELECT 's', id::text, id, at ${FROM}`,
  `INSERT INTO remembered_device (id, user_id, secret_hash, label, created_at, last_used_at, expires_at)
   SELECT device, id, device_hash, 'Browser', at, at, ${DAYS} ${FROM}`,
  `INSERT INTO organization_member (organization_id, user_id, created_at)
   SELECT (ground->>'organization')::uuid, id, at ${FROM}`,
  `INSERT INTO scim_user (organization_id, user_id, attributes, created_account, created_at, updated_at)
   SELECT (ground->>'organization')::uuid, id, '{}', true, at, at ${FROM}`,
  `INSERT INTO group_member (group_id, user_id, created_at)
   SELECT (ground->>of_ground)::uuid, id, at ${FROM}
    CROSS JOIN unnest(ARRAY['group', 'organizationGroup']) AS of_ground`,
  `INSERT INTO browser_session (id, secret_hash, active_user_id, created_at, idle_expires_at, expires_at)
   SELECT one.text::uuid, (session_hashes->>(nth::int - 1))::bytea, id, at, ${DAYS}, ${DAYS}
   ${FROM} ${each("sessions")}`,
  `INSERT INTO sign_in (session_id, user_id, authenticated_at, amr, acr)
   SELECT one.text::uuid, id, at, '{pwd}', 'urn:countersign:acr:password' ${FROM} ${each("sessions")}`,
  `INSERT INTO session_client (sid, session_id, client_id)
   SELECT gen_random_uuid(), one.text::uuid, client ${FROM} ${each("sessions")}`,
  `INSERT INTO consent (user_id, client_id, resource, granted_scopes, declined_scopes, updated_at)
   SELECT id, client, orders, '{read,write}', '{}', at ${FROM}`,
  `INSERT INTO "authorization" (id, client_id, user_id, session_id, sub, scopes, resource, amr, acr, auth_time,
                                created_at, expires_at)
   SELECT gen_random_uuid(), client, id, s::uuid, id::text, '{read}', orders, '{pwd}', 'a', at, at, ${DAYS}
   ${FROM} CROSS JOIN unnest(ARRAY[sessions->>0, sessions->>1, NULL]) AS s`,
  `INSERT INTO federated_identity (id, provider_id, issuer, subject, user_id, created_at)
   SELECT identity, (ground->>'provider')::uuid, 'https://provider.example', username, id, at ${FROM}`,
  `INSERT INTO organization_invitation
          (id, organization_id, address, address_canonical, role_ids, token_hash, created_at, expires_at)
   SELECT invitation, (ground->>'otherOrganization')::uuid, email, email, ARRAY[(ground->>'spareRole')::uuid],
          invitation_hash, at, ${DAYS} ${FROM}`,
  `INSERT INTO address_proof (id, purpose, slot, user_id, address, address_canonical, browser_hash, code_hash,
                              token_hash, tries_left, proved_at, created_at, expires_at)
   SELECT o.id, o.purpose, o.slot, p.id, email, email, o.browser_hash, o.browser_hash, o.token_hash, 5, o.proved_at, at,
          ${DAYS}
   ${FROM} CROSS JOIN jsonb_to_recordset(p.proofs) AS o (
     id uuid, purpose text, slot bytea, token_hash bytea, browser_hash bytea, proved_at timestamptz)`,
];
