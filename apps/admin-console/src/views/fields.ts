/** Fields of forms. Most words of a field follow from the key of its label, and so does its name. */
import type { Field } from "./model.ts";

interface More extends Partial<Omit<Field, "label" | "type" | "hint">> {
  /** Whether there is a text about it, whose key is that of the label with `.hint`. */
  readonly hasHint?: boolean;
}

/** A field. Its name is the end of the key of its label, unless `more` has another one. */
export const field = (type: Field["type"], label: string, { hasHint = false, ...more }: More = {}): Field => ({
  ...{ name: label.split(".").at(-1) ?? label, label, type },
  ...(hasHint && { hint: `${label}.hint` }),
  ...more,
});

/** A text that has to be filled in. */
export const neededText = (label: string, maxLength: number, more: More = {}): Field =>
  field("text", label, { isRequired: true, maxLength, ...more });

interface MoreOfTexts extends More {
  /** The languages of the deployment's pages. */
  readonly languages: readonly string[];
  /** What is there, by language tag; also in languages that the pages do not have any more. */
  readonly held?: Readonly<Record<string, string>> | null | undefined;
}

/** A text for each language, by the names that `textsIn` reads. */
export const textsField = (label: string, { languages, held, ...more }: MoreOfTexts): Field => {
  const tags = new Set([...languages, ...Object.keys(held ?? {})]);
  return field("texts", label, { texts: [...tags].map((tag) => ({ tag, value: held?.[tag] })), ...more });
};

/** One box to check. What it says has the key of the label with `.yes`. */
export const yesField = (label: string, isChecked: boolean, more: More = {}): Field =>
  field("choices", label, {
    options: [{ value: "yes", label: `${label}.yes` }],
    chosen: isChecked ? ["yes"] : [],
    ...more,
  });

interface MoreOfChoice extends More {
  /** The label of the choice of none, where there is one. */
  readonly none?: string;
}

/** A choice of one value. The word of each is below the key of the label. */
export const choiceField = (label: string, values: readonly string[], { none, ...more }: MoreOfChoice = {}): Field =>
  field("choice", label, {
    options: [
      ...(none === undefined ? [] : [{ value: "", label: none }]),
      ...values.map((value) => ({ value, label: `${label}.${value}` })),
    ],
    ...more,
  });
