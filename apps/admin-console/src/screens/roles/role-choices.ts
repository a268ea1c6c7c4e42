/** How roles are named: by their name and that of their API. */
import type { Cell, OptionGroup } from "../../views/model.ts";

export interface NamedRole {
  readonly id: string;
  readonly name: string;
  /** The identifier of the API, and its name. */
  readonly resource: string;
  readonly resource_name: string;
}

/** The API of a role, with its identifier in a second line. */
export const apiOf = ({ resource, resource_name: name }: NamedRole): Cell => ({ text: name, second: resource });

/** A role in a sentence. */
export const roleInWords = ({ name, resource_name: api }: NamedRole): string => `${name} — ${api}`;

/** Choices of one role, in a group for each API. */
export function roleGroups(roles: readonly NamedRole[]): readonly OptionGroup[] {
  const apis = Map.groupBy(roles, ({ resource }) => resource);
  const names = [...apis.values()].map(([role]) => role?.resource_name);
  return [...apis].map(([resource, some]) => ({
    text: groupName(some[0]?.resource_name ?? resource, resource, names),
    options: some.map(({ id, name }) => ({ value: id, text: name })),
  }));
}

/** Of two APIs with one name, the identifier says which it is. */
export const groupName = (name: string, resource: string, names: readonly (string | undefined)[]) =>
  names.filter((other) => other === name).length > 1 ? `${name} (${resource})` : name;
