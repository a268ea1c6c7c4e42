import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../../../testing/browser.ts";
import { authorizationOf } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer, password } from "../../../testing/world.ts";

let service: Service;
let browser: Browser;
const linkOf = (body: string, id: string) =>
  new RegExp(`<a id="${id}"[^>]* href="([^"]*)"`).exec(body)?.[1]?.replaceAll("&amp;", "&");

beforeAll(async () => {
  service = await startService();
  await service.rows("UPDATE client SET client_uri = $2 WHERE id = $1", ["webClient", "https://app.example/"]);
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.origin);
});

/** Begins a request, and returns the address of its page. */
async function begun(changes: Record<string, string> = {}, by = browser): Promise<string> {
  const { location } = await by.get(authorizationOf("webClient", changes));
  return `/login${location?.search}`;
}

const nameOfCookie = () => [...browser.cookies.keys()].find((name) => name.endsWith("-request")) ?? "";

const encoded = (text: string) => Buffer.from(text).toString("base64url");

describe("F1: the page of a request that is over leads on", () => {
  it("to the same request, and to the app by its name, if it expired", async () => {
    const page = await begun({ state: "a b&c=d" });
    service.pass(3000);
    const over = await browser.get(page);
    expect([over.status, linkOf(over.body, "app")]).toEqual([400, "https://app.example/"]);
    const again = linkOf(over.body, "again") ?? "";
    expect(new URLSearchParams(again.split("?")[1]).get("state")).toBe("a b&c=d");
    const login = await browser.follow(await browser.get(again));
    expect([login.status, login.body.includes('action="/login"')]).toEqual([200, true]);
  });

  it("only to the app if it was answered, because the app no longer knows its state", async () => {
    const page = await begun();
    await browser.submit(await browser.get(page), "/login", { username: "alice", password, action: "sign-in" });
    const consent = await browser.get(page.replace("/login", "/consent"));
    await browser.submit(consent, "/consent", { decision: "deny" });
    const over = await browser.get(page);
    expect([over.status, linkOf(over.body, "again"), linkOf(over.body, "app")]).toEqual([
      400,
      undefined,
      "https://app.example/",
    ]);
  });

  it("in no other browser, and for no other request", async () => {
    const page = await begun();
    const foreign = await openBrowser(service.origin).get(page);
    await begun();
    const earlier = await begun({}, openBrowser(service.origin));
    const other = await browser.get(earlier);
    for (const { status, body } of [foreign, other])
      expect([status, linkOf(body, "again"), linkOf(body, "app")]).toEqual([400, undefined, undefined]);
  });

  it("to the sign-in that the app begins itself, if it registered one (OIDC Core §4)", async () => {
    const setLogin = (uri: string | null) =>
      service.rows("UPDATE client SET initiate_login_uri = $2 WHERE id = $1", ["webClient", uri]);
    await setLogin("https://app.example/login");
    const page = await begun();
    service.pass(3000);
    const over = await browser.get(page);
    expect(linkOf(over.body, "app")).toBe(`https://app.example/login?iss=${encodeURIComponent(issuer)}`);
    await setLogin(null);
  });

  it("only to the app if the request is too long for a cookie", async () => {
    const page = await begun({ state: "x".repeat(3000) });
    service.pass(3000);
    const over = await browser.get(page);
    expect([linkOf(over.body, "again"), linkOf(over.body, "app")]).toEqual([undefined, "https://app.example/"]);
  });

  it.each([
    ["nothing", ""],
    ["another form", "%%%=;;"],
    ["no handle", "client=webClient&query=client_id%3DwebClient"],
    ["another handle", "handle=y&client=webClient&query=client_id%3DwebClient"],
  ])("a cookie that we did not write is ignored: %s", async (_, text) => {
    await begun();
    browser.cookies.set(nameOfCookie(), encoded(text));
    const over = await browser.get("/login?request=x");
    expect([over.status, linkOf(over.body, "again"), linkOf(over.body, "app")]).toEqual([400, undefined, undefined]);
  });

  it("below the issuer, wherever a cookie points to", async () => {
    await begun();
    browser.cookies.set(nameOfCookie(), encoded("handle=x&client=unknown&query=%2F%2Fevil.example%22%3E%3Cscript"));
    const { body } = await browser.get("/login?request=x");
    expect(linkOf(body, "again")).toBe("/authorization?%2F%2Fevil.example%22%3E%3Cscript=");
    expect(linkOf(body, "app")).toBeUndefined();
  });
});
