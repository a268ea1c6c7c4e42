/** The looks of a deployment: what its settings say about the pages, as values that are checked and never as code. */
import { z } from "zod";
import { isLanguageTag } from "../text/language.ts";
import { visibleText } from "../text/visible.ts";
import { COLOR, type Color, LEAST_CONTRAST } from "./color.ts";
import { type Beside, illegible, SCHEMES } from "./palette.ts";

/** Control characters, halves of surrogate pairs, and those that change the direction of what follows. */
const HIDDEN = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const line = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest, { abort: true })
    .refine((text) => text.trim() === text && !HIDDEN.test(text), "must be one line of text");

/** Whether this is an https URL without credentials and hidden characters. */
function isHttps(text: string): boolean {
  if (HIDDEN.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === "https:" && username === "" && password === "";
}

const link = z.string().max(500, { abort: true }).refine(isHttps, "must be an https URL");

// Only this form reaches a stylesheet.
const color = z.string().regex(COLOR, "must be # and six of 0-9 and a-f") as unknown as z.ZodType<Color, string>;

const MOST_LANGUAGES = 20;

/** A text in several languages, by language tag. */
const texts = z
  .record(z.string().max(100, { abort: true }).refine(isLanguageTag, "must be a language tag"), line(300))
  .refine((all) => Object.keys(all).length <= MOST_LANGUAGES, `must have at most ${MOST_LANGUAGES} languages`);

/** Where the panel of a page stands. */
const LAYOUTS = ["centered", "split"] as const;

/** What pages are written in: the font that they bring along, or that of the device. */
const FONTS = ["inter", "system"] as const;

/** What each setting of the looks may be. A setting that is not there has the value of the product. */
const SHAPES = {
  service_name: visibleText(60).meta({ description: "what the pages call this service" }),
  accent_light: color.meta({ description: "the color of buttons and links" }),
  accent_dark: color.meta({ description: "the same in dark mode" }),
  page_light: color.meta({ description: "the color behind the card" }),
  page_dark: color.meta({ description: "the same in dark mode" }),
  corner: z.int().min(0).max(24).meta({ description: "the radius of corners, in pixels" }),
  layout: z
    .enum(LAYOUTS)
    .meta({ description: "`centered`, or `split`: the panel stands beside a picture on wide screens" }),
  font: z.enum(FONTS).meta({ description: "`inter`, which the pages bring along, or `system`: that of the device" }),
  privacy_url: link.meta({ description: "the privacy policy, linked below every page" }),
  terms_url: link.meta({ description: "the terms of service, linked below every page" }),
  support_url: link.meta({ description: "where people get help, linked below every page" }),
  sign_in_text: texts.meta({ description: "a text on the sign-in page, by language tag" }),
  footer_text: texts.meta({ description: "a text below every page, by language tag" }),
} as const;

export type LooksKey = keyof typeof SHAPES;

export const LOOKS_KEYS = Object.keys(SHAPES) as LooksKey[];

/** The settings of the looks, each of which may be absent. */
export const looksShape = z.strictObject(
  Object.fromEntries(LOOKS_KEYS.map((key) => [key, SHAPES[key].optional()])) as {
    [Key in LooksKey]: z.ZodOptional<(typeof SHAPES)[Key]>;
  },
);

export type LooksSettings = Readonly<z.output<typeof looksShape>>;

/** What a color cannot be read with, in words. */
const BESIDE: Readonly<Record<Beside, string>> = {
  card: "the card",
  label: "the label of a button",
  accent: "the accent",
  page: "the page",
  text: "text",
  soft: "soft text",
};

export interface WrongSetting {
  readonly key: string;
  readonly reason: string;
}

/**
 * The settings of the looks if they are valid together, otherwise what is wrong: a malformed value, or
 * colors that are hard to read beside each other.
 */
export function readLooks(
  values: Readonly<Record<string, unknown>>,
): { readonly looks: LooksSettings } | { readonly wrong: readonly WrongSetting[] } {
  const { success, data, error } = looksShape.safeParse(values);
  if (!success) {
    return {
      wrong: error.issues.map(({ path, message }) => ({ key: path.map(String).join("/"), reason: message })),
    };
  }
  const wrong = SCHEMES.flatMap((scheme) =>
    illegible(scheme, { accent: data[`accent_${scheme}`], page: data[`page_${scheme}`] }).map((pair) => ({
      key: `${pair.name}_${scheme}`,
      reason:
        `has a contrast of ${pair.contrast.toFixed(2)} with ${BESIDE[pair.beside]}: ` +
        `at least ${LEAST_CONTRAST} is needed`,
    })),
  );
  return wrong.length === 0 ? { looks: data } : { wrong };
}

/** RFC 7396: the values of settings after a change. Null removes one; texts are changed language by language. */
export function mergedSettings(
  held: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const merged = Object.entries(change).map(([key, value]) => {
    const isNested = isRecord(value);
    const before = held[key];
    if (!isNested) return [key, value];
    const inner = mergedSettings(isRecord(before) ? before : {}, value);
    return [key, Object.keys(inner).length === 0 ? null : inner];
  });
  const all: readonly (readonly [string, unknown])[] = Object.entries({ ...held, ...Object.fromEntries(merged) });
  return Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a change of settings may contain: null removes a setting, or a language of a text. */
export const looksChange = z.strictObject(
  Object.fromEntries(
    LOOKS_KEYS.map((key) => [
      key,
      (key === "sign_in_text" || key === "footer_text"
        ? z.record(z.string(), z.string().nullable()).nullable()
        : SHAPES[key].nullable()
      ).optional(),
    ]),
  ) as unknown as Record<LooksKey, z.ZodOptional<z.ZodType<unknown>>>,
);
