/** A page that plays a television: RFC 8628. */
import { describe, expect, it } from "vitest";
import { locationOf } from "../testing/browser.ts";
import { clientAndProvider } from "../testing/client-and-provider.ts";
import { runClient } from "../testing/run-client.ts";

const parties = clientAndProvider();
const address = () => `${parties.client.origin}/device`;
const look = () => parties.browser.visit(address());
const begin = (origin = parties.client.origin) =>
  parties.browser.visit(address(), { method: "POST", headers: { origin } });
const polls = () => parties.provider.tokenRequests.map((form) => form.get("device_code"));
const says = (error: string) => {
  parties.provider.lies = { ...parties.provider.lies, tokenAnswer: [400, { error }] };
};

describe("RFC 8628 §3.2: the television shows what the provider answered", () => {
  it("the address, the code, and both as a QR code in the page itself", async () => {
    expect(await (await look()).text()).toContain('id="show-code"');
    expect(locationOf(await begin())).toBe(address());
    says("authorization_pending");
    const page = await look();
    const text = await page.text();
    expect(text).toContain("BCDFG-HJKLM");
    expect(text).toMatch(/<div [^>]*id="qr" role="img"[^>]*><svg [^>]*>.*<\/svg><\/div>/);
    expect(text).not.toContain("<script");
    expect(text).not.toContain("dc-secret");
    expect(page.headers.get("refresh")).toBe("1");
  });

  it("the device code stays sealed: no part of it is in the cookie", async () => {
    await begin();
    const cookie = parties.browser.cookie(new URL(address()).host, "sample_client_device") ?? "";
    expect(cookie.length).toBeGreaterThan(50);
    expect(Buffer.from(cookie, "base64url").toString()).not.toContain("dc-secret");
  });

  it.each([
    ["an address without https", { verification_uri: "http://evil.example/" }],
    ["a link without https", { verification_uri_complete: "javascript:alert(1)" }],
  ])("%s is not shown", async (_, device) => {
    parties.provider.lies = { device };
    expect((await begin()).status).toBe(502);
  });

  it("a provider without the grant, and a form of another site", async () => {
    expect((await begin("https://evil.example")).status).toBe(403);
    parties.provider.lies = { discovery: { device_authorization_endpoint: undefined } };
    expect((await begin()).status).toBe(501);
    expect(parties.provider.requests).not.toContain("/device_authorization");
  });
});

describe("RFC 8628 §3.5: it asks again until the person decided", () => {
  it("pending, then signed in, by one poll each time that the page is read", async () => {
    await begin();
    says("authorization_pending");
    expect(await (await look()).text()).toContain("BCDFG-HJKLM");
    parties.provider.lies = {};
    expect(locationOf(await look())).toBe(`${parties.client.origin}/`);
    expect(polls()).toEqual(["dc-secret-1", "dc-secret-1"]);
    const home = await (await parties.browser.visit(`${parties.client.origin}/`)).text();
    expect(home).toContain("The television asked until it got tokens");
    // A second tab reads the page again: the code is not brought twice.
    expect(locationOf(await look())).toBe(`${parties.client.origin}/`);
    expect(polls()).toHaveLength(2);
  });

  it("not before the interval, which slow_down makes longer for good", async () => {
    await begin();
    says("slow_down");
    expect((await look()).headers.get("refresh")).toBe("6");
    parties.provider.lies = {};
    expect((await look()).headers.get("refresh")).toBe("6");
    expect(polls()).toHaveLength(1);
  });

  it.each([
    ["access_denied", "You declined"],
    ["expired_token", "The code expired before anyone answered"],
  ])("%s ends it, with a way to begin again", async (error, words) => {
    await begin();
    says(error);
    const text = await (await look()).text();
    expect(text).toContain(words);
    expect(text).toContain('id="show-code"');
    await look();
    expect(polls()).toHaveLength(1);
  });

  it.each([
    ["another error", { tokenAnswer: [400, { error: "invalid_grant" }] as [number, object] }],
    ["an ID token for another client", { claims: { aud: "other" } }],
    ["an ID token with another signature", { foreignKey: true }],
    ["no ID token", { tokens: { id_token: undefined } }],
    ["claims of another person", { userinfo: { sub: "mallory" } }],
  ])("%s is not a sign-in, and the provider is not asked again", async (_, lies) => {
    await begin();
    parties.provider.lies = lies as typeof parties.provider.lies;
    expect((await look()).status).toBe(502);
    expect(await (await look()).text()).toContain('id="show-code"');
    expect(polls()).toHaveLength(1);
  });

  it("a provider that does not answer ends nothing", async () => {
    await begin();
    parties.provider.lies = { tokenAnswer: [503, {}] };
    expect((await look()).status).toBe(503);
    parties.provider.lies = {};
    expect(locationOf(await look())).toBe(`${parties.client.origin}/`);
  });

  it("a code works once, also with a copy of the cookie", async () => {
    await begin();
    const { host } = new URL(address());
    const copy = parties.browser.cookie(host, "sample_client_device") ?? "";
    await look();
    const stolen = { headers: { cookie: `sample_client_device=${copy}` }, redirect: "manual" } as const;
    expect(await (await fetch(address(), stolen)).text()).toContain('id="show-code"');
    expect(polls()).toHaveLength(1);
  });

  it("RFC 9449 §5: with BIND_TOKENS the tokens are bound to a key", async () => {
    await parties.client.close();
    parties.client = await runClient(parties.provider.origin, { BIND_TOKENS: "yes" });
    await begin();
    expect(locationOf(await look())).toBe(`${parties.client.origin}/`);
    expect(parties.provider.proofs.map(({ what }) => what)).toContain("POST /token");
  });

  it("HEAD polls nothing (RFC 9110 §9.2.1)", async () => {
    await begin();
    expect((await parties.browser.visit(address(), { method: "HEAD" })).status).toBe(405);
    expect(polls()).toEqual([]);
  });
});
