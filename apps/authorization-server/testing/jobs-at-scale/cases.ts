/** What each job is tried with: the tables that it reads, filled, and how many of their rows it has to handle. */
import { EXPIRED } from "../../src/platform/jobs/purge/purge.ts";
import { type Columns, FIRST_AT } from "./fill.ts";
import { type Preparing, sealFactors, startAnImport } from "./prepare.ts";

export interface Case {
  readonly job: string;
  /** Which of several things the job does. */
  readonly part?: string;
  readonly tables: Readonly<Record<string, Columns>>;
  /** The seconds after the time of the first row when the job runs, of so many rows. */
  readonly runsAfter: (rows: number) => number;
  readonly statements?: readonly string[];
  readonly prepare?: (preparing: Preparing) => Promise<void>;
}

const DAY = 86_400;
const longAfter = (rows: number) => rows + 500 * DAY;
const before = () => -DAY;
/** Every row is a second later than the one before, so this is when so many rows are due. */
const whenDue =
  (due: number, seconds = 0) =>
  (rows: number) =>
    Math.min(due, rows) + seconds;

const WEBHOOK = "00000000-0000-4000-8000-000000000001";
const WITH_WEBHOOK = [
  `INSERT INTO webhook (id, name, url, event_types, personal_data, signature, sealed_secret, key_encryption_key_id,
                        created_at)
   VALUES ('${WEBHOOK}', 'w', 'https://127.0.0.1/', '{}', false, 'v1', '', 'k1', '${FIRST_AT.toISOString()}')
   ON CONFLICT DO NOTHING`,
];
const OF_WEBHOOK = { webhook_id: `'${WEBHOOK}'::uuid` };
const AT = `timestamptz '${FIRST_AT.toISOString()}' + n * interval '1 second'`;
/** Clients that registered themselves and were used. */
const CLIENTS: Columns = {
  registration_access_token_hash: "sha256(n::text::bytea)",
  backchannel_logout_uri: "'https://127.0.0.1/'",
  last_used_at: AT,
  disabled_at: "NULL",
};
const EVENTS: Columns = { type: "'sign_in'", user_id: "gen_random_uuid()", actor: "'user'" };
const FINISHED: Columns = { state: "'done'", finished_at: AT };
const PEOPLE = { end_user: { username: "'person' || n" }, authorization: {}, browser_session: {} };

/** The id of a row that others refer to. */
const ID = "md5(n::text)::uuid";

/** What rows have that the purge deletes, if it is not their time only. */
const PURGED: Readonly<Record<string, Columns>> = {
  authorizations: { id: ID },
  sessions: { id: ID },
  mails: { next_attempt_at: "NULL" },
  imports: { id: ID, ...FINISHED },
};

/** What is deleted with a row: each has one of these. Nothing of them is expired by itself. */
const LATER = "timestamptz '2090-01-01'";
const WITH_PURGED: Readonly<Record<string, Readonly<Record<string, Columns>>>> = {
  authorizations: {
    refresh_token: { authorization_id: ID, idle_expires_at: LATER },
    revoked_access_token: { authorization_id: ID, expires_at: LATER },
  },
  sessions: { sign_in: { session_id: ID }, session_client: { session_id: ID } },
  imports: { import_piece: { job_id: ID }, import_refusal: { job_id: ID } },
};

/** Every job has a row, and the purge one for each kind of row. A test compares. */
export const CASES: readonly Case[] = [
  // Each account is erased by itself, and a busy deployment has some hundreds of them a day.
  { job: "erase-accounts", tables: { ...PEOPLE, mail_delivery: {}, audit_event: EVENTS }, runsAfter: whenDue(200) },
  { job: "statistics", tables: { audit_event: EVENTS }, runsAfter: (rows) => rows + 2 * 3600 },
  // No record is there any more: most is to be written of such a domain. A run looks for 500.
  {
    job: "check-domains",
    tables: {
      organization_domain: { next_check_at: AT, verified_at: AT, missing_since: "NULL", contested_at: "NULL" },
    },
    runsAfter: whenDue(2000),
  },
  // A run ends after five seconds.
  {
    job: "run-imports",
    tables: { ...PEOPLE, import_job: FINISHED, import_piece: {}, import_refusal: {} },
    prepare: startAnImport,
    runsAfter: longAfter,
  },
  { job: "client-uses", tables: { client: CLIENTS }, runsAfter: longAfter },
  { job: "refused-requests", tables: { refused_request: {} }, runsAfter: longAfter },
  { job: "purge-clients", tables: { client: CLIENTS, authorization: {} }, runsAfter: whenDue(10_000, 90 * DAY) },
  { job: "purge-document-clients", tables: { client: CLIENTS }, runsAfter: longAfter },
  {
    job: "deliver-logouts",
    tables: { client: CLIENTS, logout_delivery: { client_id: "'value ' || n", next_attempt_at: AT, attempts: "0" } },
    runsAfter: (rows) => rows,
  },
  {
    job: "deliver-webhooks",
    tables: { webhook_delivery: { ...OF_WEBHOOK, attempts: "0" }, audit_event: EVENTS },
    statements: WITH_WEBHOOK,
    runsAfter: (rows) => rows,
  },
  {
    job: "disable-overfull-webhooks",
    tables: { webhook_delivery: OF_WEBHOOK, audit_event: EVENTS },
    statements: WITH_WEBHOOK,
    runsAfter: longAfter,
  },
  { job: "stream-audit", tables: { audit_event: EVENTS, audit_stream_entry: {} }, runsAfter: longAfter },
  {
    job: "end-audit-stream",
    tables: { audit_stream_entry: {} },
    statements: ["DELETE FROM audit_stream"],
    runsAfter: longAfter,
  },
  {
    job: "deliver-mail",
    tables: { mail_delivery: { kind: "'test'", attempts: "0", expires_at: `${AT} + interval '30 days'` } },
    runsAfter: (rows) => rows,
  },
  {
    job: "expire-mail",
    tables: { mail_delivery: { kind: "'test'", expires_at: `${AT} + interval '1 hour'` } },
    runsAfter: longAfter,
  },
  ...Object.entries(EXPIRED).map(([part, { table }]) => ({
    ...{ job: "purge", part, runsAfter: longAfter },
    tables: { [table.replaceAll('"', "")]: PURGED[part] ?? {}, ...WITH_PURGED[part] },
  })),
  { job: "purge", part: "auditEvents", tables: { audit_event: EVENTS }, runsAfter: longAfter },
  { job: "keys reseal", tables: { totp_factor: {} }, prepare: sealFactors, runsAfter: longAfter },
  { job: "purge-ephemeral", tables: { ephemeral_entry: {}, ephemeral_member: {} }, runsAfter: longAfter },
  { job: "configuration-drift", tables: {}, runsAfter: before },
  { job: "rotate-keys", tables: {}, runsAfter: before },
];
