import { describe, expect, it } from "vitest";
import { resourceTypes, schemas, serviceProviderConfig } from "./discovery.ts";
import { projected, readProjection } from "./projection.ts";
import { readResource } from "./resource.ts";
import { ENTERPRISE_SCHEMA, GROUP_TYPE, USER_TYPE } from "./schemas.ts";
import { ScimError } from "./scim-error.ts";

const refusal = (json: unknown, type = USER_TYPE) => {
  try {
    return readResource(json, type);
  } catch (err) {
    return err instanceof ScimError ? [err.status, err.scimType] : err;
  }
};

describe("RFC 7643 §2: resources", () => {
  it("§2.1: names of attributes are read without regard to case", () => {
    expect(readResource({ USERNAME: "ann", Name: { GIVENNAME: "Ann" } }, USER_TYPE)).toEqual({
      userName: "ann",
      name: { givenName: "Ann" },
    });
  });

  it("§2.2: what is read-only is ignored, and what is unknown", () => {
    const json = { id: "1", meta: {}, groups: [{ value: "1" }], schemas: ["x"], photo: "y", userName: "ann" };
    expect(readResource(json, USER_TYPE)).toEqual({ userName: "ann" });
  });

  it("the password, which Okta sends, is ignored", () => {
    expect(readResource({ userName: "ann", password: "1mz050nq" }, USER_TYPE)).toEqual({ userName: "ann" });
  });

  it("§2.5: null and empty values unassign", () => {
    expect(readResource({ userName: "ann", title: null, emails: [], nickName: "" }, USER_TYPE)).toEqual({
      userName: "ann",
    });
  });

  it("§3.3: an extension is a member of its URN", () => {
    const json = {
      userName: "ann",
      [ENTERPRISE_SCHEMA]: { department: "X", manager: { value: "1", displayName: "no" } },
    };
    expect(readResource(json, USER_TYPE)).toEqual({
      userName: "ann",
      [ENTERPRISE_SCHEMA]: { department: "X", manager: { value: "1" } },
    });
  });

  it("refuses wrong types, values that are too long, and what is missing", () => {
    expect(refusal({})).toEqual([400, "invalidValue"]);
    expect(refusal({ userName: 1 })).toEqual([400, "invalidValue"]);
    expect(refusal({ userName: "a", username: "b" })).toEqual([400, "invalidSyntax"]);
    expect(refusal({ userName: "a", active: 1 })).toEqual([400, "invalidValue"]);
    expect(refusal({ userName: "a", name: "Ann" })).toEqual([400, "invalidSyntax"]);
    expect(refusal({ userName: "a".repeat(1001) })).toEqual([400, "invalidValue"]);
    expect(refusal({ userName: "a", emails: Array(101).fill({ value: "x" }) })).toEqual([400, "invalidValue"]);
    const two = [
      { value: "a", primary: true },
      { value: "b", primary: true },
    ];
    expect(refusal({ userName: "a", emails: two })).toEqual([400, "invalidValue"]);
    expect(refusal([])).toEqual([400, "invalidSyntax"]);
    expect(refusal("a")).toEqual([400, "invalidSyntax"]);
    expect(refusal({ members: [] }, GROUP_TYPE)).toEqual([400, "invalidValue"]);
  });
});

describe("RFC 7644 §3.9: attributes and excludedAttributes", () => {
  const user = {
    schemas: ["s"],
    id: "1",
    userName: "ann",
    name: { givenName: "Ann", familyName: "B" },
    emails: [{ value: "a@x.example", type: "work" }],
    [ENTERPRISE_SCHEMA]: { department: "X", division: "Y" },
  };
  const only = (attributes: string) => projected(user, readProjection({ attributes }, USER_TYPE));
  const without = (excludedAttributes: string) => projected(user, readProjection({ excludedAttributes }, USER_TYPE));

  it("returns what is named, and what is always returned", () => {
    expect(only("userName")).toEqual({ schemas: ["s"], id: "1", userName: "ann" });
    expect(only("name.givenName, emails.value, unknown")).toEqual({
      schemas: ["s"],
      id: "1",
      name: { givenName: "Ann" },
      emails: [{ value: "a@x.example" }],
    });
    expect(only(`${ENTERPRISE_SCHEMA}:division`)).toEqual({
      schemas: ["s"],
      id: "1",
      [ENTERPRISE_SCHEMA]: { division: "Y" },
    });
    expect(only(ENTERPRISE_SCHEMA)).toMatchObject({ [ENTERPRISE_SCHEMA]: { department: "X", division: "Y" } });
  });

  it("leaves out what is excluded, except what is always returned", () => {
    const { emails: _, ...rest } = user;
    expect(without("emails,id,schemas")).toEqual(rest);
    expect(without("name.givenName")).toEqual({ ...user, name: { familyName: "B" } });
    const { [ENTERPRISE_SCHEMA]: __, ...core } = user;
    expect(without(ENTERPRISE_SCHEMA)).toEqual(core);
  });

  it("refuses both, and too many names", () => {
    expect(() => readProjection({ attributes: "id", excludedAttributes: "emails" }, USER_TYPE)).toThrow(ScimError);
    expect(() => readProjection({ attributes: "a,".repeat(101) }, USER_TYPE)).toThrow(ScimError);
  });
});

describe("RFC 7644 §4: discovery", () => {
  it("says that bulk requests, sorting and changes of passwords are not supported", () => {
    const config = serviceProviderConfig("https://a.example/scim/v2");
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      changePassword: { supported: false },
      sort: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
    });
  });

  it("describes two types of resources and three schemas", () => {
    const base = "https://a.example/scim/v2";
    expect(resourceTypes(base).map(({ endpoint, schema }) => [endpoint, schema])).toEqual([
      ["/Users", USER_TYPE.schema.id],
      ["/Groups", GROUP_TYPE.schema.id],
    ]);
    expect(resourceTypes(base)[0]).toMatchObject({
      schemaExtensions: [{ schema: ENTERPRISE_SCHEMA, required: false }],
    });
    expect(schemas(base).map(({ meta }) => meta.location)).toContain(`${base}/Schemas/${ENTERPRISE_SCHEMA}`);
    expect(JSON.stringify(schemas(base))).not.toContain("password");
  });
});
