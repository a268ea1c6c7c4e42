/** JSON Schema 2020-12 of a type of authorization details. */
import type { JsonObject } from "@countersign/rules";
import { Ajv2020 } from "ajv/dist/2020.js";
import { linearPattern } from "./linear-pattern.ts";

export type Schema = Readonly<Record<string, unknown>>;

/** Keywords with one schema, with a list of schemas, and with schemas by name. */
const ONE = "items,contains,additionalProperties,unevaluatedProperties,unevaluatedItems,propertyNames,not,if,then,else";
const SINGLE = ONE.split(",");
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const BY_NAME = ["properties", "patternProperties", "$defs", "dependentSchemas"];

/**
 * Compiles a schema, and returns the function that says whether an object of this type follows it. Members that the
 * schema does not name are refused, unless it says otherwise. Throws if it is not a valid schema, or refers to another
 * document.
 */
export function compileSchema(type: string, schema: Schema): (value: JsonObject) => boolean {
  const { properties } = schema;
  const named = isSchema(properties) ? properties : {};
  const whole = { ...schema, type: "object", properties: { ...named, type: { const: type } } };
  // A schema that is not understood completely checks less than its author meant, so it is refused.
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictTuples: false, logger: false, code: CODE });
  const validate = ajv.compile(closed(whole));
  return (value) => validate(value) === true;
}

const CODE = { regExp: linearPattern };

/** The schema, without members that it does not name in each object that it describes. */
function closed(schema: unknown): Schema {
  if (!isSchema(schema)) return schema as Schema;
  const changed: Record<string, unknown> = { ...schema };
  for (const name of SINGLE) if (isSchema(schema[name])) changed[name] = closed(schema[name]);
  for (const name of LISTS) if (Array.isArray(schema[name])) changed[name] = schema[name].map(closed);
  for (const name of BY_NAME) {
    const named = schema[name];
    if (isSchema(named))
      changed[name] = Object.fromEntries(Object.entries(named).map(([key, one]) => [key, closed(one)]));
  }
  const isOpen = "additionalProperties" in schema || "unevaluatedProperties" in schema;
  return "properties" in schema && !isOpen ? { ...changed, additionalProperties: false } : changed;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
