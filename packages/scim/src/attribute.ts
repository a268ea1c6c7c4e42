/** How attributes of resources are described: RFC 7643 §2.2 and §7. */

export interface Attribute {
  readonly name: string;
  readonly type: "string" | "boolean" | "reference" | "dateTime" | "complex";
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: "readOnly" | "readWrite" | "immutable";
  readonly returned: "always" | "default";
  readonly uniqueness: "none" | "server";
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
}

/** A schema, with the URN that identifies it. */
export interface Schema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

type Changes = Partial<Omit<Attribute, "name" | "description">>;

/** An attribute with the defaults of RFC 7643 §2.2. */
export const attribute = (name: string, description: string, changes: Changes = {}): Attribute => ({
  name,
  type: "string",
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...changes,
});

/** An attribute with several values, each with a type, of which one is the primary one: RFC 7643 §2.4. */
export const plural = (
  name: string,
  description: string,
  types: readonly string[],
  subAttributes: readonly Attribute[],
): Attribute =>
  attribute(name, description, {
    type: "complex",
    multiValued: true,
    subAttributes: [
      ...subAttributes,
      attribute("type", "What the value is used for.", { canonicalValues: types }),
      attribute("primary", "Whether this is the preferred value.", { type: "boolean" }),
    ],
  });

/** The attribute of a name, without regard to case: RFC 7643 §2.1. */
export function named(attributes: readonly Attribute[] | undefined, name: string): Attribute | undefined {
  const key = name.toLowerCase();
  return attributes?.find((one) => one.name.toLowerCase() === key);
}
