/** What of an export no line has: every member that the converter does not read is named, with what to do instead. */

type Members = Readonly<Record<string, unknown>>;

export const PERSONAL_ACCOUNT = "users set it up again on their account page";

interface Known {
  /** The members that are not named: the converter reads them, or they say nothing about the person. */
  readonly read: ReadonlySet<string>;
  /** What to do about members that are known and have no place here. */
  readonly instead: Members;
}

const MOST = 20;
const LONGEST_NAME = 60;

/** A text for each member that says something, and that the line does not have. */
export function leftOf(source: Members, { read, instead }: Known): readonly string[] {
  const names = Object.entries(source).flatMap(([name, value]) => (read.has(name) || saysNothing(value) ? [] : [name]));
  const known = names.filter((name) => Object.hasOwn(instead, name));
  const strange = names.filter((name) => !known.includes(name)).map((name) => name.slice(0, LONGEST_NAME));
  const more = strange.length > MOST ? ` and ${strange.length - MOST} more` : "";
  return [
    ...known.map((name) => `${name}: ${String(instead[name])}`),
    ...(strange.length === 0 ? [] : [`${strange.slice(0, MOST).join(", ")}${more}: no import takes it`]),
  ];
}

/** An empty value, or one that says that something is not so. */
function saysNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false || value === 0) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
