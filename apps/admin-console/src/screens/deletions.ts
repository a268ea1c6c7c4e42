/** The pages that delete what cannot be brought back: each says what a deletion does, and asks for the name. */
import { Refusal } from "../errors.ts";
import type { Fact } from "../views/model.ts";
import { cancelling } from "./handling/confirmation.ts";
import { part } from "./lists/list.ts";
import { nameOfPerson } from "./lists/person-name.ts";
import { personOf, sessionFacts } from "./people/person-sections.ts";
import type { Screen, Submission, Visit } from "./screen.ts";

/** What the page says of the one that is deleted. */
interface Shown {
  /** What stands in the title. */
  readonly values: Readonly<Record<string, string>>;
  /** How its own page is called. */
  readonly name: string;
  readonly facts: readonly Fact[];
  readonly etag: string | undefined;
}

interface Deletion {
  /** The noun in paths, scopes and words. */
  readonly many: "people" | "organizations" | "clients";
  readonly one: string;
  /** The parameter of the path. */
  readonly parameter: "id" | "organization";
  /** What is typed. */
  readonly typed: string;
  /** The title of the section, where it is not the label of the button. */
  readonly section?: string;
  readonly show: (visit: Visit, id: string) => Promise<Shown>;
  /** The name that has to be typed. */
  readonly nameOf: (visit: Visit, id: string) => Promise<string>;
  readonly remove: (submission: Submission, id: string) => Promise<unknown>;
}

function deletion({ many, one, parameter, typed, section, ...does }: Deletion): Screen {
  const needs = `${many}:write`;
  const word = `${many}.delete`;
  const idIn = ({ params }: Pick<Visit, "params">): string => params[parameter] ?? "";
  return {
    path: `/${many}/:${parameter}/delete`,
    needs,
    async show(visit) {
      const { values, name, facts, etag } = await does.show(visit, idIn(visit));
      const [label, own] = [`${word}.type`, `/${many}/${part(idIn(visit))}`];
      const field = { name: typed, label, type: "text", hint: `${label}.hint`, isRequired: true } as const;
      return {
        id: `delete-${one}`,
        title: { key: `${word}.title`, values },
        crumbs: [
          { href: `/${many}`, label: `${many}.title` },
          { href: own, text: name },
        ],
        warning: { key: `${word}.warning` },
        sections: [
          {
            ...{ id: "consequences", title: section ?? word, facts },
            form: { act: "delete", submit: word, isDanger: true, etag, fields: [field], cancel: cancelling(own) },
          },
        ],
      };
    },
    acts: {
      delete: {
        needs,
        async run(submission) {
          const id = idIn(submission);
          const name = await does.nameOf(submission, id);
          if (submission.form.get(typed)?.trim() !== name)
            throw new Refusal("not_confirmed", `another ${typed}`, { field: typed });
          await does.remove(submission, id);
          return { to: `/${many}`, done: `${one}_deleted` };
        },
      },
    },
  };
}

export const personDeletion = deletion({
  ...{ many: "people", one: "person", parameter: "id", typed: "username", section: "people.delete.consequences" },
  async show(visit) {
    const [{ person, etag }, facts] = await Promise.all([personOf(visit), sessionFacts(visit)]);
    return { values: { person: person.username }, name: nameOfPerson(person), facts, etag };
  },
  nameOf: async ({ api }, id) => (await api.readPerson({ path: { id } })).body.username,
  remove: ({ api, etag: ifMatch }, id) => api.deletePerson({ path: { id }, ifMatch }),
});

export const organizationDeletion = deletion({
  ...{ many: "organizations", one: "organization", parameter: "organization", typed: "slug" },
  async show({ api, organization: own }, organization) {
    if (own !== null) throw new Refusal("not_allowed", "it is for administrators of the deployment");
    const { body, etag } = await api.readOrganization({ path: { organization } });
    const facts = [
      { label: "organizations.slug", value: { text: body.slug, isCode: true } },
      { label: "organizations.members", value: { count: body.members } },
    ];
    return { values: { name: body.name }, name: body.name, facts, etag };
  },
  nameOf: async ({ api }, organization) => (await api.readOrganization({ path: { organization } })).body.slug,
  remove: ({ api, etag: ifMatch }, organization) => api.removeOrganization({ path: { organization }, ifMatch }),
});

export const clientDeletion = deletion({
  ...{ many: "clients", one: "client", parameter: "id", typed: "client_id" },
  async show({ api }, id) {
    const { body, etag } = await api.readClient({ path: { id } });
    const facts = [{ label: "clients.id", value: { text: body.client_id, isCode: true } }];
    return { values: { name: body.client_name }, name: body.client_name, facts, etag };
  },
  nameOf: async (_, id) => id,
  remove: ({ api, etag: ifMatch }, id) => api.deleteClient({ path: { id }, ifMatch }),
});
