import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sessionStateOf } from "./session-state.ts";

const parts = {
  clientId: "webClient",
  redirectUri: "https://rp.example/cb?x=1",
  browserState: "b".repeat(43),
  salt: "s",
};

describe("OIDC Session Management §3.2: session_state", () => {
  it("is a hash and its salt, without a space", () => {
    expect(sessionStateOf(parts)).toMatch(/^[\w-]{43}\.s$/);
  });

  it.each([
    ["client", { clientId: "webPostClient" }],
    ["origin", { redirectUri: "https://rp.example:8443/cb" }],
    ["browser state", { browserState: "c".repeat(43) }],
    ["salt", { salt: "t" }],
  ])("differs for another %s", (_, change) => {
    expect(sessionStateOf({ ...parts, ...change })).not.toBe(sessionStateOf(parts));
  });

  it("is the same for all redirect URIs of an origin", () => {
    expect(sessionStateOf({ ...parts, redirectUri: "https://rp.example/other" })).toBe(sessionStateOf(parts));
  });

  it("is absent if the redirect URI has no web origin", () => {
    expect(sessionStateOf({ ...parts, redirectUri: "com.example.app:/cb" })).toBeUndefined();
  });

  it("never contains the browser state", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w-]{43}$/), (browserState) => {
        expect(sessionStateOf({ ...parts, browserState })).not.toContain(browserState);
      }),
    );
  });
});
