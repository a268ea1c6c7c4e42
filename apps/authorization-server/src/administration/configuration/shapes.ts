/** Values that several kinds have. */
import { parseScope } from "@countersign/rules";
import { z } from "zod";

const MOST = 200;

/** Names without order: the same ones in another order are no change. */
export const sorted = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();

export const scopeNames = z
  .array(z.string().min(1).max(200, { abort: true }).refine(isScope, "is no scope (RFC 6749 §3.3)"))
  .max(MOST)
  .transform(sorted);

function isScope(text: string): boolean {
  try {
    return parseScope(text).join() === text;
  } catch {
    return false;
  }
}

/** PostgreSQL keeps the members of an object in an order of its own. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, member]) => [name, inOrder(member)]));
}
