import { describe, expect, it } from "vitest";
import { trustRedirectUri } from "./redirect-uri.ts";

const native = { redirectUris: ["http://localhost/cb"], applicationType: "native" } as const;
const trust = (requested: string, nativeLocalhost: boolean, redirectUris: readonly string[] = native.redirectUris) =>
  trustRedirectUri({ ...native, redirectUris }, requested, { nativeLocalhost });

describe("MCP, X7: a listed localhost with any port", () => {
  it("matches if the deployment allows it", () => {
    expect(trust("http://localhost:51234/cb", true)).toBe("http://localhost:51234/cb");
  });

  it.each([
    ["another path", "http://localhost:51234/other"],
    ["https", "https://localhost:51234/cb"],
    ["another name of the machine", "http://app.localhost:51234/cb"],
    ["the IP address", "http://127.0.0.1:51234/cb"],
    ["a port out of range", "http://localhost:70000/cb"],
    ["a host that begins so", "http://localhost.evil.example/cb"],
  ])("does not match %s", (_, requested) => {
    expect(() => trust(requested, true)).toThrow("redirect_uri is not registered");
  });

  it("does not match by default", () => {
    expect(() => trust("http://localhost:51234/cb", false)).toThrow("redirect_uri is not registered");
  });

  it("does not make localhost match a listed IP address", () => {
    expect(() => trust("http://localhost:1/cb", true, ["http://127.0.0.1/cb"])).toThrow(
      "redirect_uri is not registered",
    );
  });
});
