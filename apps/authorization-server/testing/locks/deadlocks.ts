/** Finds out from the locks of acts whether two of them can wait for each other. */
import { type Acquired, MODES, type Mode, type Trace } from "./trace.ts";

/** The modes that a mode has to wait for (PostgreSQL, "Conflicting Row-Level Locks"). */
const CONFLICTS: Readonly<Record<Mode, readonly Mode[]>> = {
  "KEY SHARE": ["UPDATE"],
  SHARE: ["NO KEY UPDATE", "UPDATE"],
  "NO KEY UPDATE": ["SHARE", "NO KEY UPDATE", "UPDATE"],
  UPDATE: MODES,
};

const conflict = (one: Acquired, other: Acquired) =>
  one.table === other.table && one.row === other.row && CONFLICTS[one.mode].includes(other.mode);

/** A transaction of an act. */
export interface Transaction {
  readonly name: string;
  readonly trace: Trace;
}

/**
 * How two transactions can wait for each other: each asks for a lock while it has all that it got before, and these do
 * not keep the two apart.
 */
export function deadlockOf(one: Transaction, other: Transaction, order: readonly string[]): string | undefined {
  for (const wanted of one.trace.filter(waits)) {
    const has = one.trace.filter((lock) => isBefore(lock, wanted, order));
    for (const asked of other.trace.filter(waits)) {
      const theirs = other.trace.filter((lock) => isBefore(lock, asked, order));
      const [blocking] = theirs.filter((lock) => conflict(wanted, lock));
      const [blocked] = has.filter((lock) => conflict(asked, lock));
      if (blocking === undefined || blocked === undefined) continue;
      if (has.some((lock) => theirs.some((held) => conflict(lock, held)))) continue;
      const asks = (name: string, lock: Acquired, before: Acquired) =>
        `${name} has ${shown(before)}, and wants ${shown(lock)}`;
      return `${asks(one.name, wanted, blocked)}\n${asks(other.name, asked, blocking)}`;
    }
  }
  return undefined;
}

/** Within one statement, tables are locked in the order that is written down. */
function isBefore(first: Acquired, then: Acquired, order: readonly string[]): boolean {
  if (first.statement !== then.statement) return first.statement < then.statement;
  return placeIn(order, first) < placeIn(order, then);
}

/** Tables that are not in the order come last. */
const placeIn = (order: readonly string[], { table }: Acquired) =>
  order.includes(table) ? order.indexOf(table) : order.length;

/** A lock that a transaction gets, although it has one that comes later in the order. */
export function outOfOrder({ name, trace }: Transaction, order: readonly string[]): string | undefined {
  for (const [index, lock] of trace.entries()) {
    const before = trace.slice(0, index).filter(({ statement }) => statement < lock.statement);
    const isStronger = before.some(({ table, row }) => table === lock.table && row === lock.row);
    // Locks of a foreign key are compared only in pairs.
    if (lock.mode === "KEY SHARE" || isStronger || placeIn(order, lock) === order.length) continue;
    const later = before.find((held) => held.mode !== "KEY SHARE" && isListedAfter(held, lock, order));
    if (later !== undefined) return `${name} locks ${shown(lock)} after ${shown(later)}`;
  }
  return undefined;
}

const isListedAfter = (held: Acquired, lock: Acquired, order: readonly string[]) =>
  order.includes(held.table) && placeIn(order, held) > placeIn(order, lock);

/** A statement that skips locked rows waits for no lock. */
const waits = ({ text }: Acquired) => !text.includes("SKIP LOCKED");

const shown = ({ table, mode, statement, text }: Acquired) =>
  `${table} ${mode} by statement ${statement} (${text.replaceAll(/\s+/g, " ").trim().slice(0, 60)})`;
