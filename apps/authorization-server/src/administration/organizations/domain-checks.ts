/**
 * What becomes of a verified domain whose TXT record is gone. It counts for four more weeks, and the administrators of
 * the organization are told. Then it is unverified, and another organization that controls it can verify it.
 */
import { after } from "@countersign/rules";
import type { Outbox } from "../../people/mail/message.ts";
import { notifyOrganization } from "../../people/mail/notices.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { isDue } from "../../platform/stores/job-failures.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";

const DAY_SECONDS = 86_400;
/** How often a record is looked for, while it is there and while it is gone. */
export const CHECKED_EVERY_SECONDS = 7 * DAY_SECONDS;
const MISSED_EVERY_SECONDS = DAY_SECONDS;
/** How long a domain goes on counting without its record, and once another organization proves it. */
const COUNTS_WITHOUT_SECONDS = 28 * DAY_SECONDS;
const COUNTS_CONTESTED_SECONDS = 7 * DAY_SECONDS;

/** The TXT record that proves a domain. */
export const proofOf = ({ domain, token }: { readonly domain: string; readonly token: string }) => ({
  name: `_countersign.${domain}`,
  value: `countersign=${token}`,
});

export interface Lapsing {
  /** Since when the record is not found. */
  readonly missingSince: Date | null;
  /** Since when another organization proves the domain. */
  readonly contestedAt: Date | null;
}

/** When a domain lapses if its record stays away; undefined while the record is there. Pure. */
export function lapsesAt({ missingSince, contestedAt }: Lapsing): Date | undefined {
  if (missingSince === null) return undefined;
  const alone = after(missingSince, COUNTS_WITHOUT_SECONDS);
  if (contestedAt === null) return alone;
  return new Date(Math.min(alone.getTime(), after(contestedAt, COUNTS_CONTESTED_SECONDS).getTime()));
}

export interface DomainActs {
  readonly database: WithPool;
  readonly mail: Outbox;
  /** The resource server of the administration API, whose administrators get a mail; undefined if it is off. */
  readonly administration: string | undefined;
}

/** A verified domain. */
export interface HeldDomain extends Lapsing {
  readonly id: string;
  readonly organizationId: string;
  readonly domain: string;
  readonly token: string;
}

/** Verified domains whose record is to be looked for, those first that wait longest. */
export async function domainsToCheck(
  { pool }: WithPool,
  { job, at, most }: { readonly job: string; readonly at: Date; readonly most: number },
): Promise<readonly HeldDomain[]> {
  return (await pool.query<HeldDomain>(TO_CHECK, [at, job, most])).rows;
}

/** Notes that the DNS did not say whether the record of a domain is there. */
export const noteNoAnswer = ({ database }: DomainActs, { id }: HeldDomain, { at }: By): Promise<unknown> =>
  database.pool.query(LATER, [id, after(at, MISSED_EVERY_SECONDS)]);

/** Notes that the record of a domain is there. */
export const noteFound = ({ database }: DomainActs, held: HeldDomain, by: By): Promise<void> =>
  inTransaction(database.pool, async (query) => {
    const nextCheckAt = after(by.at, CHECKED_EVERY_SECONDS);
    const isNoted = await note(query, held, { nextCheckAt, missingSince: null, contestedAt: null });
    if (!isNoted || held.missingSince === null) return;
    await recordAudit(query, { type: "organization_domain_found", ...by, detail: auditDetail(held) });
  });

/** Notes that the record of a domain is gone. The domain is unverified after four weeks without it. */
export async function noteMissing(acts: DomainActs, held: HeldDomain, by: By): Promise<void> {
  const lapses = lapsesAt(held);
  if (lapses !== undefined && lapses <= by.at) return lapse(acts, held, by);
  await inTransaction(acts.database.pool, async (query) => {
    const { contestedAt, missingSince } = held;
    const nextCheckAt = after(by.at, MISSED_EVERY_SECONDS);
    const isNoted = await note(query, held, { nextCheckAt, missingSince: missingSince ?? by.at, contestedAt });
    if (!isNoted || missingSince !== null) return;
    const until = lapsesAt({ ...held, missingSince: by.at })?.toISOString();
    await recordAudit(query, { type: "organization_domain_missing", ...by, detail: { ...auditDetail(held), until } });
    await notify(acts, query, { held, kind: "domain-missing" }, by);
  });
}

/**
 * Notes that another organization proves a domain whose record is gone. Returns when the domain lapses: its
 * administrators have some days to put the record back.
 */
export async function contest(acts: DomainActs, held: HeldDomain, by: By): Promise<Date> {
  const contested = { missingSince: held.missingSince ?? by.at, contestedAt: held.contestedAt ?? by.at };
  const until = lapsesAt(contested) ?? by.at;
  if (held.contestedAt !== null) return until;
  await inTransaction(acts.database.pool, async (query) => {
    const nextCheckAt = after(by.at, MISSED_EVERY_SECONDS);
    if (!(await note(query, held, { ...contested, nextCheckAt }))) return;
    const detail = { ...auditDetail(held), until: until.toISOString() };
    await recordAudit(query, { type: "organization_domain_contested", ...by, detail });
    await notify(acts, query, { held, kind: "domain-contested" }, by);
  });
  return until;
}

/** Ends that a domain counts. */
export const lapse = (acts: DomainActs, held: HeldDomain, by: By): Promise<void> =>
  inTransaction(acts.database.pool, async (query) => {
    if ((await query(LAPSE, whereOf(held))).length === 0) return;
    await recordAudit(query, { type: "organization_domain_lapsed", ...by, detail: auditDetail(held) });
    await notify(acts, query, { held, kind: "domain-lapsed" }, by);
  });

/** Notes something of a verified domain. Returns false if its state is not the one that was read. */
const note = async (
  query: Query,
  held: HeldDomain,
  { nextCheckAt, missingSince, contestedAt }: Lapsing & { readonly nextCheckAt: Date },
): Promise<boolean> => (await query(NOTE, [...whereOf(held), nextCheckAt, missingSince, contestedAt])).length > 0;

const whereOf = ({ id, missingSince, contestedAt }: HeldDomain) => [id, missingSince, contestedAt];

const auditDetail = ({ organizationId, domain }: HeldDomain) => ({ organization: organizationId, domain });

interface DomainNotice {
  readonly held: HeldDomain;
  readonly kind: "domain-missing" | "domain-contested" | "domain-lapsed";
}

async function notify(
  { mail, administration }: DomainActs,
  query: Query,
  { held, kind }: DomainNotice,
  { at }: By,
): Promise<void> {
  if (administration === undefined) return;
  const { organizationId, domain } = held;
  const whose = { resource: administration, organizationId };
  await notifyOrganization(query, mail, whose, { kind, parameters: { domain } }, at);
}

const TO_CHECK = `
  SELECT d.id, d.organization_id AS "organizationId", d.domain, d.token, d.missing_since AS "missingSince",
         d.contested_at AS "contestedAt"
    FROM organization_domain d
   WHERE d.verified_at IS NOT NULL AND d.next_check_at <= $1 AND ${isDue("$2::text", "d.id::text")}
   ORDER BY d.next_check_at LIMIT $3`;

/** The row of a verified domain whose state is the one that was read. */
const IN_STATE = `
   WHERE id = $1 AND missing_since IS NOT DISTINCT FROM $2::timestamptz
     AND contested_at IS NOT DISTINCT FROM $3::timestamptz AND verified_at IS NOT NULL
  RETURNING id`;
const LATER = "UPDATE organization_domain SET next_check_at = $2 WHERE id = $1";
const NOTE = `
  UPDATE organization_domain SET next_check_at = $4, missing_since = $5, contested_at = $6 ${IN_STATE}`;
const LAPSE = `
  UPDATE organization_domain SET verified_at = NULL, missing_since = NULL, contested_at = NULL ${IN_STATE}`;
