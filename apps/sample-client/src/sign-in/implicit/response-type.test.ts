import { describe, expect, it } from "vitest";
import { implicitResponse } from "./response-type.ts";

const issuer = "https://op.example";
const introspection_endpoint = "https://op.example/introspect";

describe("the implicit response type to request, safest first", () => {
  it.each([
    ["id_token token", ["code", "id_token token", "token"]],
    ["token id_token", ["token", "token id_token"]], // RFC 6749 §3.1.1: the order has no meaning.
  ])("is %s if it is supported", (responseType, offered) => {
    const metadata = { issuer, response_types_supported: offered, introspection_endpoint };
    expect(implicitResponse(metadata, true)).toEqual({ kind: "id_token", responseType });
    expect(implicitResponse(metadata, false)).toEqual({ kind: "id_token", responseType });
  });

  it("is token if only that is supported and can be introspected", () => {
    const metadata = { issuer, response_types_supported: ["code", "token"], introspection_endpoint };
    expect(implicitResponse(metadata, true)).toEqual({ kind: "bare_token", responseType: "token" });
  });

  it.each([
    ["without credentials to introspect with", { response_types_supported: ["token"], introspection_endpoint }, false],
    ["without an introspection endpoint", { response_types_supported: ["token"] }, true],
    ["with an ID token only, which gives no claims", { response_types_supported: ["code", "id_token"] }, true],
    ["with a code in addition", { response_types_supported: ["code id_token token"], introspection_endpoint }, true],
    ["without metadata", {}, true],
  ])("is none %s", (_, metadata, canAuthenticate) => {
    expect(implicitResponse({ issuer, ...metadata }, canAuthenticate)).toBeUndefined();
  });
});
