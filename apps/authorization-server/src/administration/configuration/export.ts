/** Writes what the database has as a configuration file, in a stable order. */
import { stringify } from "yaml";
import type { World } from "./changes.ts";
import type { Entry, Held, OMISSION_CODES, Section } from "./kinds/kind.ts";
import { configurationShape, KINDS } from "./kinds/kinds.ts";

/** What an export leaves out. */
interface Omission {
  readonly code: (typeof OMISSION_CODES)[number];
  readonly section: Section;
  readonly key: string;
  /** The configuration that manages it. */
  readonly managedBy: string | null;
}

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
  const others = kinds.flatMap(({ section, keyOf }) =>
    (world[section] ?? [])
      .filter(({ managedBy }) => !isFree(managedBy, name))
      .map(({ entry, managedBy }): Omission => ({ code: "managed", section, key: keyOf(entry), managedBy })),
  );
  const omitted = kinds.flatMap(({ section, keyOf }) =>
    mine(section).flatMap(({ omits, entry, managedBy }): readonly Omission[] =>
      omits === undefined ? [] : [{ code: omits, section, key: keyOf(entry), managedBy }],
    ),
  );
  const file = { managed_by: name, ...Object.fromEntries(sections) };
  configurationShape.parse(file);
  const omissions = [...others, ...omitted];
  return { file, omissions, others: omissions.map(sentenceOf) };
}

function sentenceOf({ code, section, key, managedBy }: Omission): string {
  const named = `${KINDS.find((kind) => kind.section === section)?.noun} ${key}`;
  return code === "logo" ? `the picture of the ${named}` : `${named}, which ${managedBy} manages`;
}

const isDeclarable = ({ isOfService, notDeclarable }: Held<Entry>) => !isOfService && notDeclarable === undefined;

const isFree = (managedBy: string | null, name: string) => managedBy === null || managedBy === name;

/** A configuration as YAML 1.2. */
export const yamlOf = (file: unknown): string =>
  stringify(file, { version: "1.2", lineWidth: 0, aliasDuplicateObjects: false });
