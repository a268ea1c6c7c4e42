/** The forms of a page, as a browser without a script finds them. */

export interface Form {
  readonly act: string;
  /** The controls that are filled in, each with what it has and what it may have. */
  readonly controls: readonly Control[];
}

export interface Control {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  /** The values of a choice, or of one box. */
  readonly options: readonly string[];
}

export type SentField = readonly [name: string, value: string];

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

export const textOf = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name) => ENTITIES[name] ?? whole);

/** The value of an attribute. */
export const attribute = (tag: string, name: string): string | undefined => {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : textOf(value);
};

const CONTROL = /<select [^>]*>.*?<\/select>|<textarea [^>]*>.*?<\/textarea>|<input [^>]*>/gs;
const NOT_KEPT: ReadonlySet<string> = new Set(["hidden", "password", "file"]);

function controlIn(html: string): Control {
  const tag = /^<[^>]*>/.exec(html)?.[0] ?? "";
  const name = attribute(tag, "name") ?? "";
  if (tag.startsWith("<select")) {
    const options = [...html.matchAll(/<option [^>]*>/g)].map(([option]) => option);
    const chosen = options.find((option) => option.endsWith(" selected>")) ?? options[0] ?? "";
    const values = options.map((option) => attribute(option, "value") ?? "");
    return { name, type: "select", value: attribute(chosen, "value") ?? "", options: values };
  }
  if (tag.startsWith("<textarea"))
    return { name, type: "textarea", value: textOf(html.slice(tag.length, -"</textarea>".length)), options: [] };
  const type = attribute(tag, "type") ?? "text";
  const isBox = type === "checkbox" || type === "radio";
  const value = attribute(tag, "value") ?? "";
  if (!isBox) return { name, type, value, options: [] };
  return { name, type, value: tag.endsWith(" checked>") ? value : "", options: [value] };
}

/** The forms of a page in which something can be filled in. A control without a name, as a palette, is not sent. */
export const formsIn = (html: string): readonly Form[] =>
  [...html.matchAll(/<form method="post"[^>]* class="fields".*?<\/form>/gs)].map(([form]) => ({
    act: attribute(/<button [^>]*name="act"[^>]*>/.exec(form)?.[0] ?? "", "value") ?? "",
    controls: [...form.matchAll(CONTROL)]
      .map(([one]) => controlIn(one))
      .filter(({ name, type }) => name !== "" && !NOT_KEPT.has(type)),
  }));

const TYPED: Readonly<Record<string, string>> = { date: "2031-02-03", color: "#12ab34", textarea: "typed <one>\ntwo" };

/** What is filled in: another choice than before, the last of several boxes, and a text. */
export function filled({ controls }: Form): readonly SentField[] {
  const lastBox = new Map(controls.flatMap((one, at) => (one.options.length === 1 ? [[one.name, at] as const] : [])));
  return controls.flatMap(({ name, type, value, options }, at): SentField[] => {
    if (type === "select") return [[name, options.find((option) => option !== value) ?? value]];
    if (options.length === 1) return lastBox.get(name) === at ? [[name, options[0] ?? ""]] : [];
    return [[name, TYPED[type] ?? "typed <one>"]];
  });
}

/** What a form has when it is shown. */
export const valuesOf = ({ controls }: Form): readonly SentField[] =>
  controls.flatMap(({ name, type, value }): SentField[] =>
    (type === "checkbox" || type === "radio") && value === "" ? [] : [[name, value]],
  );
