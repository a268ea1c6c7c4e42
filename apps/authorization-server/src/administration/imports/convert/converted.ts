/** What converters make of the export of other software: lines of an import, and what they leave out. */
import { isUnreadableJson, jsonOrUndefined, readJson } from "@countersign/guard/json";
import { userClaims } from "@countersign/rules";

/** A line for `users import`, or a person who was left out. What it says is for people, and names no secret. */
export type Converted = ConvertedPerson | SkippedPerson;

export interface ConvertedPerson {
  /** By what the software knows the person. */
  readonly who: string;
  readonly line: Readonly<Record<string, unknown>>;
  /** What is different in the line: the member, and how. */
  readonly changed: readonly string[];
  /** What the line does not have: the member, why, and what to do. */
  readonly left: readonly string[];
}

export interface SkippedPerson {
  readonly who: string;
  readonly externalId?: string | undefined;
  /** Why there is no line, and what to do. */
  readonly skipped: string;
}

export interface ConvertOptions {
  /** Auth0: the second export, with the hashes of passwords. */
  readonly passwords?: string | undefined;
  /** Firebase: the parameters of the hashes, as its console shows them. */
  readonly hashConfig?: string | undefined;
  /** Keycloak: the RP ID of this deployment, whose passkeys are taken over. */
  readonly rpId?: string | undefined;
}

export type Converter = (text: string, options: ConvertOptions) => Iterable<Converted>;

/** The export is not what the converter reads. */
export class NotAnExport extends Error {}

interface Person {
  readonly externalId: string;
  readonly username: string;
  /** By what the software knows the person; the external id by default. */
  readonly who?: string;
  readonly passwordHash?: string | undefined;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly disabled?: boolean;
  readonly createdAt?: Date | undefined;
  readonly totp?: readonly { readonly secret: string; readonly name: string }[];
  readonly passkeys?: readonly Readonly<Record<string, unknown>>[];
  readonly userHandle?: string;
  readonly changed?: readonly (string | undefined)[];
  readonly left?: readonly (string | undefined)[];
}

/** How a person without a password gets one. */
export const BY_LINK = "users send-enrolment-link sends the user a link to set one";

/** The line of a person. A claim that cannot be one here is left out, and named. */
export function lineOf({ externalId, username, claims, disabled, createdAt, ...person }: Person): ConvertedPerson {
  const named = withName(claims);
  const given = Object.entries(named).filter(([, value]) => isGiven(value));
  const [right, wrong] = [given.filter(isClaim), given.filter((claim) => !isClaim(claim))];
  const { who = externalId, passwordHash, totp = [], passkeys, userHandle, changed = [], left = [] } = person;
  const isDated = createdAt !== undefined && !Number.isNaN(createdAt.getTime());
  const isUndated = createdAt !== undefined && !isDated;
  return {
    who,
    line: {
      external_id: externalId,
      username,
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      claims: Object.fromEntries(right),
      ...(disabled === true ? { disabled } : {}),
      ...(isDated ? { created_at: createdAt.toISOString() } : {}),
      ...(totp.length === 0 ? {} : { totp }),
      ...(passkeys === undefined ? {} : { passkeys, user_handle: userHandle }),
    },
    changed: [...changed.filter(isSaid), ...(named === claims ? [] : ["name: is made of given_name and family_name"])],
    left: [
      ...left.filter(isSaid),
      ...(isUndated ? ["created_at: it cannot be read; write it as 2020-01-31 and convert again"] : []),
      ...wrong.map(([name]) => `${name}: its value cannot be used; correct it there and convert again`),
    ],
  };
}

const isSaid = (text: string | undefined): text is string => text !== undefined;
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/** Applications show `name` (OIDC Core §5.1). If an export has its parts only, it is made of them. */
function withName(claims: Person["claims"]): Person["claims"] {
  const parts = [claims.given_name, claims.family_name].filter(isGiven);
  return isGiven(claims.name) || parts.length === 0 ? claims : { ...claims, name: parts.join(" ") };
}

const SHAPES = userClaims.omit({ picture: true }).shape;
const isClaim = ([name, value]: readonly [string, unknown]): boolean =>
  Object.hasOwn(SHAPES, name) && SHAPES[name as keyof typeof SHAPES].safeParse(value).success;

/**
 * A time of an export: ISO 8601, to the day or closer. Without a time zone it is read as UTC.
 * An invalid date for any other text; undefined for none.
 */
export function timeIn(text: string | undefined): Date | undefined {
  if (text === undefined || text === "") return undefined;
  const [, day, time = "00:00", sign = "+", hours = "00", minutes = "00"] = TIME.exec(text) ?? [];
  // A day that does not exist would be read as one of the next month.
  const isDay = day !== undefined && new Date(`${day}T00:00Z`).toJSON()?.startsWith(day) === true;
  return new Date(isDay ? `${day}T${time}${sign}${hours}:${minutes}` : Number.NaN);
}
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(?:Z|UTC|([+-])(\d\d):?(\d\d)?)?)?$/;

/** A JSON document of an export. */
export function jsonIn(text: string): unknown {
  try {
    // Some programs begin a file with a mark of its encoding.
    return readJson(text.replace(/^\uFEFF/, ""), { longest: text.length });
  } catch (err) {
    throw isUnreadableJson(err) ? new NotAnExport(`it is not JSON that can be read: ${err.problem}`) : err;
  }
}

/** The one realm of an export of Keycloak. */
export function realmIn(text: string): Readonly<Record<string, unknown>> {
  const document = jsonIn(text);
  if (!Array.isArray(document)) return record(document) ?? {};
  if (document.length === 1) return record(document[0]) ?? {};
  throw new NotAnExport(`it has ${document.length} realms: write each into a file of its own`);
}

/** Objects of which each is one line. */
export function* jsonLinesIn(text: string): Iterable<Readonly<Record<string, unknown>>> {
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const value = parsed(line);
    if (value === undefined) throw new NotAnExport(`line ${index + 1} is no JSON object`);
    yield value;
  }
}

const parsed = (line: string) => record(jsonOrUndefined(line, { longest: line.length }));

/** A value as an object; `undefined` if it is none. */
export const record = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

/** An object that is written as JSON within JSON; an empty one for anything else. */
export const within = (value: unknown): Readonly<Record<string, unknown>> =>
  (typeof value === "string" ? parsed(value) : record(value)) ?? {};

/** A value as a text that is not empty. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Base64 in any of its alphabets as it stands in PHC strings. */
export const phcBase64 = (base64: string): string =>
  Buffer.from(base64, "base64").toString("base64").replaceAll("=", "");
