/** Opens the browser session of a sign-in: by one statement, or in a transaction with what belongs to it. */
import { randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import { after, hashSecret, type Secret, type SignIn } from "@countersign/rules";
import { auditColumns, type Occurrence } from "../audit/audit-events.ts";
import { inTransaction, type Query } from "../transaction.ts";
import { endSessions } from "./ended-sessions.ts";
import { keepProviderSession, withoutHint } from "./provider-sessions.ts";

/** Where a sign-in came from. */
export interface SignInOrigin extends Omit<Occurrence, "at"> {
  /** The network of the address. The person sees it in the list of their browsers. */
  readonly network?: string | undefined;
  /** The browser, as it names itself. */
  readonly userAgent?: string | undefined;
  /** The time of the oldest proof that the sign-in stands on; by default there is one proof. */
  readonly since?: Date;
  /** Whether the previous session only gets stronger. If it is not a live session of the person, nothing is done. */
  readonly continues?: boolean;
  /** Writes what belongs to the sign-in, in its transaction. */
  readonly alongside?: ((query: Query) => Promise<void>) | undefined;
}

export interface SessionLifetime {
  readonly idleSeconds: number;
  readonly absoluteSeconds: number;
}

const LONGEST_USER_AGENT = 512;

/** A session that is opened. */
export interface Opening {
  readonly secret: Secret;
  readonly signIn: SignIn;
  readonly origin: SignInOrigin;
  readonly lifetime: SessionLifetime;
}

/** Opens the session of a sign-in, and returns its secret: see `SessionStore.signIn`. */
export async function openSession(
  pool: Database["pool"],
  previous: string | undefined,
  opening: Opening,
): Promise<Secret | undefined> {
  if (previous === undefined && isOpenedAlone(opening.signIn, opening.origin)) {
    const values = openingValues({ ...opening, id: randomUUID() });
    return (await pool.query({ name: "session-open", text: OPEN, values })).rowCount === 1 ? opening.secret : undefined;
  }
  return inTransaction(pool, (query) => signInBeside(query, previous, opening));
}

/** Fast path of a browser without a session, by one statement: whether nothing else belongs to the sign-in. */
const isOpenedAlone = ({ proofs = [] }: SignIn, { continues, alongside }: SignInOrigin) =>
  continues !== true && alongside === undefined && proofs.every(({ provider }) => provider === undefined);

async function signInBeside(
  query: Query,
  previous: string | undefined,
  { secret, signIn, origin, lifetime }: Opening,
): Promise<Secret | undefined> {
  const { userId, authenticatedAt: at, proofs = [] } = signIn;
  const [proved, continues] = [provedBy(signIn, origin), origin.continues === true];
  const before = previous === undefined ? {} : await sessionBefore(query, previous, { userId, proved, at, continues });
  if (before === undefined || (continues && before.id === undefined)) return undefined;

  const id = before.id ?? randomUUID();
  const opened = await query(OPEN, openingValues({ id, secret, signIn, origin, lifetime }));
  if (opened.length === 0) return undefined;
  await keepProviderSession(query, id, proofs);
  await origin.alongside?.(query);
  return secret;
}

/** The values of the statement `COUNTS`. */
const provedBy = ({ userId, authenticatedAt }: SignIn, { since }: SignInOrigin) => [userId, since ?? authenticatedAt];

/** The values of the statement `OPEN`. */
function openingValues({ id, secret, signIn, origin, lifetime }: Opening & { readonly id: string }): unknown[] {
  const { userId, authenticatedAt: at, amr, acr, proofs = [] } = signIn;
  const { address, reference, network, userAgent } = origin;
  const expires = [after(at, lifetime.idleSeconds), after(at, lifetime.absoluteSeconds)];
  const browser = [userAgent?.slice(0, LONGEST_USER_AGENT) ?? null, network ?? null];
  const { type, actor } = auditColumns({ type: "sign_in", actor: { kind: "person", userId }, userId, at });
  const session = [...provedBy(signIn, origin), at, id, hashSecret(secret), ...expires, ...browser];
  return [...session, amr, acr, JSON.stringify(proofs.map(withoutHint)), type, actor, address, reference ?? null];
}

interface Continuing {
  readonly userId: string;
  /** The values of the statement `COUNTS`. */
  readonly proved: readonly unknown[];
  readonly at: Date;
  /** Whether only a session of the same person will do. */
  readonly continues: boolean;
}

/**
 * The session that this browser has, if it is the same person's; another person's ends. Returns `undefined` and ends
 * none if the proofs do not count any more, or if there must be a session of the person. The person is locked before
 * the sessions, as acts on people do.
 */
async function sessionBefore(
  query: Query,
  secret: string,
  { userId, proved, at, continues }: Continuing,
): Promise<{ readonly id?: string } | undefined> {
  if ((await query(COUNTS, proved)).length === 0) return undefined;
  const kept = await query(LOCK_SESSION, [hashSecret(secret), at]);
  const same = kept.find((row) => row.userId === userId);
  if (continues && same === undefined) return undefined;
  const others = kept.filter((row) => row !== same).map(({ id }) => id);
  await endSessions(query, others, at);
  return same === undefined ? {} : { id: String(same.id) };
}

// The lock conflicts with acts that set the password or end access. They wait for this sign-in and end it, or this
// statement waits and then reads the row again.
const COUNTS = `
  SELECT id FROM end_user
   WHERE id = $1 AND disabled_at IS NULL
     AND COALESCE(GREATEST(password_changed_at, access_ended_at) <= $2, true) FOR SHARE`;

/** Finds the live session of a secret, and locks it. */
export const LOCK_SESSION = `
  SELECT id, active_user_id AS "userId" FROM browser_session
   WHERE secret_hash = $1 AND expires_at > $2 AND idle_expires_at > $2 FOR UPDATE`;

// One statement for the session, the sign-in and its audit row. An act that holds the person's row may wait for this
// session. So `seen` does not wait for that row: then the time of this sign-in is not kept with the person.
const OPEN = `
  WITH counts AS (${COUNTS}),
       session AS (
         INSERT INTO browser_session (id, secret_hash, active_user_id, created_at, idle_expires_at, expires_at,
                                      user_agent, network)
         SELECT $4::uuid, $5::bytea, id, $3, $6::timestamptz, $7::timestamptz, $8::text, $9::text FROM counts
         ON CONFLICT (id) DO UPDATE
               SET secret_hash = $5, idle_expires_at = $6, expires_at = $7, user_agent = $8, network = $9
         RETURNING id),
       person AS (SELECT u.id FROM end_user u JOIN counts USING (id) FOR NO KEY UPDATE OF u SKIP LOCKED),
       seen AS (UPDATE end_user u SET last_sign_in_at = $3 FROM person p WHERE u.id = p.id),
       signed_in AS (
         INSERT INTO sign_in (session_id, user_id, authenticated_at, amr, acr, proofs)
         SELECT id, $1, $3, $10::text[], $11::text, $12::jsonb FROM session
         ON CONFLICT (session_id, user_id) DO UPDATE SET authenticated_at = $3, amr = $10, acr = $11, proofs = $12)
  INSERT INTO audit_event (at, type, actor, actor_id, user_id, address, detail, reference)
  SELECT $3::timestamptz, $13::text, $14::text, $1::text, $1, $15::text,
         jsonb_build_object('amr', to_jsonb($10::text[])), $16::text
    FROM session RETURNING user_id`;
