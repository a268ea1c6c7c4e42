/** Attribute paths, such as `name.givenName`: RFC 7644 §3.10. */
import { type Attribute, named } from "./attribute.ts";
import { COMMON_ATTRIBUTES, type ResourceType } from "./schemas.ts";

/** An attribute of a resource, and one of its sub-attributes. */
export interface AttributePath {
  /** The URN of the extension that has the attribute; `undefined` for the core schema. */
  readonly extension: string | undefined;
  readonly attribute: Attribute;
  readonly sub: Attribute | undefined;
}

/**
 * Finds the attribute of a path, without regard to case, with or without the URN of its schema. Returns `undefined` if
 * the type of resource has no such attribute.
 */
export function attributePath(text: string, type: ResourceType): AttributePath | undefined {
  const { extension, rest } = withoutUrn(text, type);
  const [name = "", sub, ...more] = rest.split(".");
  if (more.length > 0) return undefined;
  const attribute =
    extension === undefined
      ? (named(type.schema.attributes, name) ?? named(COMMON_ATTRIBUTES, name))
      : named(type.extension?.attributes, name);
  if (attribute === undefined) return undefined;
  if (sub === undefined) return { extension, attribute, sub: undefined };
  const found = named(attribute.subAttributes, sub);
  return found === undefined ? undefined : { extension, attribute, sub: found };
}

/** Whether a path is only the URN of the extension. */
export const isExtension = (text: string, { extension }: ResourceType): boolean =>
  extension !== undefined && text.toLowerCase() === extension.id.toLowerCase();

function withoutUrn(text: string, { schema, extension }: ResourceType) {
  const lower = text.toLowerCase();
  if (extension !== undefined && lower.startsWith(`${extension.id.toLowerCase()}:`)) {
    return { extension: extension.id, rest: text.slice(extension.id.length + 1) };
  }
  const isCore = lower.startsWith(`${schema.id.toLowerCase()}:`);
  return { extension: undefined, rest: isCore ? text.slice(schema.id.length + 1) : text };
}
