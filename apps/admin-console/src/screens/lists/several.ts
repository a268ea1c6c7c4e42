/** What acts upon several have in common that are chosen in a list: what they are about, and what came of them. */
import type { Answer } from "@countersign/admin-client";
import type { Bulk, Button, Crumb, Page } from "../../views/model.ts";
import { tableSection } from "../../views/sections.ts";
import { type NamedRole, roleGroups, roleInWords } from "../roles/role-choices.ts";
import type { Act, Confirmation, Outcome, Said, Submission, Visit } from "../screen.ts";
import { chosenFacts, chosenIn, namesOf } from "./chosen-rows.ts";
import { part } from "./list.ts";

type Items = Answer<"disablePeople">["body"]["items"];

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

/** How many people are chosen, the names of the first, and the role that is given or taken. */
const roleFacts =
  (roles: (submission: Submission) => Promise<readonly NamedRole[]>) => async (submission: Submission) => {
    const role = (await roles(submission)).find(({ id }) => id === submission.form.get("role"));
    return [
      ...(role === undefined ? [] : [{ label: "roles.role", value: { text: roleInWords(role) } }]),
      ...(await chosenFacts(submission)),
    ];
  };

/** Where a list is: of people by default. */
export interface ListOf {
  readonly to: (visit: Visit) => string;
  /** The pages above a page that is about them; the list is the last one, with its name. */
  readonly crumbs: (visit: Visit) => readonly Crumb[] | Promise<readonly Crumb[]>;
  /** The address of one of them. */
  readonly address?: (visit: Visit, id: string) => string;
  readonly of?: {
    /** The heading of their names. */
    readonly column: string;
    /** How those are called that are still in the list. */
    readonly names: (submission: Submission, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  };
}

/** The keys of a message: about a single one, and about several. */
export interface Done {
  readonly one: string;
  readonly several: string;
}

export const doneWith = ({ length }: readonly unknown[], { one, several }: Done): string =>
  length === 1 ? one : several;

/** Leads back to the list, unless an act was refused: then a page says for whom, and why. */
async function outcomeOf(items: Items, done: Done, place: ListOf, submission: Submission): Promise<Outcome> {
  if (items.every(({ result }) => result !== "refused")) {
    const did = items.filter(({ result }) => result === "done").map(({ id }) => id);
    return { to: place.to(submission), done: doneWith(items, done), did };
  }
  const ids = items.map(({ id }) => id);
  const names = await (place.of === undefined ? namesOf(submission, ids) : place.of.names(submission, ids));
  const page: Page = {
    id: "many-people",
    title: { key: "people.many.title" },
    crumbs: await place.crumbs(submission),
    sections: [
      tableSection("results", "people.many.title", {
        columns: [place.of?.column ?? "people.user", "people.many.result", "people.many.reason"],
        rows: items.map(({ id, result, reason }) => ({
          cells: [
            { text: names.get(id) ?? id, ...(place.address && { href: place.address(submission, id) }) },
            { badge: `people.many.${result}`, tone: result === "refused" ? "bad" : "good" },
            { text: reason },
          ],
        })),
      }),
    ],
  };
  return { page };
}

/** Where a list of people is. */
export interface ListOfPeople extends ListOf {
  readonly address: NonNullable<ListOf["address"]>;
}

export interface Several {
  readonly needs: string;
  /** Its words are about several, those of `ofOne` about a single one. */
  readonly confirmation?: Confirmation & { readonly ofOne?: Said };
  /** The message when none was refused. */
  readonly done: Done;
  readonly run: (submission: Submission) => Promise<{ readonly body: { readonly items: Items } }>;
}

/** An act upon those who are chosen in a list, or upon one of them by the menu of a row. */
export const severalAct = (place: ListOf, { needs, confirmation, done, run }: Several): Act => ({
  ...{ needs, ...(confirmation !== undefined && { confirmation: ofNumber(confirmation) }) },
  run: async (submission) => outcomeOf((await run(submission)).body.items, done, place, submission),
});

const ofNumber = ({ ofOne, ...confirmation }: NonNullable<Several["confirmation"]>): Confirmation => ({
  ...confirmation,
  ...(ofOne && { instead: (form) => (chosenIn({ form }).length === 1 ? ofOne : undefined) }),
});

/** The role is one, however many get it. */
export const ROLES_GIVEN: Done = { one: "roles_given", several: "roles_given" };

interface RoleActs {
  readonly needs: string;
  readonly roles: (submission: Submission) => Promise<readonly NamedRole[]>;
  readonly give: Several["run"];
  readonly take: Several["run"];
}

/** The acts that give those who are chosen a role, and take it. */
export function roleActs(place: ListOf, { needs, roles, give, take }: RoleActs): Readonly<Record<string, Act>> {
  const facts = roleFacts(roles);
  return {
    "give-roles": severalAct(place, {
      ...{ needs, run: give, done: ROLES_GIVEN },
      confirmation: {
        ...{ label: "roles.give", warning: { key: "people.many.give.warning" }, facts },
        ofOne: { label: "roles.give", warning: { key: "people.give.warning" } },
      },
    }),
    "take-roles": severalAct(place, {
      ...{ needs, run: take, done: { one: "roles_taken", several: "roles_taken" } },
      confirmation: {
        ...{ label: "roles.take", warning: { key: "people.many.take.warning" }, facts },
        ofOne: { label: "roles.take", warning: { key: "people.take.warning" } },
      },
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
  { act: "take-roles", label: "roles.take", isDanger: true },
];

export const addressOfPerson = (id: string): string => `/people/${part(id)}`;
