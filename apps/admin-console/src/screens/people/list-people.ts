import type { Answer } from "@countersign/admin-client";
import type { Button, Link, Menu, Row } from "../../views/model.ts";
import { listSection } from "../../views/sections.ts";
import { DISABLE, ENABLE } from "../head.ts";
import { asked, fileLink, goesOn, pagesBeside, part, sortsOf } from "../lists/list.ts";
import { nameOfPerson } from "../lists/person-name.ts";
import { bulkOf } from "../lists/several.ts";
import type { Screen, Visit } from "../screen.ts";
import { statusBadge } from "../status.ts";
import { manyPeopleActs, SIGN_OUT } from "./many-people.ts";
import { peopleFilter } from "./people-filter.ts";
import { peopleTabs } from "./people-tabs.ts";

const NEW_PERSON: Link = { href: "/people/new", label: "people.add", id: "new-person", icon: "user-plus" };
const FOR_NEW_PEOPLE: readonly Link[] = [
  NEW_PERSON,
  { href: "/people/invite", label: "invitations.invite", id: "invite-people", isPrimary: true, icon: "mail-plus" },
];

/** The people, by username, or those with a part of a text in their username, address or name. */
export const listPeople: Screen = {
  path: "/people",
  place: "people.title",
  needs: "people:read",
  async show(visit) {
    const { query, fields, roles: known } = await peopleFilter(visit);
    const [{ body }, tabs] = await Promise.all([
      visit.api.listPeople({ query: { ...query, with_total: "yes" } }),
      peopleTabs(visit, "/people"),
    ]);
    const acts = buttonsFor(visit);
    const roles = visit.may("roles:write") ? known : [];
    return {
      id: "people",
      title: { key: "people.title" },
      lead: { key: "people.lead" },
      tabs,
      links: [fileLink(visit, "/people"), ...(visit.may("people:write") ? FOR_NEW_PEOPLE : [])],
      filter: { fields, ...(query.sort && { kept: [{ name: "sort", value: query.sort }] }) },
      total: body.total,
      sections: [
        {
          ...listSection("people", "people.title", {
            columns: ["people.user", "status", "people.signs_in_with", "people.last_sign_in", "created"],
            sorts: sortsOf(visit, "/people", {
              "people.user": { sort: "username", direction: "ascending" },
              created: { sort: "-created_at", direction: "descending" },
            }),
            empty: {
              ...{ title: "people.none_yet", lead: "people.none_yet.lead", icon: "users-round" },
              link: visit.may("people:write") ? NEW_PERSON : undefined,
            },
            ...bulkOf(acts.map(ofSeveral), roles),
            rows: body.items.map((person) => rowOf(person, visit)),
          }),
          ...goesOn(body.items.length, body.next_cursor, query.limit),
        },
      ],
      ...pagesBeside(visit, "/people", body),
    };
  },
  acts: manyPeopleActs,
};

type Person = Answer<"listPeople">["body"]["items"][number];

function rowOf(person: Person, visit: Visit): Row {
  const { id, username, email, status } = person;
  const href = `/people/${part(id)}`;
  const named = nameOfPerson(person);
  const below = [...new Set([username, email ?? ""])].filter((text) => text !== "" && text !== named).join(" · ");
  return {
    select: { value: id, about: named },
    cells: [
      { named, href, below, look: "person", sought: asked(visit, "q") },
      statusBadge(status),
      { words: person.signs_in_with.map((way) => `people.way.${way}`), empty: "people.way.none" },
      { at: person.last_sign_in_at },
      { at: person.created_at, as: "date" },
    ],
    menu: menuFor(person, href, visit),
  };
}

function menuFor({ id, username, status }: Person, href: string, visit: Visit): Menu {
  const wanted = buttonsFor(visit).filter(({ act }) => act !== (status === "enabled" ? "enable" : "disable"));
  return {
    about: username,
    links: [{ href, label: "people.open" }],
    buttons: wanted.map((button) => ({ ...button, value: id, about: username })),
  };
}

/** The same act upon those who are chosen. */
const ofSeveral = (button: Button): Button =>
  button.act === "delete" ? { ...button, label: "people.many.delete" } : button;

const buttonsFor = ({ may }: Pick<Visit, "may">) => [
  ...(may("sessions:write") ? [SIGN_OUT] : []),
  ...(may("people:write") ? [ENABLE, DISABLE, { act: "delete", label: "people.delete", isDanger: true } as const] : []),
];
