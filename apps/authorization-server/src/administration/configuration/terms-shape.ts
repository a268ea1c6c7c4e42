/** Terms that people accept, as operators and administrators write them. */
import { isLanguageTag, visibleText } from "@countersign/rules";
import { z } from "zod";

const text = visibleText(200);

const MOST_LANGUAGES = 50;

/** The address of a text, which pages link to. */
const webPage = z.url({ protocol: /^https$/ }).max(2000);

/** The members of a version of terms. */
export const termsShape = {
  name: text.meta({ description: 'what people read, such as "Terms of use"' }),
  version: text.meta({ description: "such as 2030-01" }),
  urls: z
    .record(z.string().max(35, { abort: true }).refine(isLanguageTag, "is no language tag (BCP 47)"), webPage)
    .refine((urls) => Object.keys(urls).length > 0, "names no text")
    .refine((urls) => Object.keys(urls).length <= MOST_LANGUAGES, "has too many languages")
    .meta({ description: "the address of the text by language tag" }),
} as const;
