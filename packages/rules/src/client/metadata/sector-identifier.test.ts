import { describe, expect, it } from "vitest";
import { assertSector, sectorOf } from "./sector-identifier.ts";

const registered = ["https://a.example/cb", "https://b.example/cb"];

describe("OIDC Registration §5: the document of a sector identifier", () => {
  it("names every redirect URI, and may name more", () => {
    expect(() => assertSector([...registered, "https://c.example/cb"], registered)).not.toThrow();
  });

  it.each([
    ["dcr-18: lacks a redirect URI", ["https://a.example/cb"]],
    ["spells a redirect URI in another way", ["https://a.example/cb", "https://B.example/cb"]],
    ["dcr-18: holds a null", [null]],
    ["dcr-18: is an object", { 0: "https://a.example/cb", 1: "https://b.example/cb" }],
    ["is text", "https://a.example/cb"],
    ["could not be fetched", undefined],
  ])("is refused when it %s", (_, document) => {
    expect(() => assertSector(document, registered)).toThrow(
      expect.objectContaining({ code: "invalid_client_metadata" }),
    );
  });
});

describe("OIDC Core §8.1: the sector of a client", () => {
  it.each([
    [
      "the one host of its redirect URIs",
      { redirect_uris: ["https://a.example/1", "https://a.example:8443/2"] },
      "a.example",
    ],
    [
      "the host of its sector identifier",
      { sector_identifier_uri: "https://S.example/x", redirect_uris: registered },
      "s.example",
    ],
    [
      "the host of its sector identifier, for a native app",
      { sector_identifier_uri: "https://s.example/x", redirect_uris: ["com.example.app:/cb"] },
      "s.example",
    ],
    ["none with several hosts (dcr-18)", { redirect_uris: registered }, undefined],
    ["none for a private-use scheme, which any app can claim", { redirect_uris: ["com.example.app:/cb"] }, undefined],
    ["none for a loopback host", { redirect_uris: ["http://127.0.0.1/cb"] }, undefined],
    ["none for https on a loopback host", { redirect_uris: ["https://localhost:8443/cb"] }, undefined],
  ])("is %s", (_, metadata, sector) => {
    expect(sectorOf(metadata)).toBe(sector);
  });
});
