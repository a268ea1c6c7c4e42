import type { Row, Section } from "../views/model.ts";
import { tableSection } from "../views/sections.ts";
import { asked, part } from "./lists/list.ts";
import { nameOfPerson } from "./lists/person-name.ts";
import { addressOfPerson, type ListOfPeople } from "./lists/several.ts";
import { SIGN_OUT, signOutIn } from "./people/many-people.ts";
import type { Screen, Visit } from "./screen.ts";

const PATH = "/search";
const MOST = 8;

/** The people who were found: an act upon one of them leads back to the same text. */
const FOUND: ListOfPeople = {
  to: (submission) => `${PATH}?${new URLSearchParams({ q: asked(submission, "q") ?? "" })}`,
  crumbs: () => [],
  address: (_, id) => addressOfPerson(id),
};

/** People, applications and organizations with a text in their names, addresses or ids. */
const search: Screen = {
  path: PATH,
  async show(visit) {
    const q = asked(visit, "q")?.slice(0, 200);
    const found = q === undefined ? {} : (await visit.api.search({ query: { q, limit: MOST } })).body;
    return {
      id: "search",
      title: { key: "find.title" },
      filter: { fields: [{ name: "q", label: "find.hint", type: "search", value: q, maxLength: 200 }] },
      sections: sectionsOf(found, q, visit),
    };
  },
  acts: { [SIGN_OUT.act]: signOutIn(FOUND) },
};

type Found = Partial<Awaited<ReturnType<Visit["api"]["search"]>>["body"]>;

function sectionsOf(
  { people = [], clients = [], organizations = [] }: Found,
  q: string | undefined,
  { may }: Pick<Visit, "may">,
): readonly Section[] {
  const rows: readonly Row[] = [
    ...people.map(({ id, email, ...person }) => {
      const [href, named] = [addressOfPerson(id), nameOfPerson(person)];
      return {
        ...rowOf("people.one", href, { named, below: email ?? person.username, look: "person", q }),
        ...(may("sessions:write") && {
          menu: {
            about: named,
            links: [{ href, label: "people.open" }],
            buttons: [{ ...SIGN_OUT, value: id, about: named }],
          },
        }),
      };
    }),
    ...clients.map(({ client_id: id, client_name: named }) =>
      rowOf("clients.one", `/clients/${part(id)}`, { named, below: id, look: "thing", q }),
    ),
    ...organizations.map(({ id, slug, name: named }) =>
      rowOf("organizations.one", `/organizations/${part(id)}`, { named, below: slug, look: "thing", q }),
    ),
  ];
  return [
    tableSection("found", "find.title", {
      columns: ["find.name", "find.kind"],
      empty: { title: q === undefined ? "find.none_yet" : "list.no_match", lead: "find.lead", icon: "search" },
      rows,
    }),
  ];
}

interface Line {
  readonly named: string;
  readonly below: string;
  readonly look: "person" | "thing";
  readonly q: string | undefined;
}

const rowOf = (kind: string, href: string, { q, ...line }: Line): Row => ({
  cells: [{ ...line, href, sought: q }, { word: kind }],
});

export const searchScreens: readonly Screen[] = [search];
