/**
 * Text that is HTML already, such as a `<time>`. Templates show it as it is, and escape everything else. A symbol of
 * this file says so: no value that a person or a client sent has it.
 */
const HTML = Symbol("HTML");

export interface Markup {
  readonly [HTML]: true;
  /** The HTML. */
  readonly toString: () => string;
}

export type Escape = (text: string) => string;

/** HTML in which every value of others is escaped already. */
export const markup = (html: string): Markup => Object.freeze({ [HTML]: true as const, toString: () => html });

const isMarkup = (value: unknown): value is Markup => typeof value === "object" && value !== null && HTML in value;

/** What a template shows of a value: HTML as it is, and text escaped. */
export const shownWith =
  (escaped: Escape) =>
  (value: unknown): string =>
    isMarkup(value) ? value.toString() : escaped(String(value));

/** A text with its values for `{name}`. With HTML among the values it is HTML, and all the rest is escaped. */
export function filledIn(
  text: string,
  values: Readonly<Record<string, string | Markup>>,
  escaped: Escape,
): string | Markup {
  if (!Object.values(values).some(isMarkup))
    return text.replace(PLACE, (_, name: string) => String(values[name] ?? ""));
  const shown = shownWith(escaped);
  // Behind a text stands the name of a value, and so on.
  return markup(
    text
      .split(PLACE)
      .map((part, index) => shown(index % 2 === 0 ? part : (values[part] ?? "")))
      .join(""),
  );
}

const PLACE = /\{(\w+)\}/g;

/** A template literal of HTML: what is filled in is escaped, unless it is HTML. */
export const htmlWith =
  (escaped: Escape) =>
  (texts: TemplateStringsArray, ...values: readonly unknown[]): Markup =>
    markup(String.raw({ raw: texts }, ...values.map(shownWith(escaped))));
