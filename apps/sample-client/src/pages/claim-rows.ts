/** Claims as rows of a page: name, value as text, what it means. */
import { claimMeaning } from "./meanings.ts";

export interface ClaimRow {
  readonly name: string;
  readonly value: string;
  readonly meaning: string | undefined;
}

const TIMES = new Set(["iat", "exp", "nbf", "auth_time", "updated_at"]);

export function idTokenRows(claims: object): readonly ClaimRow[] {
  return rows(claims);
}

/** `sub` first: everything else is about this person. */
export function userinfoRows({ sub, ...claims }: { sub: string }): readonly ClaimRow[] {
  return rows({ sub, ...claims });
}

function rows(claims: object): readonly ClaimRow[] {
  return Object.entries(claims).map(([name, value]) => ({
    name,
    value: textOf(name, value),
    meaning: claimMeaning(name),
  }));
}

/** Times (seconds since 1970) get a date beside them; lists are one line, objects are written out. */
function textOf(name: string, value: unknown): string {
  if (typeof value === "string") return value;

  const isFlat = Array.isArray(value) && value.every((one) => typeof one !== "object");
  const written = JSON.stringify(value, null, isFlat ? 0 : 2) ?? "";
  if (!TIMES.has(name) || typeof value !== "number") return written;

  const date = new Date(value * 1000);
  return Number.isNaN(date.getTime())
    ? written
    : `${written} (${date.toISOString().slice(0, 19).replace("T", " ")} UTC)`;
}
