/** The lines of a log that belong to requests. */
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { jsonOrUndefined } from "@countersign/guard/json";
import { z } from "zod";
import type { Context } from "../command/context.ts";
import { reasonOf } from "../command/input.ts";
import { refusal } from "../command/refusal.ts";

/** A line of the log is at most 16 KB long; a collector may have put it into another one. */
const LONGEST_LINE = 65_536;
/** No more are kept; an operator reads no more. */
const MOST_LINES = 1000;

const logLine = z.looseObject({
  time: z.iso.datetime(),
  level: z.string().optional(),
  msg: z.string().optional(),
  /** What the sample client has in place of level and message. */
  event: z.string().optional(),
  requestId: z.string().optional(),
  reference: z.string().optional(),
  userId: z.string().optional(),
  traceId: z.string().optional(),
  /** The reference of the answer of a provider that caused what a client logs. */
  providerReference: z.string().optional(),
});

export type LogLine = z.output<typeof logLine>;

/** Whose lines: those of requests, and those about people since a time. */
export interface Wanted {
  readonly references: ReadonlySet<string>;
  readonly userIds: ReadonlySet<string>;
  readonly since: Date;
}

/**
 * The lines of a log that are wanted, in their order. A line that is none of ours is passed over.
 *
 * @param file `-` for standard input
 */
export async function linesIn(
  file: string,
  wanted: Wanted,
  { stdin }: Pick<Context, "stdin">,
): Promise<readonly LogLine[]> {
  const found: LogLine[] = [];
  try {
    for await (const text of file === "-" ? createInterface({ input: stdin }) : (await open(file)).readLines()) {
      const line = mayBeWanted(text, wanted) ? lineIn(text) : undefined;
      if (line !== undefined && isWanted(line, wanted)) found.push(line);
      if (found.length === MOST_LINES) break;
    }
  } catch (err) {
    throw refusal(`cannot read the log ${file}: ${reasonOf(err)}`);
  }
  return found;
}

/** Most lines are of others, and are not parsed. */
const mayBeWanted = (text: string, { references, userIds }: Wanted) =>
  [...references, ...userIds].some((name) => text.includes(name));

function lineIn(text: string): LogLine | undefined {
  const { success, data } = logLine.safeParse(jsonOrUndefined(text, { longest: LONGEST_LINE }));
  return success ? data : undefined;
}

const isWanted = ({ time, requestId, reference, traceId, userId }: LogLine, { references, userIds, since }: Wanted) =>
  // The trace is the reference where the request began it, as at a client.
  [requestId, reference, traceId].some((name) => name !== undefined && references.has(name)) ||
  (userIds.has(userId ?? "") && new Date(time) >= since);
