/** Versions of the terms that people accept. People accepted what a version says, so it never changes. */
import { isLanguageTag, visibleText } from "@countersign/rules";
import { z } from "zod";
import { fixed, moment, type RecordOf, read } from "../entity.ts";

const text = visibleText(200);

const MOST_LANGUAGES = 50;

/** The address of a text, which pages link to. */
const webPage = z.url({ protocol: /^https$/ }).max(2000);

/** A time in any zone; it is kept in UTC. */
const requiredFrom = z.iso.datetime({ offset: true });

export const termsFields = {
  id: read(z.uuid()),
  name: fixed(text.meta({ description: 'what users read, such as "Terms of use"' })),
  version: fixed(text.meta({ description: "such as 2030-01" })),
  urls: fixed(
    z
      .record(z.string().max(35, { abort: true }).refine(isLanguageTag, "is no language tag (BCP 47)"), webPage)
      .refine((urls) => Object.keys(urls).length > 0, "names no text")
      .refine((urls) => Object.keys(urls).length <= MOST_LANGUAGES, "has too many languages")
      .meta({ description: "the address of the text by language tag" }),
    {
      shown: z.record(z.string(), z.string()).meta({ description: "the address of the text by language tag" }),
      audited: () => ({}),
    },
  ),
  required_from: fixed(requiredFrom.optional().meta({ description: "when it is asked for first; by default now" }), {
    shown: moment().shape,
    audited: () => ({}),
  }),
  created_at: moment(),
} as const;

/** A version as the database has it. */
export type Terms = Omit<RecordOf<typeof termsFields>, "requiredFrom"> & { readonly requiredFrom: Date };

/** A version to add; it is required at once if it does not say when. */
export type NewTerms = Pick<Terms, "name" | "version" | "urls"> & {
  readonly requiredFrom?: Date | string | undefined;
};
