/** What acts upon several people have in common, who are chosen in a list: who it is about, and what came of it. */
import type { Answer } from "@countersign/admin-client";
import type { Bulk, Button, Fact, Link, Page } from "../../views/model.ts";
import { tableSection } from "../../views/sections.ts";
import { type NamedRole, roleGroups, roleInWords } from "../roles/role-choices.ts";
import type { Act, Confirmation, Outcome, Submission, Visit } from "../screen.ts";
import { part } from "./list.ts";

const MOST = 100;
/** How many are named on the page that says what the act does. */
const MOST_NAMED = 5;

type Items = Answer<"disablePeople">["body"]["items"];

/** The ids of the chosen people, each once. */
const chosenIn = ({ form }: Pick<Submission, "form">): string[] =>
  [...new Set([...form.getAll("ids"), ...form.getAll("value")])].filter(Boolean).slice(0, MOST);

/** What an act upon several sends. */
export const uponChosen = (submission: Submission) => ({
  body: { ids: chosenIn(submission) },
  idempotencyKey: submission.once,
});

/** The same with the role that is chosen beside the buttons. */
export const withRole = (submission: Submission) => ({
  body: { ids: chosenIn(submission), role: submission.form.get("role") ?? "" },
  idempotencyKey: submission.once,
});

const isId = (id: string) => /^[\da-f-]{36}$/i.test(id);

/** How the people of these ids are called, as far as the person may know it. */
async function namesOf({ api, may }: Submission, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = ids.filter(isId);
  if (!may("people:read") || known.length === 0) return new Map();
  const { body } = await api.listPeople({ query: { ids: known.join(","), limit: MOST } });
  return new Map(body.items.map(({ id, name, username }) => [id, name ?? username]));
}

/** How many are chosen, and the names of the first. */
export async function chosenFacts(submission: Submission): Promise<readonly Fact[]> {
  const ids = chosenIn(submission);
  const names = [...(await namesOf(submission, ids.slice(0, MOST_NAMED))).values()];
  const more = ids.length - names.length;
  const left = { key: "bulk.and_more", values: { count: String(more) } };
  return [
    { label: "bulk.count", value: { count: ids.length } },
    ...(names.length === 0 ? [] : [{ label: "people.title", value: { tags: names } }]),
    ...(names.length === 0 || more <= 0 ? [] : [{ label: "bulk.others", value: { say: left } }]),
  ];
}

/** The same, and the role that is given or taken. */
const roleFacts =
  (roles: (submission: Submission) => Promise<readonly NamedRole[]>) => async (submission: Submission) => {
    const role = (await roles(submission)).find(({ id }) => id === submission.form.get("role"));
    return [
      ...(role === undefined ? [] : [{ label: "roles.role", value: { text: roleInWords(role) } }]),
      ...(await chosenFacts(submission)),
    ];
  };

/** Where a list of people is. */
export interface ListOfPeople {
  readonly to: (visit: Visit) => string;
  readonly crumbs: (visit: Visit) => readonly Link[];
  /** The address of one of them. */
  readonly address: (visit: Visit, id: string) => string;
}

/** Leads back to the list, unless an act was refused: then a page says for whom, and why. */
async function outcomeOf(items: Items, done: string, place: ListOfPeople, submission: Submission): Promise<Outcome> {
  if (items.every(({ result }) => result !== "refused")) return { to: place.to(submission), done };
  const names = await namesOf(
    submission,
    items.map(({ id }) => id),
  );
  const page: Page = {
    id: "many-people",
    title: { key: "people.many.title" },
    crumbs: place.crumbs(submission),
    sections: [
      tableSection("results", "people.many.title", {
        columns: ["people.user", "people.many.result", "people.many.reason"],
        empty: "list.no_match",
        rows: items.map(({ id, result, reason }) => ({
          cells: [
            { text: names.get(id) ?? id, href: place.address(submission, id) },
            { badge: `people.many.${result}`, tone: result === "refused" ? "bad" : "good" },
            { text: reason },
          ],
        })),
      }),
    ],
  };
  return { page };
}

export interface Several {
  readonly needs: string;
  readonly confirmation?: Confirmation;
  /** The key of the message when no one was refused. */
  readonly done: string;
  readonly run: (submission: Submission) => Promise<{ readonly body: { readonly items: Items } }>;
}

/** An act upon those who are chosen in a list, or upon one of them by the menu of a row. */
export const severalAct = (place: ListOfPeople, { needs, confirmation, done, run }: Several): Act => ({
  ...{ needs, ...(confirmation !== undefined && { confirmation }) },
  run: async (submission) => outcomeOf((await run(submission)).body.items, done, place, submission),
});

interface RoleActs {
  readonly needs: string;
  readonly roles: (submission: Submission) => Promise<readonly NamedRole[]>;
  readonly give: Several["run"];
  readonly take: Several["run"];
}

/** The acts that give those who are chosen a role, and take it. */
export function roleActs(place: ListOfPeople, { needs, roles, give, take }: RoleActs): Readonly<Record<string, Act>> {
  const facts = roleFacts(roles);
  return {
    "give-roles": severalAct(place, {
      ...{ needs, run: give, done: "roles_given" },
      confirmation: { label: "roles.give", warning: { key: "people.many.give.warning" }, facts },
    }),
    "take-roles": severalAct(place, {
      ...{ needs, run: take, done: "roles_taken" },
      confirmation: { label: "roles.take", warning: { key: "people.many.take.warning" }, facts },
    }),
  };
}

/** What can be done with those who are chosen. @param roles those that may be given; none for no such act */
export function bulkOf(acts: readonly Button[], roles: readonly NamedRole[]): { readonly bulk?: Bulk } {
  const all = [...acts, ...(roles.length > 0 ? ROLE_BUTTONS : [])];
  if (all.length === 0) return {};
  const groups = roleGroups(roles);
  return {
    bulk: {
      acts,
      ...(roles.length > 0 && { choice: { name: "role", label: "roles.role", groups, acts: ROLE_BUTTONS } }),
    },
  };
}

const ROLE_BUTTONS: readonly Button[] = [
  { act: "give-roles", label: "roles.give" },
  { act: "take-roles", label: "roles.take" },
];

export const addressOfPerson = (id: string): string => `/people/${part(id)}`;
