/** The schemas that we support, with the attributes that we keep: RFC 7643 §4 and §8.7. */
import { type Attribute, attribute, plural, type Schema } from "./attribute.ts";

export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const ENTERPRISE_SCHEMA = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

const complex = (name: string, description: string, subAttributes: readonly Attribute[]): Attribute =>
  attribute(name, description, { type: "complex", subAttributes });

const readOnly = { mutability: "readOnly" } as const;

const USER: Schema = {
  id: USER_SCHEMA,
  name: "User",
  description: "A person of the organization",
  attributes: [
    attribute("userName", "The username of the person.", { required: true, uniqueness: "server" }),
    complex("name", "The parts of the person's name.", [
      attribute("formatted", "The whole name."),
      attribute("familyName", "The family name."),
      attribute("givenName", "The given name."),
      attribute("middleName", "The middle names."),
      attribute("honorificPrefix", "The titles before the name."),
      attribute("honorificSuffix", "The titles after the name."),
    ]),
    attribute("displayName", "The name that is shown."),
    attribute("nickName", "The casual name."),
    attribute("profileUrl", "A page about the person.", { type: "reference", referenceTypes: ["external"] }),
    attribute("title", "The title of the person in the organization."),
    attribute("userType", "How the person is related to the organization."),
    attribute("preferredLanguage", "The language that the person prefers."),
    attribute("locale", "The language and region of the person."),
    attribute("timezone", "The time zone of the person."),
    attribute("active", "Whether the person is a member and may sign in; true unless it is sent.", {
      type: "boolean",
      required: true,
    }),
    plural("emails", "E-mail addresses.", ["work", "home", "other"], [attribute("value", "The address.")]),
    plural(
      "phoneNumbers",
      "Phone numbers.",
      ["work", "home", "mobile", "fax", "pager", "other"],
      [attribute("value", "The number.")],
    ),
    plural(
      "addresses",
      "Postal addresses.",
      ["work", "home", "other"],
      [
        attribute("formatted", "The whole address."),
        attribute("streetAddress", "The street and number."),
        attribute("locality", "The city."),
        attribute("region", "The state or region."),
        attribute("postalCode", "The postal code."),
        attribute("country", "The country."),
      ],
    ),
    attribute("groups", "The groups of the organization that the person is a member of.", {
      type: "complex",
      multiValued: true,
      ...readOnly,
      subAttributes: [
        attribute("value", "The id of the group.", { ...readOnly, caseExact: true }),
        attribute("$ref", "The address of the group.", { ...readOnly, type: "reference", referenceTypes: ["Group"] }),
        attribute("display", "The name of the group.", readOnly),
      ],
    }),
  ],
};

const ENTERPRISE: Schema = {
  id: ENTERPRISE_SCHEMA,
  name: "EnterpriseUser",
  description: "What an organization knows about a person",
  attributes: [
    attribute("employeeNumber", "The number of the person in the organization."),
    attribute("costCenter", "The name of a cost center."),
    attribute("organization", "The name of an organization."),
    attribute("division", "The name of a division."),
    attribute("department", "The name of a department."),
    complex("manager", "The person's manager.", [
      attribute("value", "The id of the manager.", { caseExact: true }),
      attribute("$ref", "The address of the manager.", { type: "reference", referenceTypes: ["User"] }),
      attribute("displayName", "The name of the manager.", readOnly),
    ]),
  ],
};

const GROUP: Schema = {
  id: GROUP_SCHEMA,
  name: "Group",
  description: "A group of people of the organization",
  attributes: [
    attribute("displayName", "The name of the group, unique in the organization.", {
      required: true,
      uniqueness: "server",
    }),
    attribute("members", "The people in the group.", {
      type: "complex",
      multiValued: true,
      subAttributes: [
        attribute("value", "The id of the person.", { mutability: "immutable", caseExact: true }),
        attribute("$ref", "The address of the person.", {
          mutability: "immutable",
          type: "reference",
          referenceTypes: ["User"],
        }),
        attribute("type", "What the member is.", { mutability: "immutable", canonicalValues: ["User"] }),
      ],
    }),
  ],
};

export const SCHEMAS: readonly Schema[] = [USER, GROUP, ENTERPRISE];

/** The attributes that every resource has: RFC 7643 §3.1. They are in no schema. */
export const COMMON_ATTRIBUTES: readonly Attribute[] = [
  attribute("id", "The id of the resource.", { ...readOnly, caseExact: true, returned: "always" }),
  attribute("externalId", "The id of the resource at the caller.", { caseExact: true }),
  attribute("schemas", "The schemas of the resource.", { ...readOnly, multiValued: true, returned: "always" }),
  attribute("meta", "About the resource itself.", {
    ...readOnly,
    type: "complex",
    subAttributes: [
      attribute("resourceType", "The type of the resource.", { ...readOnly, caseExact: true }),
      attribute("created", "When the resource was created.", { ...readOnly, type: "dateTime" }),
      attribute("lastModified", "When the resource last changed.", { ...readOnly, type: "dateTime" }),
      attribute("location", "The address of the resource.", { ...readOnly, type: "reference" }),
      attribute("version", "The version of the resource.", { ...readOnly, caseExact: true }),
    ],
  }),
];

/** A type of resource: its schema, and the schema that extends it. */
export interface ResourceType {
  readonly name: "User" | "Group";
  readonly endpoint: "/Users" | "/Groups";
  readonly description: string;
  readonly schema: Schema;
  readonly extension?: Schema;
}

export const USER_TYPE: ResourceType = {
  name: "User",
  endpoint: "/Users",
  description: "People of the organization",
  schema: USER,
  extension: ENTERPRISE,
};

export const GROUP_TYPE: ResourceType = {
  name: "Group",
  endpoint: "/Groups",
  description: "Groups of people of the organization",
  schema: GROUP,
};

export const RESOURCE_TYPES = [USER_TYPE, GROUP_TYPE] as const;
