/** Writes what the database has as a configuration file, in a stable order. */
import { stringify } from "yaml";
import type { World } from "./changes.ts";
import type { Entry, Held, Section } from "./kind.ts";
import { configurationShape, KINDS } from "./kinds.ts";

/**
 * The configuration of a name, with everything that no other configuration manages and that the service does not
 * define itself.
 *
 * @param isShown whether a section is shown; by default every one is
 */
export function exported(world: World, name: string, isShown: (section: Section) => boolean = () => true) {
  const kinds = KINDS.filter(({ section }) => isShown(section));
  const mine = (section: string) =>
    (world[section] ?? []).filter((one) => isDeclarable(one) && isFree(one.managedBy, name));
  const sections = kinds.map(({ section }) => [section, mine(section).map(({ entry }) => entry)] as const);
  const others = kinds.flatMap(({ section, noun, keyOf }) =>
    (world[section] ?? [])
      .filter(({ managedBy }) => !isFree(managedBy, name))
      .map(({ entry, managedBy }) => `${noun} ${keyOf(entry)}, which ${managedBy} manages`),
  );
  const omitted = kinds.flatMap(({ section }) => mine(section).flatMap(({ omits }) => omits ?? []));
  const file = { managed_by: name, ...Object.fromEntries(sections) };
  configurationShape.parse(file);
  return { file, others: [...others, ...omitted] };
}

const isDeclarable = ({ isOfService, notDeclarable }: Held<Entry>) => !isOfService && notDeclarable === undefined;

const isFree = (managedBy: string | null, name: string) => managedBy === null || managedBy === name;

/** A configuration as YAML 1.2. */
export const yamlOf = (file: unknown): string =>
  stringify(file, { version: "1.2", lineWidth: 0, aliasDuplicateObjects: false });
