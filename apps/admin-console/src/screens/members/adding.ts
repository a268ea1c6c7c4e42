/** The page that adds people to a group, an organization or a role. It finds them by a part of a name. */
import type { Badge, Button, Cell, Page, Row, Text } from "../../views/model.ts";
import { asked, type Cursors, fixedPagesBeside, goesOn } from "../lists/list.ts";
import { nameOfPerson } from "../lists/person-name.ts";
import { type ListOfPeople, type Several, severalAct } from "../lists/several.ts";
import type { Screen, Visit } from "../screen.ts";
import { statusBadge } from "../status.ts";

/** Someone who can be chosen. The members of an organization are known by their username only. */
interface Found {
  readonly id: string;
  readonly username: string;
  readonly name?: string | null;
  readonly given_name?: string | null;
  readonly family_name?: string | null;
  readonly email?: string | null;
  readonly status?: "enabled" | "disabled";
}

/** Those who are found, as the API answers. */
export interface FoundPage extends Cursors {
  readonly items: readonly Found[];
  readonly total?: Page["total"];
}

/** What is looked for, and how much is shown. */
export interface Search {
  readonly q?: string;
  readonly cursor?: string;
  readonly limit: number;
}

interface Adding {
  readonly path: string;
  /** The scopes of the page, and of the operation that adds people. */
  readonly needs: string;
  readonly writes: string;
  readonly title: string;
  /** What the button says. */
  readonly label: string;
  /** By what people are looked for. */
  readonly search: string;
  readonly find: (visit: Visit, search: Search) => Promise<{ readonly body: FoundPage }>;
  /** Those of the found who belong to it already: they are not offered again. */
  readonly among: (visit: Visit, ids: string) => Promise<{ readonly body: Pick<FoundPage, "items"> }>;
  /** What is said of them in place of their status. */
  readonly isAmong: string;
  readonly add: Several["run"];
  /** The message when no one was refused. */
  readonly done: Several["done"];
  /** What they are added to. */
  readonly list: ListOfPeople;
}

/** The message about new members. */
export const MEMBERS_ADDED: Several["done"] = { one: "one_member_added", several: "members_added" };

/** How many are shown: who looks for someone else types more. */
const SHOWN = 20;
const MOST_TEXT = 100;

/** The page that adds people to something, up to a hundred at once. */
export const addingScreen = (adding: Adding): Screen => ({
  path: adding.path,
  needs: adding.needs,
  show: (visit) => pageOf(adding, visit),
  acts: { add: severalAct(adding.list, { needs: adding.writes, done: adding.done, run: adding.add }) },
});

async function pageOf(adding: Adding, visit: Visit) {
  const [q, cursor] = [asked(visit, "q")?.slice(0, MOST_TEXT), asked(visit, "cursor")];
  const search = { limit: SHOWN, ...(q && { q }), ...(cursor && { cursor }) };
  const [crumbs, { body }] = await Promise.all([adding.list.crumbs(visit), adding.find(visit, search)]);
  const add = visit.may(adding.writes) ? { act: "add", label: adding.label } : undefined;
  const members = await membersAmong(adding, visit, body.items);
  const title: Text = { key: adding.title, values: { name: crumbs.at(-1)?.text ?? "" } };
  return {
    id: "add-members",
    title,
    lead: { key: "members.add.lead" },
    total: body.total,
    crumbs,
    filter: {
      fields: [{ name: "q", label: adding.search, type: "search" as const, value: q, maxLength: MOST_TEXT }],
      isFollowed: true as const,
    },
    sections: [
      {
        id: "found",
        title: "members.found",
        ...goesOn(body.items.length, body.next_cursor, SHOWN),
        table: {
          id: "found-table",
          columns: ["people.user", "status"],
          empty: { title: "people.none_yet", lead: "people.none_yet.lead", icon: "users-round" },
          ...(add && { bulk: { acts: [add] } }),
          rows: body.items.map((one) =>
            rowOf(one, {
              ...{ q, add, href: adding.list.address(visit, one.id) },
              ...(members.has(one.id) && { member: { badge: adding.isAmong, tone: "plain" } }),
            }),
          ),
        },
      },
    ],
    ...fixedPagesBeside(visit, `${adding.list.to(visit)}/add`, body),
  };
}

async function membersAmong({ among }: Adding, visit: Visit, found: readonly Found[]): Promise<ReadonlySet<string>> {
  if (found.length === 0) return new Set();
  const { body } = await among(visit, found.map(({ id }) => id).join(","));
  return new Set(body.items.map(({ id }) => id));
}

interface Shown {
  readonly q: string | undefined;
  /** The button that adds someone. */
  readonly add: Button | undefined;
  readonly href: string;
  /** What is said of someone who belongs to it already. */
  readonly member?: Badge;
}

function rowOf({ id, email, status, ...person }: Found, { q, add, href, member }: Shown): Row {
  const { username } = person;
  const named = nameOfPerson(person);
  const below = [username, email].filter((text) => text && text !== named).join(" · ");
  const cell: Cell = { named, href, below, look: "person", sought: q };
  return {
    cells: [cell, member ?? (status === undefined ? { text: null } : statusBadge(status))],
    ...(add && !member && { select: { value: id, about: named }, buttons: [{ ...add, value: id, about: named }] }),
  };
}
