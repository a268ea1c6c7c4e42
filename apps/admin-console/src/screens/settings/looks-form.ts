/** The fields of the looks, and what they sent. */
import type { Answer } from "@countersign/admin-client";
import { SCHEMES } from "@countersign/rules";
import { field, textsField } from "../../views/fields.ts";
import { filled, textsIn } from "../../views/form.ts";
import type { Field } from "../../views/model.ts";
import type { Submission } from "../screen.ts";

const COLORS = ["accent_light", "accent_dark", "page_light", "page_dark"] as const;
const LINKS = ["privacy_url", "terms_url", "support_url"] as const;
const LAYOUTS = [
  { value: "", label: "looks.layout.centered" },
  { value: "split", label: "looks.layout.split" },
] as const;
const FONTS = [
  { value: "", label: "looks.font.inter" },
  { value: "system", label: "looks.font.system" },
] as const;
const TEXTS = ["sign_in_text", "footer_text"] as const;

export type Looks = Answer<"readSettings">["body"];
type Texts = Readonly<Record<string, string>>;

/** A text by language tag. */
export const textsOf = (held: Looks, name: string) =>
  ((held as Readonly<Record<string, unknown>>)[name] ?? {}) as Texts;

export function fieldsOf(held: Looks, languages: readonly string[]): readonly Field[] {
  const setting = (name: keyof Looks & string, more: Partial<Field> = {}): Field => ({
    ...field("text", `looks.${name}`),
    value: held[name] === null || held[name] === undefined ? undefined : String(held[name]),
    ...more,
  });
  return [
    setting("service_name", { maxLength: 60, heading: { title: "looks.brand" } }),
    setting("layout", { type: "choice", options: LAYOUTS }),
    setting("font", { type: "choice", isHalf: true, options: FONTS, value: held.font === "system" ? "system" : "" }),
    setting("corner", { maxLength: 2, isHalf: true }),
    ...below(
      { title: "looks.colors", hint: "looks.color.hint" },
      (["accent", "page"] as const).flatMap((name) =>
        SCHEMES.map((scheme) =>
          setting(`${name}_${scheme}`, { type: "color", isHalf: true, measured: { scheme, name } }),
        ),
      ),
    ),
    ...below(
      { title: "looks.links", hint: "looks.link.hint" },
      LINKS.map((name) => setting(name, { maxLength: 500 })),
    ),
    ...below(
      { title: "looks.texts", hint: "looks.text.hint" },
      TEXTS.map((name) => textsField(`looks.${name}`, { languages, held: textsOf(held, name), maxLength: 300 })),
    ),
  ];
}

/** Fields with a heading above the first one. */
const below = (heading: Field["heading"], fields: readonly Field[]): readonly Field[] =>
  fields.map((one, index) => (index === 0 && heading ? { ...one, heading } : one));

/** What was filled in, as a change: an empty field removes a setting. */
export async function changeIn({ api, form }: Pick<Submission, "api" | "form">) {
  const { body: held } = await api.readSettings();
  const plain = [...COLORS, ...LINKS, "service_name", "layout", "font"] as const;
  const corner = filled(form, "corner");
  return {
    ...Object.fromEntries(plain.map((name) => [name, filled(form, name) ?? null])),
    // What is not a number is sent unchanged: the API refuses it.
    corner: corner === undefined ? null : /^\d{1,9}$/.test(corner) ? Number(corner) : (corner as never),
    ...Object.fromEntries(TEXTS.map((name) => [name, { ...removed(held, name), ...textsIn(form, name) }])),
  };
}

/** Null for each language that has a text now. */
const removed = (held: Looks, name: string): Readonly<Record<string, null>> =>
  Object.fromEntries(Object.keys(textsOf(held, name)).map((tag) => [tag, null]));
