/** Fills a form again with what a person sent, so that a refused form, or a sign-in in between, loses nothing. */
import type { WrongMember } from "../api/problem.ts";
import type { Field, Form, LeftOut, Page, Wrong } from "./model.ts";

/**
 * The page with the values that a form sent: in the same form, or in all forms if the page does not have that one.
 * Passwords are typed again, and files chosen again.
 */
export function refilled(page: Page, sent: URLSearchParams): Page {
  const act = sent.get("act");
  const hasForm = page.sections.some(({ form }) => form?.act === act);
  const again = (form: Form): Form =>
    form.act === act || !hasForm ? { ...form, fields: form.fields.map((field) => fieldWith(field, sent)) } : form;
  return {
    ...page,
    sections: page.sections.map((section) => (section.form ? { ...section, form: again(section.form) } : section)),
  };
}

/** The same after a new sign-in: the button that sends the form again has the focus. */
export function readied(page: Page, sent: URLSearchParams): Page {
  const act = sent.get("act");
  const filled = refilled(page, sent);
  const sections = filled.sections.map((section) =>
    section.form?.act === act && section.form ? { ...section, form: { ...section.form, hasFocus: true } } : section,
  );
  return { ...filled, sections };
}

function fieldWith(field: Field, sent: URLSearchParams): Field {
  if (field.type === "password" || field.type === "file") return field;
  if (field.type === "choices") return { ...field, chosen: sent.getAll(field.name) };
  if (field.texts !== undefined) {
    const sentIn = (tag: string) => sent.get(`${field.name}.${tag}`);
    return { ...field, texts: field.texts.map(({ tag, value }) => ({ tag, value: sentIn(tag) ?? value })) };
  }
  return { ...field, value: sent.get(field.name) ?? field.value };
}

/** The page with what is wrong beside the fields of a form, and the members that it has no field for. */
export function marked(
  page: Page,
  act: string | null,
  members: readonly WrongMember[],
): { readonly page: Page; readonly left: readonly LeftOut[] } {
  const form = formOf(page, act);
  const placed = members.map((member) => ({ ...member, at: placeIn(form, member) }));
  const mark = (field: Field): Field => {
    const wrong = placed.flatMap(({ at, names, wrong }) =>
      at !== undefined && names[at] === field.name ? [withEntry(wrong, names.slice(at + 1))] : [],
    );
    return wrong.length === 0 ? field : { ...field, wrong };
  };
  const sections = page.sections.map((section) =>
    section.form !== undefined && section.form === form
      ? { ...section, form: { ...form, fields: form.fields.map(mark) } }
      : section,
  );
  const left = placed.filter(({ at }) => at === undefined);
  return { page: { ...page, sections }, left: left.map(leftOut) };
}

/** The form of an act: the only one of the page if the act has none. */
function formOf({ sections }: Page, act: string | null): Form | undefined {
  const forms = sections.flatMap(({ form }) => (form === undefined ? [] : [form]));
  return (
    forms.find((form) => form.act === act || form.also?.act === act) ?? (forms.length === 1 ? forms[0] : undefined)
  );
}

/** Which of the names of a member is that of a field. */
function placeIn(form: Form | undefined, { names }: WrongMember): number | undefined {
  const fields = new Set(form?.fields.map(({ name }) => name));
  const at = names.findIndex((name) => fields.has(name));
  return at < 0 ? undefined : at;
}

function withEntry(wrong: Wrong, within: readonly string[]): Wrong {
  const entry = within.map((step) => (/^\d{1,6}$/.test(step) ? `${Number(step) + 1}` : step)).join(", ");
  return entry === "" ? wrong : { ...wrong, entry };
}

const leftOut = ({ names: [name = "", ...within], wrong }: WrongMember): LeftOut => ({
  name,
  wrong: withEntry(wrong, within),
});
