/**
 * The deadline of a statement that changes rows. The server may get to a statement when no one waits for it any more:
 * it stood still, or the statement waited for a lock. Then the statement must change nothing, because the request was
 * refused with 503 and is repeated.
 */
import { DatabaseError } from "pg";
import type { Statement } from "./statement.ts";

/**
 * The condition that the deadline, which is this parameter, has not passed. If it has, PostgreSQL raises an error, and
 * the whole statement is undone. It belongs where the last rows are read: after every wait for a lock.
 */
export const inTime = (parameter: number) => `came_in_time($${parameter})`;

const TOO_LATE = "57D01";

/** Whether PostgreSQL refused a statement because its deadline had passed. */
export const isTooLate = (err: unknown) => err instanceof DatabaseError && err.code === TOO_LATE;

const CHANGES = /\b(?:INSERT|UPDATE|DELETE|MERGE)\b/;
const LOCKS = /FOR (?:NO KEY )?UPDATE/g;

/** Checks statements when they are sent for the first time, so that no change lacks a deadline. */
export function changesHaveDeadlines() {
  function once(check: (statement: Statement) => void): (statement: Statement) => void {
    const checked = new Set<string>();
    return (statement) => {
      if (checked.has(statement.text)) return;
      check(statement);
      checked.add(statement.text);
    };
  }
  return {
    /** Throws if a statement that is sent without a deadline changes rows. */
    reads: once(({ name, text }) => {
      if (CHANGES.test(text.replaceAll(LOCKS, ""))) throw new Error(`${name} changes rows: it needs a deadline`);
    }),
    /** Throws unless the statement compares its deadline, which is the parameter after its values. */
    hasDeadline: once(({ name, text, values }) => {
      if (!text.includes(inTime(values.length + 1))) throw new Error(`${name} does not compare its deadline`);
    }),
  };
}

const MOST_AGE_MS = 60_000;

export interface ServerClock {
  /** The time of the server in `ms` milliseconds, or a little less: at once if the server was asked before. */
  in(ms: number): Date | Promise<Date>;
  /** Forgets what the time is: it was wrong. */
  forget(): void;
}

/**
 * The clock of a server, which is asked for its time once a minute. Between two answers, this process counts on: so it
 * does not matter what time it is here.
 *
 * @param ask returns the server's time, in milliseconds since 1970
 * @param elapsed the milliseconds since some moment, on a clock that is never set
 */
export function serverClock(ask: () => Promise<number>, elapsed = () => performance.now()): ServerClock {
  let known: { readonly difference: number; readonly until: number } | undefined;
  let asked: Promise<number> | undefined;

  async function difference(): Promise<number> {
    const time = await ask();
    // Counted from the end of the question: the deadline may be early by the time that the answer took, never late.
    known = { difference: time - elapsed(), until: elapsed() + MOST_AGE_MS };
    return known.difference;
  }

  function look(): Promise<number> {
    asked ??= difference().finally(() => {
      asked = undefined;
    });
    return asked;
  }

  return {
    in(ms) {
      const since = (difference: number) => new Date(elapsed() + difference + ms);
      if (known === undefined) return look().then(since);
      if (elapsed() > known.until) look().catch(() => {}); // the next one has the new time
      return since(known.difference);
    },
    forget() {
      known = undefined;
    },
  };
}
