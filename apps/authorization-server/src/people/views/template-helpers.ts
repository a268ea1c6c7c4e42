/** What the template of each page may use in addition to its own model. */
import { icon, initials, languageName, type Messages, mark } from "@countersign/pages";
import type { ShownValue } from "./models/authorization.ts";
import { networkName } from "./names.ts";
import { type Clock, durationIn } from "./times.ts";

/** What the pages of all languages have in common in one deployment. */
export interface Deployment {
  readonly basePath: string;
  /** The tags of the available languages. */
  readonly locales: readonly string[];
  /** The name of a file below the folder of assets, with its version. */
  readonly asset: (name: string) => string;
  /** The name of the picture of the split layout. */
  readonly cover: () => string;
}

/** "27 Nov 2026, 00:07" has one meaning for all readers of English. */
export const regionOf = (messages: Messages) => messages.text("locale").replace(/^en$/, "en-GB");

/** The helpers for one language. */
export function templateHelpers(messages: Messages, { basePath, locales, asset, cover }: Deployment) {
  const locale = messages.text("locale");
  const region = regionOf(messages);
  const lists = new Intl.ListFormat(locale, { type: "conjunction" });
  const adviceKey = (advice: string) => (messages.has(`error.${advice}`) ? `error.${advice}` : "error.invalid_request");
  return {
    /** The URL path of one of our pages or pictures. */
    at: (path: string) => `${basePath}${path}`,
    /** The path of a stylesheet, a font, a picture or a script, which browsers keep. */
    asset: (name: string) => `${basePath}/assets/${asset(name)}`,
    cover,
    icon,
    mark,
    initials,
    has: messages.has,
    languages: locales,
    /** The tag of the language of this page, as in `languages`. */
    language: messages.tag,
    /** The name of a language, in that language. */
    languageName,
    networkName,
    advise: (advice: string) => messages.text(adviceKey(advice)),
    /** A span of milliseconds in its largest unit, such as “10 minutes”. */
    duration: (milliseconds: number) => durationIn(region, milliseconds),
    list: (values: readonly string[]) => lists.format(values),
  };
}

/** A value of a person as text, in the language of the page and in their time zone. */
export const inWordsWith = (messages: Messages, { dateText }: Pick<Clock, "dateText">) => {
  return (value: ShownValue): string => {
    if (typeof value === "boolean") return messages.text(`value.${value}`);
    return value instanceof Date ? dateText(value) : value;
  };
};
