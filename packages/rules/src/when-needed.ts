/** What a start, and most requests, do not need. */

/** Returns the function that makes a value when it is first called, and returns that value from then on. */
export function whenNeeded<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
