/** What pages that invite many people at once have in common: the form, and what came of each address. */
import type { Answer } from "@countersign/admin-client";
import { field } from "../../views/fields.ts";
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

const rolesField = ({ roles }: Choices): Field =>
  field("choices", "invitations.roles", { chosen: [], groups: roleGroups(roles) });

const DAY_SECONDS = 86_400;
/** For how many days the links work. */
const LIFETIMES = ["1", "7", "30"] as const;
const USUAL = "7";

const lifetimeField = field("choice", "invitations.days", {
  ...{ isHalf: true, value: USUAL },
  options: LIFETIMES.map((days) => ({ value: days, label: `invitations.days.${days}` })),
});

/** The form for addresses, with the same roles for all. */
export const inviteSection = (choices: Choices): Section => ({
  id: "invite-form",
  title: "invitations.whom",
  form: {
    act: "invite",
    submit: "invitations.send_many",
    fields: [
      ADDRESSES,
      ...(choices.into === undefined ? [] : [choices.into]),
      ...(choices.roles.length === 0 ? [] : [rolesField(choices)]),
      { ...languageField(choices), isHalf: true },
      lifetimeField,
    ],
  },
});

/** What the form asks the API for. */
export function invitationsIn({ form }: Pick<Submission, "form">) {
  const days = LIFETIMES.find((one) => one === form.get("days")) ?? USUAL;
  return {
    emails: [...addressesIn(form.get("emails") ?? "")],
    language: form.get("language") ?? "en",
    lifetime: Number(days) * DAY_SECONDS,
    roles: form.getAll("roles").filter(Boolean),
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
