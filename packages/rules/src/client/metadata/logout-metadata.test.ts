import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { registrationParser } from "../registration/registration.ts";
import { logoutProblems } from "./logout-metadata.ts";

const issuer = "https://auth.example";
const redirect_uris = ["https://rp.example/cb", "https://rp.example:8443/cb", "https://rp;sandbox.example/cb"];
const parser = registrationParser({ issuer, scopes: ["openid"], userinfoJwt: false });
const take = (changes: object) => parser.parse({ client_name: "Web", redirect_uris, ...changes });
const refused = expect.objectContaining({ code: "invalid_client_metadata" });

describe("OIDC Back-Channel Logout §2.2: backchannel_logout_uri", () => {
  it.each([
    "https://rp.example/logout",
    "https://rp.example/logout?tenant=1",
    "https://elsewhere.example/logout",
    "https://localhost:8443/logout",
  ])("may be %s", (backchannel_logout_uri) => {
    const said = { backchannel_logout_uri, backchannel_logout_session_required: true };
    expect(take(said)).toMatchObject(said);
  });

  it.each([
    ["has a fragment", "https://rp.example/logout#x"],
    ["is http", "http://rp.example/logout"],
    ["is http on loopback while the issuer is https (ssrf-02)", "http://127.0.0.1:4002/logout"],
    ["has userinfo", "https://rp.example@evil.example/logout"],
    ["is a javascript: URI (dcr-07)", "javascript:alert(1)"],
    ["is of a private scheme", "com.example.app:/logout"],
    ["is relative", "/logout"],
    ["is not in its normalized form", "https://RP.example/logout"],
    ["has a space", "https://rp.example/log out"],
    ["is empty", ""],
    ["is not text", 1],
  ])("is refused when it %s", (_, backchannel_logout_uri) => {
    expect(() => take({ backchannel_logout_uri })).toThrow(refused);
  });

  it("may be http on localhost only while the issuer itself is", () => {
    const metadata = { redirect_uris, backchannel_logout_uri: "http://localhost:4002/logout" };
    expect(logoutProblems(metadata, { issuer: "http://localhost:4000" })).toEqual([]);
    expect(logoutProblems(metadata, { issuer })).toHaveLength(1);
  });
});

describe("OIDC Front-Channel Logout §2: frontchannel_logout_uri", () => {
  it.each(["https://rp.example/out", "https://rp.example/out?x=1", "https://rp.example:8443/out"])(
    "may be %s",
    (frontchannel_logout_uri) => {
      const said = { frontchannel_logout_uri, frontchannel_logout_session_required: true };
      expect(take(said)).toMatchObject(said);
    },
  );

  it.each([
    ["is of another host", "https://evil.example/out"],
    ["is of another port", "https://rp.example:444/out"],
    ["is of another scheme", "http://rp.example/out"],
    ["hides its host in userinfo", "https://rp.example@evil.example/out"],
    ["has userinfo", "https://a:b@rp.example/out"],
    ["has a fragment", "https://rp.example/out#x"],
    ["has a host that would end a directive of the page's Content-Security-Policy", "https://rp;sandbox.example/out"],
    ["is a javascript: URI", "javascript:alert(1)"],
    ["is a data: URI", "data:text/html,x"],
    ["has a session flag that is no boolean", undefined],
  ])("is refused when it %s", (what, frontchannel_logout_uri) => {
    const sent =
      what === "has a session flag that is no boolean"
        ? { frontchannel_logout_session_required: "yes" }
        : { frontchannel_logout_uri };
    expect(() => take(sent)).toThrow(refused);
  });

  it("has no opaque origin, regardless of the redirect URI of a native client", () => {
    const metadata = { redirect_uris: ["com.example.app:/cb"], frontchannel_logout_uri: "com.example.app:/out" };
    expect(logoutProblems(metadata, { issuer })).toEqual([["frontchannel_logout_uri", "must be https"]]);
  });

  it("has the origin of a redirect URI, or is refused, for any address", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (frontchannel_logout_uri) => {
        const problems = logoutProblems({ redirect_uris, frontchannel_logout_uri }, { issuer });
        const same = redirect_uris.some((uri) => new URL(uri).origin === new URL(frontchannel_logout_uri).origin);
        expect(problems.length === 0).toBe(same && !frontchannel_logout_uri.includes("#"));
      }),
    );
  });
});
