/** What pages that invite many people at once have in common: the form, and what came of each address. */
import type { Answer } from "@countersign/admin-client";
import { field } from "../../views/fields.ts";
import { filled } from "../../views/form.ts";
import type { Field, Page, Section, Table } from "../../views/model.ts";
import { refilled } from "../../views/refill.ts";
import { type Done, doneWith } from "../lists/several.ts";
import { type NamedRole, roleGroups } from "../roles/role-choices.ts";
import type { Outcome, Submission } from "../screen.ts";
import { addressesIn } from "./addresses.ts";

type Items = Answer<"invitePeople">["body"]["items"];

interface Choices {
  readonly roles: readonly NamedRole[];
  /** The languages of mails, which are those of the pages. */
  readonly languages: readonly string[];
  /** The choice of an organization, where there is one. */
  readonly into?: Field | undefined;
}

const ADDRESSES = field("lines", "invitations.addresses", { name: "emails", hasHint: true, isRequired: true });

export const languageField = ({ languages }: Pick<Choices, "languages">): Field =>
  field("choice", "invitations.language", {
    value: "en",
    options: languages.map((value) => ({ value, label: `language.${value}`, text: value })),
  });

const roleField = ({ roles }: Choices): Field =>
  field("choice", "roles.role", {
    ...{ name: "roles", value: "", options: [{ value: "", label: "invitations.no_role" }] },
    groups: roleGroups(roles),
  });

/** The form for addresses, with one role for all. */
export const inviteSection = (choices: Choices): Section => ({
  id: "invite-form",
  title: "invitations.whom",
  form: {
    act: "invite",
    submit: "invitations.send_many",
    fields: [
      ADDRESSES,
      ...(choices.into === undefined ? [] : [choices.into]),
      ...(choices.roles.length === 0 ? [] : [roleField(choices)]),
      languageField(choices),
    ],
  },
});

/** What the form asks the API for. */
export function invitationsIn({ form }: Pick<Submission, "form">) {
  const role = filled(form, "roles");
  return {
    emails: [...addressesIn(form.get("emails") ?? "")],
    language: form.get("language") ?? "en",
    ...(role !== undefined && { roles: [role] }),
  };
}

const PEOPLE_INVITED: Done = { one: "one_person_invited", several: "people_invited" };

const TONES = { invited: "good", member: "plain", already_invited: "plain", refused: "bad" } as const;

const resultsTable = (items: Items): Table => ({
  id: "results-table",
  columns: ["people.email", "people.many.result", "people.many.reason"],
  rows: items.map(({ email, result, code }) => ({
    cells: [
      { text: email },
      { badge: `invitations.result.${result}`, tone: TONES[result] },
      code === null ? { text: null } : { word: `invitations.refused.${code}` },
    ],
  })),
});

/** Leads to the list if all are invited. Otherwise the page says what came of each, and offers the refused again. */
export async function outcomeOf(
  items: Items,
  { to, submission, show }: { readonly to: string; readonly submission: Submission; readonly show: Page },
): Promise<Outcome> {
  if (items.every(({ result }) => result === "invited")) return { to, done: doneWith(items, PEOPLE_INVITED) };
  const refused = items.filter(({ result }) => result === "refused").map(({ email }) => email);
  const sent = new URLSearchParams(submission.form);
  sent.set("emails", refused.join("\n"));
  const again = refilled(show, sent).sections.map((section) => ({ ...section, title: "invitations.again" }));
  const results: Section = { id: "results", title: "people.many.title", table: resultsTable(items) };
  return { page: { ...show, sections: [results, ...(refused.length > 0 ? again : [])] } };
}
