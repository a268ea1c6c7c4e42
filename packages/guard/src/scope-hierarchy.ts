/** Scopes that include others. */

/**
 * Returns a function that adds to scopes all that they include, also over several steps. Throws nothing: a circle
 * includes each of its scopes.
 */
export function scopeClosure(
  hierarchy: Readonly<Record<string, readonly string[]>>,
): (scopes: readonly string[]) => ReadonlySet<string> {
  const included = new Map(Object.entries(hierarchy));
  return (scopes) => {
    const granted = new Set(scopes);
    // A set may grow while it is walked: what is added is walked, too.
    for (const scope of granted) for (const more of included.get(scope) ?? []) granted.add(more);
    return granted;
  };
}
