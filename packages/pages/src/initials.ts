/**
 * The first letters of the first and the last word of a name, for a circle that stands for a person or a thing. Of an
 * email address the part before the at sign counts.
 */
export function initials(name: string): string {
  const [beforeAt = ""] = name.split("@", 1);
  const words = beforeAt.split(/[\s._-]+/u).filter((word) => word !== "");
  const [first = "?", last = ""] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return `${[...first][0] ?? "?"}${[...last][0] ?? ""}`.toLocaleUpperCase();
}
