interface Placed {
  /** The path that a route was declared with. */
  readonly pattern: string;
}

/** Orders routes so that a segment that is written out comes before a parameter in its place. */
export function byParameters(one: Placed, other: Placed): number {
  const [first, second] = [shapeOf(one), shapeOf(other)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

const shapeOf = ({ pattern }: Placed) =>
  pattern
    .split("/")
    .map((segment) => (segment.startsWith(":") ? "1" : "0"))
    .join("");
