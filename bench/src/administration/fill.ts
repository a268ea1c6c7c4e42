/** Fills a database to the size of a large deployment, with what administrators list. */
import type { Pool, PoolClient } from "pg";

/** The full size; the scale of a run is the share of it that is made. */
const FULL = {
  people: 1_000_000,
  clients: 10_000,
  events: 10_000_000,
  groups: 1_000,
  organizations: 10_000,
  roles: 500,
};
type Kind = keyof typeof FULL;
/** What a run may have more of. Both at once would take more disk than most machines have. */
export const LARGER = ["people", "events"] as const satisfies readonly Kind[];
const TIMES = 10;

export interface Filled extends Readonly<Record<Kind, number>> {
  readonly scale: number;
  readonly seconds: number;
}

/** Ids are computed from a number, so that rows and requests can name each other. They look like random UUIDs. */
export const uuidOf = (kind: string, number: string) =>
  `overlay(overlay(md5('${kind} ' || ${number}) placing '4' from 13) placing '8' from 17)::uuid`;

const PERSON = uuidOf("person", "n");
const anyPerson = (people: number, seed: string) =>
  uuidOf("person", `(1 + abs(hashint8(n + ${seed})::bigint) % ${people})`);
const anyClient = (clients: number) => `'client ' || (1 + abs(hashint8(n + 7)::bigint) % ${clients})`;

/**
 * The database must hold the demo person and a client that signs people in. The connection must be that of a superuser:
 * it skips the check of constraints that hold by construction.
 *
 * @param scale 0 to 1
 * @param more the kinds that there are ten times as many of: a hundred million events take 40 GB of disk
 */
export async function fill(pool: Pool, scale: number, more: readonly Kind[] = []): Promise<Filled> {
  const startedAt = performance.now();
  const sizes = Object.fromEntries(
    Object.entries(FULL).map(([kind, size]) => {
      const times = more.includes(kind as Kind) ? TIMES : 1;
      return [kind, Math.max(10, Math.round(size * scale * times))];
    }),
  ) as Record<Kind, number>;
  const connection = await pool.connect();
  try {
    await connection.query("SET session_replication_role = replica");
    const definitions = await dropIndexes(connection);
    for (const text of statements(sizes)) await timed(connection, text);
    for (const text of definitions) await timed(connection, text);
  } finally {
    await connection.query("RESET session_replication_role");
    connection.release();
  }
  await pool.query("VACUUM (ANALYZE)");
  return { scale, ...sizes, seconds: (performance.now() - startedAt) / 1000 };
}

/**
 * Drops the indexes of the tables that get the most rows, except those of keys: an index that is made of all rows at
 * once takes a fraction of the time.
 *
 * @returns the statements that make them again
 */
async function dropIndexes(connection: PoolClient): Promise<readonly string[]> {
  const { rows } = await connection.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
       FROM pg_index i
      WHERE i.indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)`,
    [["audit_event", "end_user", "webhook_delivery", "consent", "browser_session", "session_client"]],
  );
  for (const { name } of rows) await connection.query(`DROP INDEX ${name}`);
  await connection.query("SET maintenance_work_mem = '1GB'");
  return rows.map(({ definition }) => definition);
}

/** Prints a statement that takes long, so that one sees how far a large run is. */
async function timed(connection: PoolClient, text: string): Promise<void> {
  const startedAt = performance.now();
  await connection.query(text);
  const seconds = (performance.now() - startedAt) / 1000;
  if (seconds > 20) console.log(`  ${seconds.toFixed(0)} s: ${text.replace(/\s+/g, " ").slice(0, 70)}`);
}

const statements = (sizes: Readonly<Record<Kind, number>>): readonly string[] => [
  ...peopleAndFactors(sizes),
  ...rolesAndGroups(sizes),
  ...clientsAndConsents(sizes),
  ...sessionsAndMails(sizes),
  ...eventsAndDays(sizes),
  ...webhooksAndImports(sizes),
];

const GIVEN =
  "ARRAY['Anna','Ben','Chen','Dora','Emil','Fatima','Goran','Hana','Ines','Jonas','Kira','Luis','Mona','Nils']";
const FAMILY =
  "ARRAY['Adler','Berger','Costa','Duran','Engel','Fischer','Garcia','Huang','Ito','Jansen','Kaya','Lang']";

const peopleAndFactors = ({ people }: Readonly<Record<Kind, number>>) => [
  `INSERT INTO end_user
   SELECT copy.*
     FROM (SELECT u FROM end_user u WHERE username = 'alice') AS p (u), generate_series(1, ${people}) n,
          LATERAL jsonb_populate_record(u, jsonb_build_object(
            'id', ${PERSON}, 'username', substr(md5(n::text), 1, 5) || n, 'username_folded', NULL,
            'username_look', NULL, 'name', (${GIVEN})[1 + n % 14] || ' ' || (${FAMILY})[1 + n / 14 % 12] || ' ' || n,
            'email', n || '.mail@example.org', 'email_canonical', n || '.mail@example.org',
            'created_at', now() - n * interval '90 seconds', 'last_sign_in_at', now() - n * interval '9 seconds',
            'disabled_at', CASE WHEN n % 50 = 0 THEN now() END)) AS copy`,
  `INSERT INTO passkey (id, user_id, credential_id, public_key, alg, sign_count, transports, aaguid, backup_eligible,
                        backed_up, "use", rp_id, name, created_at)
   SELECT ${uuidOf("passkey", "n")}, ${PERSON}, sha256(n::text::bytea), '', -7, 0, '{}', ${uuidOf("model", "1")},
          true, true, 'sign-in', 'localhost', 'Passkey', now()
     FROM generate_series(1, ${people}) n WHERE n % 10 IN (1, 4, 7)`,
  `INSERT INTO totp_factor
     (id, user_id, name, sealed_secret, key_encryption_key_id, last_step, last_used_at, created_at)
   SELECT ${uuidOf("app", "n")}, ${PERSON}, 'App', '', 'bench', 0, now(), now()
     FROM generate_series(1, ${people}) n WHERE n % 5 = 0`,
];

/** Role 1 has five people, role 2 a tenth of all by a group. */
const rolesAndGroups = ({ people, roles, groups, organizations }: Readonly<Record<Kind, number>>) => [
  `INSERT INTO role (id, resource, name, scopes, created_at)
   SELECT ${uuidOf("role", "n")}, r.identifier, 'role ' || n, '{}', now()
     FROM (SELECT identifier FROM resource_server ORDER BY 1 LIMIT 1) r, generate_series(1, ${roles}) n`,
  `INSERT INTO user_group (id, name, name_key, created_at)
   SELECT ${uuidOf("group", "n")}, 'Group ' || n, 'group ' || n, now() FROM generate_series(1, ${groups}) n`,
  `INSERT INTO organization (id, slug, name, created_at)
   SELECT ${uuidOf("organization", "n")}, 'o' || n, 'Organization ' || n, now()
     FROM generate_series(1, ${organizations}) n`,
  `INSERT INTO user_group (id, name, name_key, created_at, organization_id)
   SELECT ${uuidOf("organization group", "n")}, 'Team ' || n, ${uuidOf("organization", "1")} || ' team ' || n, now(),
          ${uuidOf("organization", "1")}
     FROM generate_series(1, ${groups}) n`,
  `INSERT INTO organization_member (organization_id, user_id, created_at)
   SELECT ${uuidOf("organization", `(1 + n % ${organizations})`)}, ${PERSON}, now()
     FROM generate_series(1, ${people}) n`,
  `INSERT INTO group_member (group_id, user_id, created_at)
   SELECT ${uuidOf("group", `(CASE WHEN n % 10 = 0 THEN 1 ELSE 2 + n % ${groups - 1} END)`)}, ${PERSON}, now()
     FROM generate_series(1, ${people}) n`,
  `INSERT INTO group_member (group_id, user_id, created_at)
   SELECT ${uuidOf("organization group", "1")}, user_id, now()
     FROM organization_member WHERE organization_id = ${uuidOf("organization", "1")}`,
  `INSERT INTO role_assignment (id, role_id, user_id, group_id, created_at)
   SELECT ${uuidOf("held", "n")}, ${uuidOf("role", "1")}, ${PERSON}, NULL, now() FROM generate_series(1, 5) n
   UNION ALL SELECT ${uuidOf("held", "6")}, ${uuidOf("role", "2")}, NULL, ${uuidOf("group", "1")}, now()`,
];

const clientsAndConsents = ({ people, clients }: Readonly<Record<Kind, number>>) => [
  `INSERT INTO client
   SELECT copy.*
     FROM (SELECT c FROM client c WHERE 'authorization_code' = ANY (grant_types) LIMIT 1) AS p (c),
          generate_series(1, ${clients}) n,
          LATERAL jsonb_populate_record(
            c, jsonb_build_object('id', 'client ' || n, 'name', 'Application ' || n)) AS copy`,
  "INSERT INTO client_sign_in (client_id, last_at) SELECT id, now() FROM client WHERE id LIKE 'client %'",
  `INSERT INTO consent (user_id, client_id, resource, granted_scopes, declined_scopes, granted_claims, declined_claims,
                        hosts, updated_at)
   SELECT ${PERSON}, ${anyClient(clients)}, r.identifier, '{openid}', '{}', '{}', '{}', '{}',
          now() - n * interval '1 second'
     FROM (SELECT identifier FROM resource_server ORDER BY 1 LIMIT 1) r, generate_series(1, ${people}) n`,
];

const sessionsAndMails = ({ people, clients }: Readonly<Record<Kind, number>>) => [
  `INSERT INTO browser_session
     (id, secret_hash, active_user_id, created_at, idle_expires_at, expires_at, user_agent, network)
   SELECT ${uuidOf("session", "n")}, sha256(n::text::bytea), ${PERSON},
          now() - n * interval '1 second' * (432000.0 / ${people / 2}),
          now() + (n % 5 - 1) * interval '1 day', now() + interval '5 days', 'Firefox on Linux', '192.0.2.0/24'
     FROM generate_series(1, ${people / 2}) n`,
  `INSERT INTO session_client (sid, session_id, client_id)
   SELECT ${uuidOf("sid", "n")}, ${uuidOf("session", "n")}, ${anyClient(clients)}
     FROM generate_series(1, ${people / 2}) n`,
  `INSERT INTO mail_delivery
     (id, user_id, kind, language, address, message_id, attempts, expires_at, delivered_at, failure, created_at)
   SELECT ${uuidOf("mail", "n")}, ${PERSON}, 'welcome', 'en', n || '.mail@example.org', '<' || n || '@example.org>', 1,
          now() + interval '1 day', CASE WHEN n % 500 > 0 THEN now() END, CASE WHEN n % 500 = 0 THEN '550 no' END,
          now() - n * interval '1 second' FROM generate_series(1, ${people / 5}) n`,
  `INSERT INTO invitation (id, address, address_canonical, token_hash, created_at, expires_at)
   SELECT ${uuidOf("invitation", "n")}, n || '@example.net', n || '@example.net', sha256(n::text::bytea), now(),
          now() + interval '5 days' FROM generate_series(1, ${people / 50}) n`,
];

/** Types as a deployment has them: most are sign-ins, some are rare, and one has only old events. */
const TYPE = `CASE WHEN n % 10 < 6 THEN 'sign_in' WHEN n % 10 = 6 THEN 'consent' WHEN n % 10 = 7 THEN 'sign_in_failed'
  WHEN n % 10 = 8 THEN 'sign_out' WHEN n % 1000 = 9 THEN 'client_updated' ELSE 'session_ended' END`;

/** So many events are computed; more are copies of them with other times, over 90 days. */
const BATCH = 1_000_000;
const KEPT_SECONDS = 7_776_000;
const copiesOf = (events: number) => Math.ceil(events / BATCH);
const secondsOfCopy = (events: number) => KEPT_SECONDS / copiesOf(events);

const eventsAndDays = ({ people, clients, events }: Readonly<Record<Kind, number>>) => [
  `CREATE TEMP TABLE kept AS
   SELECT now() - (1 - n * 1.0 / ${Math.min(events, BATCH)}) * interval '1 second' * ${secondsOfCopy(events)} AS at,
          ${TYPE} AS type, ${anyPerson(people, "3")} AS user_id, ${anyClient(clients)} AS client_id
     FROM generate_series(1, ${Math.min(events, BATCH)}) n`,
  `INSERT INTO audit_event (at, type, actor, actor_id, user_id, client_id, address, detail)
   SELECT at - copy * interval '1 second' * ${secondsOfCopy(events)},
          CASE WHEN copy >= 0.95 * ${copiesOf(events)} THEN 'user_added' ELSE type END, 'user', user_id::text, user_id,
          client_id, '192.0.2.1', '{"amr": ["pwd"]}'
     FROM generate_series(${copiesOf(events) - 1}, 0, -1) copy, kept`,
  `INSERT INTO daily_statistic (day, name, value, counted_at)
   SELECT current_date - n, name, 1000 + n, now() - interval '1 minute' * (CASE WHEN n = 0 THEN 0 ELSE 1 END)
     FROM generate_series(0, 365) n, unnest(ARRAY['sign_ins_password', 'sign_ins_passkey', 'active_people',
       'failed_sign_ins', 'limited_sign_ins', 'new_people', 'deleted_people', 'people', 'people_with_passkey']) name
   ON CONFLICT DO NOTHING`,
];

/** Webhook 1 is disabled, so that nothing is sent, and has an outbox of what was sent. Import 1 refused many lines. */
const webhooksAndImports = ({ people, events }: Readonly<Record<Kind, number>>) => [
  `INSERT INTO webhook (id, name, url, event_types, personal_data, signature, sealed_secret, key_encryption_key_id,
                        disabled_at, created_at)
   VALUES (${uuidOf("webhook", "1")}, 'Bench', 'https://hooks.example/', '{}', false, 'v1', '', 'bench', now(), now())`,
  `INSERT INTO webhook_delivery (id, webhook_id, event_id, type, attempts, delivered_at, last_status, created_at)
   SELECT ${uuidOf("delivery", "n")}, ${uuidOf("webhook", "1")}, n, 'sign_in', 1, now(), 204,
          now() - n * interval '1 second' FROM generate_series(1, ${Math.min(1_000_000, Math.round(events / 10))}) n`,
  `INSERT INTO import_job
     (id, source, trust_verified, allow_weak_hashes, state, actor, lines, refused, created_at, updated_at)
   VALUES (${uuidOf("import", "1")}, 'old', false, false, 'done', 'operator', ${people}, ${people / 10}, now(),
           now())`,
  `INSERT INTO import_refusal (job_id, line, problem, detail)
   SELECT ${uuidOf("import", "1")}, n, 'invalid', 'not as a line must be' FROM generate_series(1, ${people / 10}) n`,
  `INSERT INTO organization_invitation
     (id, organization_id, address, address_canonical, role_ids, created_at, expires_at)
   SELECT ${uuidOf("place", "n")}, ${uuidOf("organization", "1")}, n || '@example.net', n || '@example.net', '{}',
          now(), now() + interval '5 days' FROM generate_series(1, ${people / 50}) n`,
];
