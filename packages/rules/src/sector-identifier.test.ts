import { describe, expect, it } from "vitest";
import { assertSector } from "./sector-identifier.ts";

const registered = ["https://a.example/cb", "https://b.example/cb"];

describe("OIDC Registration §5: the document of a sector identifier", () => {
  it("names every redirect URI, and may name more", () => {
    expect(() => assertSector([...registered, "https://c.example/cb"], registered)).not.toThrow();
  });

  it.each([
    ["dcr-18: lacks one", ["https://a.example/cb"]],
    ["names one in another spelling", ["https://a.example/cb", "https://B.example/cb"]],
    ["dcr-18: holds a null", [null]],
    ["dcr-18: is an object", { 0: "https://a.example/cb", 1: "https://b.example/cb" }],
    ["is text", "https://a.example/cb"],
    ["could not be had", undefined],
  ])("is refused when it %s", (_, document) => {
    expect(() => assertSector(document, registered)).toThrow(
      expect.objectContaining({ code: "invalid_client_metadata" }),
    );
  });
});
