/** Fills a form again with what a person sent, so that a refused form, or a sign-in in between, loses nothing. */
import type { WrongMember } from "../api/problem.ts";
import type { Field, Form, Page } from "./model.ts";

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

function fieldWith(field: Field, sent: URLSearchParams): Field {
  if (field.type === "password" || field.type === "file") return field;
  if (field.type === "choices") return { ...field, chosen: sent.getAll(field.name) };
  return { ...field, value: sent.get(field.name) ?? field.value };
}

/** The page with what is wrong beside the fields of a form, and the members that it has no field for. */
export function marked(
  page: Page,
  act: string | null,
  members: readonly WrongMember[],
): { readonly page: Page; readonly left: readonly WrongMember[] } {
  const form = page.sections.find(({ form }) => form?.act === act || form?.also?.act === act)?.form;
  const isThere = ({ name }: WrongMember) => form?.fields.some((field) => field.name === name) === true;
  const mark = (field: Field): Field => {
    const wrong = members.filter(({ name }) => name === field.name).map(({ detail }) => detail);
    return wrong.length === 0 ? field : { ...field, wrong };
  };
  const sections = page.sections.map((section) =>
    section.form !== undefined && section.form === form
      ? { ...section, form: { ...form, fields: form.fields.map(mark) } }
      : section,
  );
  return { page: { ...page, sections }, left: members.filter((member) => !isThere(member)) };
}
