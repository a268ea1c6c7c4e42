/** The groups and organizations on the page of a person, with what adds and removes them. */
import type { Answer } from "@countersign/admin-client";
import { field } from "../../views/fields.ts";
import type { Form, Link, Section } from "../../views/model.ts";
import type { Empty } from "../../views/parts.ts";
import { tableSection } from "../../views/sections.ts";
import { part } from "../lists/list.ts";
import type { Visit } from "../screen.ts";
import { statusBadge } from "../status.ts";

type Included = NonNullable<Answer<"readPerson">["body"]["included"]>;
type Who = Pick<Visit, "may" | "params">;

interface Known {
  readonly items: readonly { readonly id: string; readonly name: string }[];
  readonly next_cursor?: string;
}

/** What the person can be added to. Where there is more than the choice offers, the list of all has it. */
interface Adding {
  readonly held: readonly { readonly id: string }[];
  readonly known: Known | undefined;
  readonly form: Omit<Form, "fields">;
  /** The field of the choice. */
  readonly label: string;
  readonly name: string;
  readonly all: Link;
}

function addingPart({ held, known, form, label, name, all }: Adding): Partial<Section> {
  if (known === undefined) return {};
  const others = known.items.filter(({ id }) => !held.some((one) => one.id === id));
  const options = others.map((one) => ({ value: one.id, text: one.name }));
  return {
    ...(others.length > 0 && { form: { ...form, fields: [field("choice", label, { name, options })] } }),
    ...(known.next_cursor !== undefined && { links: [all] }),
  };
}

/** A list that has nothing leads to the page where the first one is made, unless there are some to choose from. */
const nothing = (title: string, lead: string, icon: string, way: Link | undefined): Empty => ({
  ...{ title, lead, icon },
  ...(way && { link: way }),
});

const ALL_GROUPS: Link = { href: "/groups", label: "groups.all" };
const ALL_ORGANIZATIONS: Link = { href: "/organizations", label: "organizations.all" };

/** The groups of the deployment that the person is in. */
export function groupsSection({ groups, known_groups: known }: Included, { may }: Who): readonly Section[] {
  if (groups === undefined) return [];
  const mayChange = may("roles:write");
  const way = known?.items.length === 0 ? ALL_GROUPS : undefined;
  return [
    {
      ...tableSection("groups", "groups.title", {
        columns: ["groups.name", "groups.members"],
        empty: nothing("people.no_groups", "groups.empty.lead", "user-round-cog", way),
        rows: groups.items.map(({ id, name, members }) => ({
          cells: [{ text: name, href: `/groups/${part(id)}` }, { count: members }],
          ...(mayChange && {
            buttons: [{ act: "leave-group", isDanger: true, label: "groups.remove", value: id, about: name }],
          }),
        })),
      }),
      ...(mayChange &&
        addingPart({
          ...{ held: groups.items, known, label: "people.group", name: "group", all: ALL_GROUPS },
          form: { act: "join-group", submit: "people.add_to_group" },
        })),
    },
  ];
}

/** The organizations that the person is a member of, with their groups there. */
export function organizationsSection(included: Included, { may, params }: Who): readonly Section[] {
  const { organizations, known_organizations: known } = included;
  if (organizations === undefined) return [];
  const mayChange = may("organizations:write");
  const way = known?.items.length === 0 ? ALL_ORGANIZATIONS : undefined;
  const rolesOf = (id: string) => `/organizations/${part(id)}/members/${part(params.id ?? "")}`;
  return [
    {
      ...tableSection("organizations", "organizations.title", {
        columns: ["organizations.name", "people.groups_there", "people.member_since", "status"],
        empty: nothing("people.no_organizations", "organizations.empty.lead", "building-2", way),
        rows: organizations.items.map(({ id, name, slug, groups, member_since, disabled_at }) => ({
          cells: [
            { named: name, href: `/organizations/${part(id)}`, below: slug, look: "thing" },
            { tags: groups.map((group) => group.name) },
            { at: member_since, as: "date" },
            statusBadge(disabled_at === null),
          ],
          menu: { about: name, links: [{ href: rolesOf(id), label: "people.roles_there" }], buttons: [] },
          ...(mayChange && {
            buttons: [
              { act: "leave-organization", isDanger: true, label: "organizations.remove", value: id, about: name },
            ],
          }),
        })),
      }),
      ...(mayChange &&
        addingPart({
          ...{ held: organizations.items, known, label: "organizations.one", name: "organization" },
          ...{ all: ALL_ORGANIZATIONS, form: { act: "join-organization", submit: "people.add_to_organization" } },
        })),
    },
  ];
}
