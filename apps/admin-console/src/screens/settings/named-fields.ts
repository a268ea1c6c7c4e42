/** Fields whose value is the identifier of another entity. A form offers the names of these entities to choose from. */
import type { Option } from "../../views/model.ts";
import { apisFor, scopeGroups } from "../clients/scope-field.ts";
import type { Visit } from "../screen.ts";
import type { Choices, Entity, Extras, Item, Noun } from "./entities/entity.ts";

/** The most that a field offers. If there are more, identifiers are typed. */
const MOST = 200;

/** What there is; undefined if the user may not see it, or if it is too much. */
type Offered = Pick<Choices, "of" | "groups"> | undefined;

/** What can be chosen in those fields of a form. */
export async function namedChoices(
  { fields }: Entity,
  { named = {}, has }: Pick<Extras, "named" | "has">,
  visit: Visit,
  item: Item | undefined,
): Promise<Choices> {
  const asked = fields.filter(
    ({ name, as }) =>
      named[name] !== undefined &&
      (as === "written" || (as === "fixed" && item === undefined)) &&
      (has?.(name, item) ?? true),
  );
  const offered = await Promise.all(
    asked.map(({ name, kind, isNullable }) => {
      // Of something new nothing is chosen yet: a client that named itself to be the first is in no form by that.
      const isOpen = isNullable === true || (item === undefined && kind !== "lines" && kind !== "choices");
      const none = isOpen ? [{ value: "", label: "not_set" }] : [];
      return offering(named[name] as Noun, visit, { name, none, held: heldIn(item, name) });
    }),
  );
  return {
    of: Object.assign({}, ...offered.map((one) => one?.of)),
    groups: Object.assign({}, ...offered.map((one) => one?.groups)),
  };
}

const heldIn = (item: Item | undefined, name: string): readonly string[] => [item?.[name] ?? []].flat().map(String);

interface Asked {
  readonly name: string;
  readonly none: readonly Option[];
  /** What it names now: something that is gone can stay chosen. */
  readonly held: readonly string[];
}

async function offering(noun: Noun, visit: Visit, { name, none, held }: Asked): Promise<Offered> {
  if (noun === "scopes") {
    const apis = await apisFor(visit);
    return apis && { groups: { [name]: scopeGroups(apis, held) } };
  }
  const known = await OFFERS[noun](visit);
  if (known === undefined) return undefined;
  const gone = held.filter((one) => !known.some(({ value }) => value === one));
  // While there is nothing yet, the identifier of what is made later can be typed.
  if (known.length + gone.length === 0) return undefined;
  return { of: { [name]: [...none, ...known, ...gone.map((value) => ({ value, text: value }))] } };
}

const OFFERS: Readonly<Record<Exclude<Noun, "scopes">, (visit: Visit) => Promise<readonly Option[] | undefined>>> = {
  async clients({ api, may }) {
    if (!may("clients:read")) return undefined;
    const { items, next_cursor: more } = (await api.listClients({ query: { limit: MOST } })).body;
    return more === undefined
      ? items.map(({ client_id: value, client_name: name }) => ({ value, text: calledBy(name, value) }))
      : undefined;
  },
  async groups({ api, may }) {
    if (!may("roles:read")) return undefined;
    const { items, next_cursor: more } = (await api.listGroups({ query: { limit: MOST, with_members: "no" } })).body;
    return more === undefined ? items.map(({ name }) => ({ value: name, text: name })) : undefined;
  },
  async apis(visit) {
    const apis = await apisFor(visit);
    return apis?.map(({ resource, name }) => ({ value: resource, text: calledBy(name, resource) }));
  },
  async providers({ api, may }) {
    if (!may("settings:read")) return undefined;
    const { items } = (await api.listProviders()).body;
    return items.map(({ alias, name }) => ({ value: alias, text: calledBy(name, alias) }));
  },
};

const calledBy = (name: string, identifier: string) => (name === identifier ? name : `${name} (${identifier})`);
