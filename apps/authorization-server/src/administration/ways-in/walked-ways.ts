/** Walks the table of the ways in: ends them for an act, and says which there are. */
import type { Outbox } from "../../people/mail/message.ts";
import { notify, type Occasion } from "../../people/mail/notices.ts";
import type { Query, WithPool } from "../../platform/stores/transaction.ts";
import type { Ending } from "./way-in.ts";
import { WAYS_IN } from "./ways-in.ts";

interface Walk extends Omit<Ending, "since"> {
  /** From when on the person did not add the ways in themselves. */
  readonly since?: Date;
  /** The names of those that the person keeps. */
  readonly keeps?: readonly string[];
}

/** How many of each way ended, by its name. */
export type Ended = Readonly<Record<string, number>>;

/**
 * Ends the ways into an account that an act ends, in its transaction. The person is locked first, as in every act upon
 * them: of two acts at the same time, the second sees what the first left.
 */
export async function endWaysIn(query: Query, { since, keeps = [], ...ending }: Walk): Promise<Ended> {
  await query("SELECT FROM end_user WHERE id = $1 FOR NO KEY UPDATE", [ending.userId]);
  const ended: Record<string, number> = {};
  for (const { name, ends, end } of WAYS_IN) {
    const what = ends[ending.act];
    if (what === "nothing" || keeps.includes(name)) continue;
    // biome-ignore lint/performance/noAwaitInLoops: one statement for each way
    ended[name] = await end(query, { ...ending, since: what === "since" ? since : undefined });
  }
  return ended;
}

/** Tells a person that identities at other providers were disconnected, in the transaction of the act. */
export async function tellOfConnections(
  query: Query,
  mail: Outbox,
  { userId, browser, ended }: { readonly userId: string; readonly browser: string; readonly ended: Ended },
  by: Occasion,
): Promise<void> {
  if ((ended.connections ?? 0) === 0) return;
  await notify(query, mail, userId, { kind: "identity-disconnected", parameters: { browser } }, by);
}

/** A way into an account. */
export interface OpenWay {
  readonly name: string;
  /** The name of the page of the account where the person ends it. */
  readonly page: string;
  readonly count: number;
  /** When the newest was added. */
  readonly newestAt: Date;
}

/** The ways that are open into an account, in the order of the table. */
export async function openWaysOf({ pool }: WithPool, userId: string, at: Date): Promise<readonly OpenWay[]> {
  const each = WAYS_IN.map(({ open }, index) => {
    const counted = `count(*)::int AS count, max(created_at) AS newest_at, $2::timestamptz AS at`;
    return `SELECT ${index} AS place, ${counted} FROM (${open}) AS way`;
  });
  const text = `
    SELECT place, count, newest_at AS "newestAt" FROM (${each.join(" UNION ALL ")}) AS ways
     WHERE count > 0 ORDER BY place`;
  const { rows } = await pool.query<Counted>(text, [userId, at]);
  return rows.flatMap(({ place, ...counted }) => {
    const way = WAYS_IN[place];
    return way === undefined ? [] : [{ name: way.name, page: way.page, ...counted }];
  });
}

interface Counted extends Pick<OpenWay, "count" | "newestAt"> {
  readonly place: number;
}

/** The sections of the export about all ways in. */
export const exportedWays = (): Readonly<Record<string, string>> =>
  Object.assign({}, ...WAYS_IN.map(({ exported }) => exported));
