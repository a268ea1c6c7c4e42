import { describe, expect, it } from "vitest";
import { ecJwk, rsaJwk } from "../../testing/jwks.ts";
import { DEVICE_CODE, TOKEN_EXCHANGE } from "../record/registered-values.ts";
import { clientMetadata } from "./client-metadata.ts";

const shape = clientMetadata({ issuer: "https://auth.example" });
const web = { client_name: "Web", redirect_uris: ["https://rp.example/cb"] };
const oidc = { ...web, profile: "oidc" };

/** The problem that was found: the member and, if the rule is ours, the rule. */
const faults = (metadata: unknown) =>
  (shape.safeParse(metadata).error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}`);

describe("RFC 7591 §2.1, dcr-13: response types and grant types belong together", () => {
  it.each([
    ["a code", oidc, ["code"], ["authorization_code"]],
    ["a code, and refreshing", oidc, ["code"], ["authorization_code", "refresh_token"]],
    ["an ID token", oidc, ["id_token"], ["implicit"]],
    ["both flows", oidc, ["code", "id_token token"], ["authorization_code", "implicit"]],
    ["the hybrid flow (OIDC Registration §2)", oidc, ["code id_token token"], ["authorization_code", "implicit"]],
    ["neither a code nor a token, and no grant", oidc, ["none"], []],
    ["neither a code nor a token, and the default grant", oidc, ["none"], undefined],
    ["neither a code nor a token, or a code", oidc, ["none", "code"], ["authorization_code"]],
  ])("accepts %s", (_, client, response_types, grant_types) => {
    expect(faults({ ...client, response_types, grant_types })).toEqual([]);
  });

  it.each([
    ["a code without its grant", oidc, ["code", "token"], ["implicit"], "grant_types lacks"],
    ["a token without its grant", oidc, ["id_token token", "code"], ["authorization_code"], "grant_types lacks"],
    [
      "a grant that no response type needs",
      oidc,
      ["code"],
      ["authorization_code", "implicit"],
      "response_types has none",
    ],
    [
      "dcr-13: the hybrid flow with one grant",
      oidc,
      ["code id_token token"],
      ["authorization_code"],
      "grant_types lacks",
    ],
    ["dcr-13: the hybrid flow with the other", oidc, ["code token"], ["implicit"], "grant_types lacks"],
    ["a code without any grant", oidc, ["code"], [], "grant_types lacks"],
    ["refreshing nothing", oidc, ["none"], ["refresh_token"], "grant_types has refresh_token"],
    [
      "a grant that no response type needs, beside none and a code",
      oidc,
      ["none", "code"],
      ["authorization_code", "implicit"],
      "response_types has none",
    ],
    ["the code grant without a code", oidc, ["token"], ["authorization_code", "implicit"], "response_types has none"],
    ["refreshing without a code", oidc, ["token"], ["implicit", "refresh_token"], "grant_types has refresh_token"],
    [
      "a token in the front channel by OAuth 2.1",
      web,
      ["token"],
      ["implicit"],
      "response_types is not for clients of this profile",
    ],
  ])("refuses %s", (_, client, response_types, grant_types, problem) => {
    expect(faults({ ...client, response_types, grant_types })).toEqual([expect.stringContaining(problem)]);
  });

  it.each(["token", "id_token token", "code token"])("dpop-r17: refuses %s for a client of bound tokens", (type) => {
    const both = { response_types: [type], grant_types: ["authorization_code", "implicit"] };
    const problem = "dpop_bound_access_tokens must not stand beside a response type with token";
    expect(faults({ ...oidc, ...both, dpop_bound_access_tokens: true })).toContain(problem);
    expect(faults({ ...oidc, ...both })).not.toContain(problem);
  });

  it("reads a response type as a set, and keeps each value once", () => {
    const given = { response_types: ["token id_token", "id_token token"], grant_types: ["implicit", "implicit"] };
    expect(shape.parse({ ...oidc, ...given })).toMatchObject({
      response_types: ["id_token token"],
      grant_types: ["implicit"],
    });
  });
});

describe("RFC 8628: a client of devices", () => {
  const device = { client_name: "TV", grant_types: [DEVICE_CODE] };

  it.each([
    ["only by device", device],
    ["with refresh tokens", { ...device, grant_types: [DEVICE_CODE, "refresh_token"] }],
    ["and acts for itself", { ...device, grant_types: [DEVICE_CODE, "client_credentials"] }],
    ["without a secret", { ...device, token_endpoint_auth_method: "none" }],
  ])("needs no redirect URI, and has no response type: %s", (_, metadata) => {
    expect(shape.parse(metadata)).toMatchObject({ redirect_uris: [], response_types: [] });
  });

  it("may also sign people in by a browser", () => {
    const both = { ...web, grant_types: ["authorization_code", DEVICE_CODE] };
    expect(shape.parse(both)).toMatchObject({ response_types: ["code"] });
  });

  it("refresh tokens without one of the two are for nothing", () => {
    expect(shape.safeParse({ ...device, grant_types: ["refresh_token"], response_types: [] }).success).toBe(false);
  });

  it("dev-r10: is of no profile that demands pushed requests", () => {
    const problems = shape.safeParse({ ...device, profile: "fapi2" }).error?.issues.map(({ message }) => message);
    expect(problems).toContain("has device_code for a client of this profile");
  });
});

describe("RFC 8693 §5: a client that exchanges tokens", () => {
  const api = { client_name: "Orders", grant_types: [TOKEN_EXCHANGE] };

  it("needs no redirect URI, and may act for itself, too", () => {
    const both = { ...api, grant_types: [TOKEN_EXCHANGE, "client_credentials"] };
    expect(shape.parse(api)).toMatchObject({ redirect_uris: [], response_types: [] });
    expect(shape.parse(both)).toMatchObject({ redirect_uris: [], response_types: [] });
  });

  it("tex-r01: authenticates", () => {
    const problems = shape.safeParse({ ...api, token_endpoint_auth_method: "none" }).error?.issues;
    expect(problems?.map(({ message }) => message)).toContain("has token-exchange for a public client");
  });
});

describe("RFC 6749 §4.4: a client that acts for itself", () => {
  const machine = { client_name: "Machine", grant_types: ["client_credentials"] };

  it("needs no redirect URI, and has no response type", () => {
    expect(shape.parse(machine)).toMatchObject({ redirect_uris: [], response_types: [] });
  });

  it("I11: RFC 7662 §2.1: may have no grant at all, as an API has that only introspects", () => {
    expect(shape.parse({ ...machine, grant_types: [] })).toMatchObject({ grant_types: [], response_types: [] });
  });

  it("may also sign people in", () => {
    const both = { ...web, grant_types: ["authorization_code", "client_credentials"] };
    expect(shape.parse(both)).toMatchObject({ response_types: ["code"] });
  });

  it.each([
    [
      "dcr-13: without client authentication",
      { token_endpoint_auth_method: "none" },
      "grant_types has client_credentials for a public client",
    ],
    [
      "with a response type but no redirect URI",
      { response_types: ["code"] },
      "redirect_uris is missing: a response type needs one",
    ],
    [
      "without any grant and without authentication",
      { grant_types: [], response_types: [], token_endpoint_auth_method: "none" },
      "grant_types must name one, such as authorization_code",
    ],
    [
      "with a grant that no response type needs",
      { grant_types: ["authorization_code"], response_types: [] },
      "response_types has none for the grant type authorization_code",
    ],
  ])("is refused %s", (_, changes, problem) => {
    expect(faults({ ...machine, ...changes }).join()).toContain(problem);
  });
});

describe("RFC 7591 §2, dcr-12: the keys of a client", () => {
  const jwt = { ...web, token_endpoint_auth_method: "private_key_jwt" };

  it.each([
    ["by value", { jwks: { keys: [ecJwk, rsaJwk] } }],
    ["by reference", { jwks_uri: "https://rp.example/jwks" }],
  ])("may be given %s", (_, keys) => {
    expect(shape.parse({ ...jwt, ...keys })).toMatchObject(keys);
  });

  it.each([
    ["both", { jwks: { keys: [ecJwk] }, jwks_uri: "https://rp.example/jwks" }, "jwks must not stand beside jwks_uri"],
    ["no keys, although they are needed", {}, "token_endpoint_auth_method needs jwks or jwks_uri"],
  ])("are refused as %s", (_, keys, problem) => {
    expect(faults({ ...jwt, ...keys })).toEqual([problem]);
  });
});
