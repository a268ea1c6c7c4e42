/** Which mail domains and networks are blocked. A copy in memory is read by every sign-in and sign-up. */
import type { Database } from "@countersign/database";
import { type BlockList, blockList, domainOf } from "@countersign/rules";
import type { Logger } from "@countersign/service";
import { recordAudit } from "./audit/audit-events.ts";
import { type HeldCopy, openHeldCopy } from "./held-copy.ts";
import { inTransaction } from "./transaction.ts";

/** Who wants to do what, and from where. */
export interface Comer {
  /** The network address. */
  readonly from: string;
  /** The email address in canonical form, where one counts. */
  readonly email?: string | undefined;
  readonly userId?: string | undefined;
  readonly act: "sign-in" | "sign-up" | "change-address";
  readonly at: Date;
  /** The reference of the request. */
  readonly reference?: string | undefined;
}

export interface BlockedAddresses {
  /** What blocks the act, if anything does. The audit log has it, once a minute for each entry and person. */
  refusal(comer: Comer): Promise<"network" | "domain" | undefined>;
  /** Whether email addresses count at all. */
  readonly hasDomains: () => boolean;
  readonly refresh: HeldCopy<unknown>["refresh"];
  readonly close: HeldCopy<unknown>["close"];
}

interface Row {
  readonly id: string;
  readonly address: string;
  readonly subdomains: boolean;
  readonly expiresAt: Date | null;
}

interface Options {
  readonly database: Pick<Database, "pool">;
  readonly log: Pick<Logger, "error">;
}

/** Reads what is blocked, and from then on whenever it changed. */
export async function openBlockedAddresses({ database: { pool }, log }: Options): Promise<BlockedAddresses> {
  const copy = await openHeldCopy<BlockList<Row>>({
    version: async () =>
      (await pool.query<{ version: string }>({ name: "blocked-version", text: VERSION })).rows[0]?.version ?? "",
    read: async () => blockList((await pool.query<Row>({ name: "blocked-list", text: LIST })).rows),
    log,
    failure: "the blocked addresses could not be refreshed",
  });
  const isFirst = oncePerMinute();

  async function record({ id }: Row, { from, userId, act, at, reference }: Comer): Promise<void> {
    if (!isFirst(`${id} ${userId ?? ""}`, at)) return;
    const detail = { blockedAddress: id, act };
    const actor = { kind: "person", userId } as const;
    const event = { type: "blocked_address_refused", actor, userId, address: from, at, reference, detail } as const;
    await inTransaction(pool, (query) => recordAudit(query, event));
  }

  return {
    async refusal(comer) {
      const { from, email, at } = comer;
      const list = copy.current();
      const network = list.network(from, at.getTime());
      const found = network ?? (email === undefined ? undefined : list.domain(domainOf(email), at.getTime()));
      if (found === undefined) return undefined;
      await record(found, comer);
      return network === undefined ? "domain" : "network";
    },
    hasDomains: () => copy.current().hasDomains,
    refresh: copy.refresh,
    close: copy.close,
  };
}

/** Strangers cause no more rows of the audit log than this in a minute. */
const MOST_A_MINUTE = 1000;

function oncePerMinute() {
  const seen = new Set<string>();
  let minute = 0;
  return (key: string, at: Date): boolean => {
    const now = Math.floor(at.getTime() / 60_000);
    if (now !== minute) seen.clear();
    minute = now;
    if (seen.size >= MOST_A_MINUTE || seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}

// A row that is added or changed has a later transaction than every row that is removed.
const VERSION = `
  SELECT concat_ws(' ', count(*), sum(xmin::text::bigint)) AS version FROM blocked_address`;

const LIST = `SELECT id, address, subdomains, expires_at AS "expiresAt" FROM blocked_address`;
