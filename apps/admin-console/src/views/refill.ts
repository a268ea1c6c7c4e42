/** Fills a form again with what a person sent, so that a refused form, or a sign-in in between, loses nothing. */
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
