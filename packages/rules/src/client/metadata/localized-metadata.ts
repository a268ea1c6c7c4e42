/** Metadata in several languages: OIDC Registration §2.1. `client_name#ja` is kept as the `client_name` in `ja`. */
import { z } from "zod";
import { isLanguageTag, lookupLanguage } from "../../text/language.ts";
import { displayName } from "../../text/visible.ts";
import { webPage } from "../record/metadata-values.ts";

const MOST_LANGUAGES = 50;
const LONGEST_TAG = 100;

const languageTag = z.string().max(LONGEST_TAG, { abort: true }).refine(isLanguageTag);
const inLanguages = (value: z.ZodType<string>) =>
  z
    .record(languageTag, value)
    .refine((values) => Object.keys(values).length <= MOST_LANGUAGES)
    .optional();

/** The members that may have a language tag. The rules are the same as without a tag. */
const members = {
  client_name: inLanguages(displayName),
  client_uri: inLanguages(webPage),
  policy_uri: inLanguages(webPage),
  tos_uri: inLanguages(webPage),
};

export const localizedMembers = z.strictObject(members);

/** Values by member, and by language tag as the client wrote it. */
export type LocalizedMembers = z.output<typeof localizedMembers>;

const MEMBERS: readonly string[] = Object.keys(members);

/** Collects the members with a language tag as `localized`, where the metadata's shape expects them. */
export function gatherLocalized(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  // Fast path of most bodies.
  if (!Object.keys(body).some((name) => name === "localized" || name.includes("#"))) return body;
  const sent = Object.entries(body).map(([name, value]) => ({ name, value, ...splitName(name) }));
  const plain = sent.filter(({ name, tag }) => tag === undefined && name !== "localized");
  const tagged = sent.filter(({ tag }) => tag !== undefined);
  const rest = Object.fromEntries(plain.map(({ name, value }) => [name, value]));
  if (tagged.length === 0) return rest;

  const localized = Map.groupBy(tagged, ({ member }) => member);
  const valuesOf = (values: typeof tagged) => Object.fromEntries(values.map(({ tag, value }) => [tag, value]));
  return { ...rest, localized: Object.fromEntries([...localized].map(([member, of]) => [member, valuesOf(of)])) };
}

function splitName(name: string): { readonly member: string; readonly tag: string | undefined } {
  const at = name.indexOf("#");
  const member = name.slice(0, Math.max(at, 0));
  return MEMBERS.includes(member) ? { member, tag: name.slice(at + 1) } : { member: name, tag: undefined };
}

/** The members with their language tags, as the client sent them. */
export function taggedMembers(localized: LocalizedMembers | undefined): Readonly<Record<string, string>> {
  const tagged = Object.entries(localized ?? {}).flatMap(([member, values]) =>
    Object.entries(values ?? {}).map(([tag, value]) => [`${member}#${tag}`, value]),
  );
  return Object.fromEntries(tagged);
}

/**
 * The value of a member in a language; `undefined` if the client gave none for it (RFC 4647 §3.4).
 *
 * @param range the language that is asked for, as exactly as it is known
 */
export function inLanguage(
  localized: LocalizedMembers | undefined,
  member: keyof LocalizedMembers,
  range: string,
): string | undefined {
  const values = Object.entries(localized?.[member] ?? {});
  return lookupLanguage([range], new Map(values.map(([tag, value]) => [tag.toLowerCase(), value])))?.found;
}
