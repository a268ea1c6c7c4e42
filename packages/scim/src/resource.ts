/** Resources as callers send them: RFC 7643 §2, RFC 7644 §3.3 and §3.5.1. */
import { type Attribute, named } from "./attribute.ts";
import { COMMON_ATTRIBUTES, type ResourceType } from "./schemas.ts";
import { badRequest, shown } from "./scim-error.ts";

/** A value of an attribute, by the names of the schema. An attribute without a value is missing. */
export type ScimValue = string | boolean | ScimObject | readonly ScimValue[];
export interface ScimObject {
  readonly [name: string]: ScimValue;
}

const LONGEST_TEXT = 1000;
const MOST_VALUES = 100;
/** A group is sent with all its members. */
export const MOST_MEMBERS = 5000;

/**
 * Reads a resource. Attributes that are unknown or read-only are ignored, and so is the password, which Okta sends.
 * Throws `invalidValue` or `invalidSyntax` for a wrong type, a value that is too long, or a missing required attribute.
 */
export function readResource(json: unknown, type: ResourceType): ScimObject {
  const members = membersOf(json, "the body");
  const attributes = [...type.schema.attributes, ...COMMON_ATTRIBUTES];
  const core = objectOf(members, attributes);
  const extension = type.extension;
  const sent = extension && members.find(([name]) => name.toLowerCase() === extension.id.toLowerCase())?.[1];
  const added = isUnassigned(sent) || !extension ? {} : objectOf(membersOf(sent, extension.id), extension.attributes);
  const resource = withExtension(core, type, added);
  assertComplete(resource, type);
  return resource;
}

/** A resource with what its extension has (RFC 7643 §3.3); an empty extension is left out. */
export function withExtension(core: ScimObject, { extension }: ResourceType, added: ScimObject): ScimObject {
  if (extension === undefined) return core;
  const { [extension.id]: _, ...others } = core;
  return Object.keys(added).length === 0 ? others : { ...others, [extension.id]: added };
}

/** Throws if a required attribute has no value. A boolean has one by default. */
function assertComplete(resource: ScimObject, { schema }: ResourceType): void {
  for (const { name, required, type } of schema.attributes) {
    if (required && type !== "boolean" && resource[name] === undefined)
      throw badRequest("invalidValue", `${name} is missing`);
  }
}

/** The value of an attribute; `undefined` if it is null or empty, which unassigns it: RFC 7643 §2.5. */
export function readValue(value: unknown, attribute: Attribute): ScimValue | undefined {
  if (isUnassigned(value)) return undefined;
  if (!attribute.multiValued) return readOne(value, attribute);

  // RFC 7644 §3.5.2.1 allows one value without an array.
  const values = Array.isArray(value) ? value : [value];
  const most = attribute.name === "members" ? MOST_MEMBERS : MOST_VALUES;
  if (values.length > most) throw badRequest("invalidValue", `${attribute.name} has more than ${most} values`);
  const read = values.map((one) => readOne(one, attribute)).filter((one) => one !== undefined);
  if (read.filter((one) => (one as ScimObject).primary === true).length > 1) {
    throw badRequest("invalidValue", `${attribute.name} has more than one primary value`);
  }
  return read.length === 0 ? undefined : read;
}

/** One value of an attribute. A text where an object is expected is its member `value`. */
export function readOne(value: unknown, attribute: Attribute): ScimValue | undefined {
  const { type, name, subAttributes } = attribute;
  if (type === "complex" && subAttributes !== undefined) {
    const isBare = typeof value === "string" && named(subAttributes, "value") !== undefined;
    const read = objectOf(membersOf(isBare ? { value } : value, name), subAttributes);
    return Object.keys(read).length === 0 ? undefined : read;
  }
  if (type === "boolean") {
    const read = booleanOf(value);
    if (read === undefined) throw badRequest("invalidValue", `${name} is neither true nor false`);
    return read;
  }
  if (typeof value !== "string") throw badRequest("invalidValue", `${name} is not a string`);
  if (value.length > LONGEST_TEXT || value.includes("\0") || !value.isWellFormed()) {
    throw badRequest("invalidValue", `${name} is too long, or has characters that cannot be stored`);
  }
  return value;
}

/** A boolean, also as Entra sends it: as the string "True" or "False". */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  const text = typeof value === "string" && value.length <= 5 ? value.toLowerCase() : undefined;
  return text === "true" ? true : text === "false" ? false : undefined;
}

const isUnassigned = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** The members of a JSON object. */
export function membersOf(json: unknown, what: string): readonly (readonly [string, unknown])[] {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw badRequest("invalidSyntax", `${shown(what)} is not an object`);
  }
  return Object.entries(json);
}

/** Reads the members that the attributes name, without regard to case: RFC 7643 §2.1. */
function objectOf(members: readonly (readonly [string, unknown])[], attributes: readonly Attribute[]): ScimObject {
  const read = new Map<string, ScimValue | undefined>();
  for (const [name, value] of members) {
    const attribute = named(attributes, name);
    if (attribute === undefined || attribute.mutability === "readOnly") continue;
    if (read.has(attribute.name)) throw badRequest("invalidSyntax", `${attribute.name} is sent more than once`);
    read.set(attribute.name, readValue(value, attribute));
  }
  const given = [...read].filter((entry): entry is [string, ScimValue] => entry[1] !== undefined);
  return Object.fromEntries(given);
}
