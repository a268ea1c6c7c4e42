/** Versions of representations: RFC 9110 §8.8.3 and §13.1.1, RFC 6585 §3. */
import { createHash } from "node:crypto";
import type { Locked } from "../../platform/stores/locked.ts";
import { Problem } from "./problem.ts";

/** A strong entity tag of a JSON value: equal values have the same one. */
export const etagOf = (value: unknown): string =>
  `"${createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22)}"`;

/**
 * Throws `precondition-required` without If-Match, and `precondition-failed` if the record has another version. A
 * comparison is worth something only while no other act can change the record, so it takes only a locked one.
 */
export function assertMatch<T>(
  ifMatch: string | undefined,
  held: Locked<T>,
  versionOf: (held: T) => unknown = (record) => record,
): void {
  if (ifMatch === undefined) throw new Problem("precondition-required", "send If-Match with the ETag that you read");
  const tags = ifMatch.split(",").map((tag) => tag.trim());
  if (!tags.includes(etagOf(versionOf(held))) && ifMatch.trim() !== "*") throw new Problem("precondition-failed");
}
