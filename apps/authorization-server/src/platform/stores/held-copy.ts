/** A copy in memory of few rows that requests read often. The store is asked for their version every two seconds. */
import type { Logger } from "@countersign/service";

export interface HeldCopy<T> {
  /** As this replica read them last. */
  current(): T;
  /** Reads the store now instead of at the next interval. */
  refresh(): Promise<void>;
  /** Stops reading the store, and waits for a read in progress. */
  close(): Promise<void>;
}

interface Copied<T> {
  /** A text that changes whenever one of the rows does. */
  readonly version: () => Promise<string>;
  readonly read: () => Promise<T>;
  readonly log: Pick<Logger, "error">;
  /** What the log says when the store cannot be read. */
  readonly failure: string;
  /** How often the version is read, in seconds. */
  readonly refreshSeconds?: number;
}

/** Reads the rows, and from then on whenever another replica or a command changed them. */
export async function openHeldCopy<T>(copied: Copied<T>): Promise<HeldCopy<T>> {
  const { version, log, failure, refreshSeconds = 2 } = copied;
  let known = await version();
  let current = await copied.read();
  let turn: Promise<void> | undefined;

  // The version is read first: changes in between are read again.
  const readAt = async (now: string) => {
    current = await copied.read();
    known = now;
  };
  const read = async () => {
    const now = await version();
    if (now !== known) await readAt(now);
  };
  const timer = setInterval(() => {
    // The last copy stays in use: pages are shown while the database is briefly unavailable.
    turn ??= read()
      .catch((err: unknown) => log.error({ err }, failure))
      .finally(() => {
        turn = undefined;
      });
  }, refreshSeconds * 1000).unref();

  return {
    current: () => current,
    // An earlier read could have begun before the change that the caller wants to see.
    async refresh() {
      await turn?.catch(() => undefined);
      await readAt(await version());
    },
    async close() {
      clearInterval(timer);
      await turn;
    },
  };
}
