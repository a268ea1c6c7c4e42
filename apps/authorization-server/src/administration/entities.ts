/**
 * The entities that are kept by their declarations. The acts, operations, commands, sections of a configuration file
 * and screens of each follow from here.
 */
import { z } from "zod";
import { blockedAddresses } from "./blocked-addresses/entity.ts";
import { type Field, rowsOf } from "./entity.ts";
import { accessOf, type Entity, type Shown } from "./entity-declaration.ts";
import { bare } from "./entity-shapes.ts";
import { exchangePolicies } from "./exchange-policies/entity.ts";
import { hooks } from "./hooks/entity.ts";
import { resourceServers } from "./resource-servers/entity.ts";
import { shownRoles } from "./roles/entity.ts";
import { trustedIssuers } from "./trusted-issuers/entity.ts";
import { webhooks } from "./webhooks/entity.ts";

/** In a configuration file, too: each has the field `managed_by`. */
const CONFIGURED = [exchangePolicies, trustedIssuers, webhooks, blockedAddresses] as const;

export type EntitySection = (typeof CONFIGURED)[number]["many"];

export const CONFIGURED_ENTITIES = CONFIGURED as readonly Entity[];

export const ENTITIES = [exchangePolicies, hooks, trustedIssuers, webhooks, blockedAddresses] as readonly Entity[];

/**
 * Whose screens in the console follow from their fields.
 *
 * @public scripts/documents/administration-client.mjs writes them into the typed client
 */
export const SHOWN: readonly Shown[] = [...ENTITIES, shownRoles, resourceServers as unknown as Entity];

/**
 * A row for each field: how it is asked for, and its bounds.
 *
 * @public scripts/documents/administration-client.mjs writes it into the typed client
 */
export const entityTable = ({ one, many, key, title = key, listed, fields, ...entity }: Shown) => ({
  ...{ one, many, key: title, listed, reads: accessOf(entity).read, writes: accessOf(entity).write },
  fields: rowsOf(fields, "written", "fixed", "switch", "read", "once").map(([name, field]) => ({
    ...{ name, as: field.as },
    ...askedFor(field),
  })),
});

type JsonSchema = z.core.JSONSchema.BaseSchema;

function askedFor({ shape, as }: Field) {
  const whole = z.toJSONSchema(as === "switch" ? bare(shape) : shape, { io: "input" });
  const schema = whole.anyOf?.map((one) => one as JsonSchema).find(({ type }) => type !== "null") ?? whole;
  return {
    kind: kindOf(schema),
    ...(whole.anyOf !== undefined && { isNullable: true }),
    ...valuesIn(schema),
    ...(mostCharacters(schema) !== undefined && { most: mostCharacters(schema) }),
    ...(as !== "read" && whole.default === undefined && !mayBeEmpty(schema) && { isRequired: true }),
    ...(whole.default !== undefined && whole.default !== null && { usual: whole.default }),
  };
}

/** Whether it is a list that may have nothing in it. */
const mayBeEmpty = ({ type, minItems = 0 }: JsonSchema) => type === "array" && minItems === 0;

/** What can be chosen, if it is not typed. */
function valuesIn(schema: JsonSchema) {
  const values = kindOf(schema) === "choices" ? (schema.items as JsonSchema).enum : schema.enum;
  return values !== undefined && { values };
}

function kindOf({ type, format, enum: values, items, additionalProperties }: JsonSchema) {
  if (values !== undefined) return "choice";
  if (format === "date-time") return "time";
  if (format === "uri") return "url";
  if (type === "array") return kindOfList(items as JsonSchema);
  if (type === "object") return (additionalProperties as JsonSchema | undefined)?.type === "string" ? "pairs" : "json";
  if (type === "boolean") return "switch";
  return type === "integer" ? "number" : "text";
}

function kindOfList({ type, enum: values = [] }: JsonSchema) {
  if (type === "object") return "json";
  return values.length > 0 ? "choices" : "lines";
}

const mostCharacters = ({ type, maxLength, maximum }: JsonSchema) =>
  type === "integer" && maximum !== undefined ? String(maximum).length : maxLength;
