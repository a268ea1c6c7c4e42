/**
 * What is kept wholly by its declaration. The acts, operations, commands, sections of a configuration file and
 * screens of each follow from here.
 */
import { z } from "zod";
import { blockedAddresses } from "./blocked-addresses/entity.ts";
import type { Entity, Field } from "./entity.ts";
import { hooks } from "./hooks/entity.ts";
import { webhooks } from "./webhooks/entity.ts";

const DECLARED = [blockedAddresses] as const;

export type EntitySection = (typeof DECLARED)[number]["many"];

export const ENTITIES: readonly Entity[] = DECLARED;

/** What the console shows by its declaration; webhooks and hooks have acts of their own. */
export const SHOWN: readonly Entity[] = [webhooks, hooks, ...DECLARED];

/**
 * A row for each field: how it is asked for, and its bounds.
 *
 * @public scripts/documents/administration-client.mjs writes it into the typed client
 */
export const entityTable = ({ one, many, key, listed, fields }: Entity) => ({
  ...{ one, many, key, listed },
  fields: Object.entries(fields).map(([name, field]) => ({ name, as: field.as, ...askedFor(field) })),
});

type JsonSchema = z.core.JSONSchema.BaseSchema;

function askedFor({ shape, as }: Field) {
  const whole = z.toJSONSchema(shape, { io: "input" });
  const schema = whole.anyOf?.map((one) => one as JsonSchema).find(({ type }) => type !== "null") ?? whole;
  return {
    kind: kindOf(schema),
    ...(schema.enum !== undefined && { values: schema.enum }),
    ...(mostCharacters(schema) !== undefined && { most: mostCharacters(schema) }),
    ...(as !== "read" && whole.default === undefined && { isRequired: true }),
    ...(whole.default !== undefined && whole.default !== null && { usual: whole.default }),
  };
}

function kindOf({ type, format, enum: values }: JsonSchema) {
  if (values !== undefined) return "choice";
  if (format === "date-time") return "time";
  if (format === "uri") return "url";
  if (type === "array") return "lines";
  if (type === "boolean") return "switch";
  return type === "integer" ? "number" : "text";
}

const mostCharacters = ({ type, maxLength, maximum }: JsonSchema) =>
  type === "integer" && maximum !== undefined ? String(maximum).length : maxLength;
