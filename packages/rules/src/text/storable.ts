/** What a database can hold as text. */

const pointed = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * Where a JSON value cannot be stored, as a JSON Pointer (RFC 6901): PostgreSQL stores no NUL and no lone surrogate.
 * Undefined if all of it can be stored. The value may be nested as deeply as it is.
 */
export function unstorableAt(json: unknown): string | undefined {
  const left: Place[] = [{ value: json, name: "", above: undefined }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value } = next;
    if (typeof value === "string" && !isText(value)) return pointerTo(next);
    if (typeof value !== "object" || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      const place = { value: member, name, above: next };
      if (!isText(name)) return pointerTo(place);
      left.push(place);
    }
  }
  return undefined;
}

/** A value, and what it is a member of. Its pointer is made when it is needed. */
interface Place {
  readonly value: unknown;
  readonly name: string;
  readonly above: Place | undefined;
}

function pointerTo(place: Place): string {
  const names: string[] = [];
  for (let at = place; at.above !== undefined; at = at.above) names.push(`/${pointed(at.name.toWellFormed())}`);
  return names.reverse().join("");
}

const isText = (text: string) => !text.includes("\0") && text.isWellFormed();

/** Whether all strings and names of members in a JSON value can be stored. */
export const isStorable = (json: unknown): boolean => unstorableAt(json) === undefined;
