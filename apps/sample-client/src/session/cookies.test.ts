import type { Request } from "express";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { locationOf, openBrowser } from "../testing/browser.ts";
import { type FakeProvider, runFakeProvider } from "../testing/fake-provider.ts";
import { type RunningClient, runClient } from "../testing/run-client.ts";
import { readCookie } from "./cookies.ts";

const plainHttp = { secure: false };
const https = { secure: true };
const requestWith = (cookie: string | undefined) => ({ headers: { cookie } }) as Request;

describe("reading a cookie", () => {
  it.each([
    ["the only cookie", "id=1", "1"],
    ["one of several", "a=2; id=1; b=3", "1"],
    ["a name that others end with or begin with", "grid=2; id=1; id2=3", "1"],
    ["no such cookie", "a=2", undefined],
    ["no cookie at all", undefined, undefined],
    ["the name of an inherited property", "toString=x", undefined],
  ])("gives the value of %s", (_, header, expected) => {
    expect(readCookie(requestWith(header), "id", plainHttp)).toBe(expected);
  });

  it("accepts only a __Host- cookie behind https", () => {
    expect(readCookie(requestWith("id=1"), "id", https)).toBeUndefined();
    expect(readCookie(requestWith("id=1; __Host-id=2"), "id", https)).toBe("2");
  });

  it.each([
    ["two values", "id=1; id=2"],
    ["the same value twice", "id=1; id=1"],
    ["no space between them", "id=1;id=2"],
    ["space around the name", "id=1;\tid =2"],
    ["a cookie without a name whose value looks like one", "id; id=1"],
  ])("rp-26: refuses %s (RFC 6265 §4.2.2)", (_, header) => {
    expect(() => readCookie(requestWith(header), "id", plainHttp)).toThrow(/2 cookies/);
  });
});

describe("rp-26: a second cookie of the same name changes no session", () => {
  let provider: FakeProvider;
  let client: RunningClient;
  beforeEach(async () => {
    provider = await runFakeProvider();
    client = await runClient(provider.origin);
  });
  afterEach(async () => {
    await client.close();
    await provider.close();
  });

  const withCookies = (path: string, ...cookies: string[]) =>
    fetch(client.origin + path, { redirect: "manual", headers: { cookie: cookies.join("; ") } });

  /** Every cookie that the client has set in a browser, as the browser sends it back. */
  const cookiesOf = (response: Response) => response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");

  async function signIn(): Promise<string> {
    const browser = openBrowser();
    const away = await browser.visit(`${client.origin}/login`);
    const back = await browser.visit(provider.approve(locationOf(away)).href);
    return cookiesOf(back).find((cookie) => cookie.startsWith("sample_client_session=")) ?? "";
  }

  it.each([
    ["before", true],
    ["behind", false],
  ])("refuses a session cookie %s the real one", async (_, isFirst) => {
    const [own, planted] = [await signIn(), await signIn()];
    const response = await withCookies("/", ...(isFirst ? [planted, own] : [own, planted]));
    const page = await response.text();
    expect([response.status, page.includes("two cookies of the same name")]).toEqual([400, true]);
    expect(page).not.toContain("alice");
    expect((await withCookies("/", own)).status).toBe(200);
  });

  it("refuses two cookies of one sign-in before any token request", async () => {
    const away = await withCookies("/login");
    const [own = ""] = cookiesOf(away);
    const callback = provider.approve(locationOf(away));
    const response = await withCookies(callback.pathname + callback.search, own, own);
    expect([response.status, response.headers.getSetCookie()]).toEqual([400, []]);
    expect(provider.tokenRequests).toEqual([]);
  });
});
