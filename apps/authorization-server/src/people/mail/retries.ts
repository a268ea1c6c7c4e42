/**
 * When a mail is tried again (RFC 5321 §4.5.4.1), and when a mail server is left alone. Pure: time and randomness are
 * arguments.
 */
import { after } from "@countersign/rules";
import type { Attempt } from "./transport.ts";

/** Seconds to wait after each attempt that failed. After the last, there is one more attempt. */
const WAITS_SECONDS = [5, 10, 20, 40, 80, 160, 300, 600, 600, 600, 600];
/** @internal For tests. */
export const MOST_ATTEMPTS = WAITS_SECONDS.length + 1;
/** Seconds for which a mail server that accepts nothing is left alone. The last repeats. */
const PAUSES_SECONDS = [5, 10, 20, 40, 60];
/** Waits differ by up to a fifth, so that what failed together does not come back together. */
const JITTER = 0.2;

/** A number from 0 to 1. */
export type Random = () => number;

/** The time of the next attempt after one that failed, the first being number 1; undefined after the last. */
export function nextAttemptAt(attempts: number, now: Date, random: Random): Date | undefined {
  const seconds = WAITS_SECONDS[attempts - 1];
  return seconds === undefined ? undefined : varied(seconds, now, random);
}

/** How many mails a mail server is given at once. */
export interface Pauses {
  note(result: Attempt["result"], now: Date): void;
  /** 0 during a pause, 1 after it, and `most` when the mail server accepted a mail again. */
  room(most: number, now: Date): number;
}

export function openPauses(random: Random): Pauses {
  let failures = 0;
  let until = new Date(0);
  return {
    note(result, now) {
      if (result !== "unreachable") failures = 0;
      else if (now >= until || failures === 0) {
        failures += 1;
        until = varied(PAUSES_SECONDS[Math.min(failures, PAUSES_SECONDS.length) - 1] ?? 0, now, random);
      }
    },
    room(most, now) {
      if (failures === 0) return most;
      return now < until ? 0 : 1;
    },
  };
}

const varied = (seconds: number, now: Date, random: Random) => after(now, seconds * (1 + JITTER * (2 * random() - 1)));
