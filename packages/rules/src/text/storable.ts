/** What a database can hold as text. */

const pointed = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * Where a JSON value cannot be stored, as a JSON Pointer (RFC 6901): PostgreSQL stores no NUL and no lone surrogate.
 * Undefined if all of it can be stored. The value may be nested as deeply as it is.
 */
export function unstorableAt(json: unknown): string | undefined {
  const left: { readonly value: unknown; readonly at: string }[] = [{ value: json, at: "" }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, at } = next;
    if (typeof value === "string" && !isText(value)) return at;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      if (!isText(name)) return `${at}/${pointed(name.toWellFormed())}`;
      left.push({ value: member, at: `${at}/${pointed(name)}` });
    }
  }
  return undefined;
}

const isText = (text: string) => !text.includes("\0") && text.isWellFormed();

/** Whether all strings and names of members in a JSON value can be stored. */
export const isStorable = (json: unknown): boolean => unstorableAt(json) === undefined;
