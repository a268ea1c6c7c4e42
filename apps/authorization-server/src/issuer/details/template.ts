/** How an object of a type is shown to people: a title and lines, with the values of the object in them. */
import type { Json, JsonObject } from "@countersign/rules";

/** Texts of a type in one language. `{creditor.name}` stands for that value of the object. */
export interface DetailsTemplate {
  readonly title: string;
  readonly fields: readonly { readonly label: string; readonly value: string }[];
}

/** An object as people see it. */
export interface ShownDetails {
  readonly title: string;
  readonly fields: readonly { readonly label: string; readonly value: string }[];
}

const PLACEHOLDER = /\{([^{}]+)\}/g;

/** The paths of all values that a template names. */
export function placeholdersIn({ title, fields }: DetailsTemplate): readonly string[] {
  const texts = [title, ...fields.map(({ value }) => value)];
  return texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, path = ""]) => path));
}

/**
 * The object, as the template shows it. A line without any of its values is left out. Values that the template does not
 * name are added with their names, so that nothing is granted unseen.
 */
export function showDetails(template: DetailsTemplate, value: JsonObject): ShownDetails {
  const { type: _, ...untyped } = value;
  const values = Object.entries<Json>(untyped).flatMap(([name, one]) => leavesOf(one, stepOf(name)));
  const named = placeholdersIn(template);
  const lines = template.fields.filter(({ value: text }) => isFilled(text, value));
  const others = values.filter(([path]) => !named.some((one) => path === one || path.startsWith(`${one}.`)));
  return {
    title: filled(template.title, value),
    fields: [
      ...lines.map(({ label, value: text }) => ({ label, value: filled(text, value) })),
      ...others.map(([path, text]) => ({ label: inert(path), value: text })),
    ],
  };
}

const isFilled = (text: string, value: JsonObject) => {
  const paths = [...text.matchAll(PLACEHOLDER)].map(([, path = ""]) => path);
  return paths.length === 0 || paths.some((path) => at(path, value) !== undefined);
};

const filled = (text: string, value: JsonObject) =>
  text.replace(PLACEHOLDER, (_, path: string) => {
    const found = at(path, value);
    return found === undefined ? "" : textOf(found);
  });

function at(path: string, value: JsonObject): Json | undefined {
  let found: Json | undefined = value;
  for (const name of path.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as JsonObject)[name];
  }
  return found;
}

/** Every value below, with its path. An array of plain values is one. */
function leavesOf(value: Json, path: string): [path: string, text: string][] {
  const isPlain = typeof value !== "object" || value === null;
  if (isPlain || (Array.isArray(value) && value.every((one: Json) => typeof one !== "object")))
    return [[path, textOf(value)]];
  const children = Object.entries<Json>(value as JsonObject);
  if (children.length === 0) return [[path, JSON.stringify(value)]];
  return children.flatMap(([name, child]) => leavesOf(child, path === "" ? stepOf(name) : `${path}.${stepOf(name)}`));
}

// A name with a dot is quoted. Otherwise its value could pass as one that the template names.
const stepOf = (name: string) => (/^[^."]+$/.test(name) ? name : JSON.stringify(name));

function textOf(value: Json): string {
  if (typeof value === "string") return inert(value);
  if (Array.isArray(value)) return value.map((one: Json) => textOf(one)).join(", ");
  return typeof value === "object" && value !== null
    ? leavesOf(value, "")
        .map(([path, text]) => `${inert(path)}: ${text}`)
        .join(", ")
    : String(value);
}

/** Characters that cannot be seen, or that change the order or the look of others. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Shows such characters as their code, so that they have no effect on the page. */
const inert = (text: string): string =>
  text.replace(UNSEEN, (character) => `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`);
