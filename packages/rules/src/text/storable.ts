/** What a database can hold as text. */

/**
 * Whether all strings and names of members in a JSON value can be stored: PostgreSQL stores no NUL and no lone
 * surrogate, and a member `__proto__` is lost as soon as the object is copied. The value may be nested as deeply as it
 * is.
 */
export function isStorable(json: unknown): boolean {
  const left: unknown[] = [json];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed())) return false;
    if (typeof value !== "object" || value === null) continue;
    if (Object.hasOwn(value, "__proto__")) return false;
    for (const [name, member] of Object.entries(value)) left.push(name, member);
  }
  return true;
}
