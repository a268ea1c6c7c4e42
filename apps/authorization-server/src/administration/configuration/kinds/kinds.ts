/** Every kind of resource that a configuration file declares, and the shape of the file. */
import { z } from "zod";
import { CONFIGURED_ENTITIES, type EntitySection } from "../../entities.ts";
import { clients } from "./clients.ts";
import { entityKind } from "./entity-kind.ts";
import { groups } from "./groups.ts";
import { type Entry, type Kind, SECTIONS, type Section } from "./kind.ts";
import { providers } from "./providers.ts";
import { resourceServers } from "./resource-servers.ts";
import { roles } from "./roles.ts";
import { settings } from "./settings.ts";
import { terms } from "./terms.ts";

type OfEntities = { readonly [S in EntitySection]: Kind<Entry> };

const BY_SECTION: { readonly [S in Section]: Kind<Entry> } = {
  resource_servers: resourceServers,
  clients,
  roles,
  groups,
  providers,
  terms,
  settings,
  ...(Object.fromEntries(CONFIGURED_ENTITIES.map((entity) => [entity.many, entityKind(entity)])) as OfEntities),
};

/** In the order in which they are created. They are removed in reverse. */
export const KINDS: readonly Kind<Entry>[] = SECTIONS.map((section) => BY_SECTION[section]);

const MOST_OF_A_KIND = 10_000;

/** The sections of a file, by their names; one that the file does not have is empty. */
export type Declared = Readonly<Record<string, readonly Entry[]>>;

export interface Configuration {
  /** The name of the configuration, which its resources carry. */
  readonly managedBy: string;
  readonly declared: Declared;
}

const sections = Object.fromEntries(
  KINDS.map(({ section, shape }) => [section, z.array(shape).max(MOST_OF_A_KIND).default([])] as const),
);

/** A configuration file. */
export const configurationShape = z.strictObject({
  managed_by: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, "must be of lower-case letters, digits, '.', '_' and '-'")
    .describe("the name of this configuration: it changes and removes only what carries this name"),
  ...sections,
});

/** The configuration in an object of the shape. */
export function configurationOf({
  managed_by: managedBy,
  ...rest
}: z.output<typeof configurationShape>): Configuration {
  return { managedBy, declared: rest as unknown as Declared };
}

/**
 * The JSON Schema of a file, for editors.
 *
 * @public scripts/documents/configuration-schema.mjs writes it
 */
export const jsonSchema = () => ({
  ...z.toJSONSchema(configurationShape, { io: "input", override: ({ jsonSchema: schema }) => withTags(schema) }),
  title: "Countersign configuration",
});

/** OIDC Registration §2.1: names and links in other languages are members such as `client_name#de`. */
function withTags(schema: z.core.JSONSchema.BaseSchema): void {
  const tagged = schema.properties?.localized;
  if (typeof tagged !== "object" || tagged.properties === undefined) return;
  const patterns = Object.entries(tagged.properties).map(([member, of]) => {
    const value = typeof of === "object" ? of.additionalProperties : undefined;
    return [`^${member}#[A-Za-z0-9-]+$`, value ?? {}] as const;
  });
  schema.patternProperties = Object.fromEntries(patterns);
  delete schema.properties?.localized;
}
