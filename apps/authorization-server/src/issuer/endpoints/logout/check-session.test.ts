import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../../../../testing/browser.ts";
import { advance, authorizationOf, redeem } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.origin);
});

const stateCookie = () => [...browser.cookies].find(([name]) => name.endsWith("-state"));
const lookUp = (query: string) => fetch(`${service.origin}/session/check/client?${query}`);

describe("OIDC Session Management §3.2: the browser state", () => {
  it("is a separate cookie, which a script in a frame may read and no other host can set", async () => {
    await advance(browser, authorizationOf("webClient"));
    const [name = "", value] = stateCookie() ?? [];
    expect(name).toMatch(/^__Host-countersign-[0-9a-f]{8}-state$/);
    expect(value).toMatch(/^[\w-]{43}$/);
    const attributes = browser.attributes.get(name) ?? "";
    expect(attributes).toMatch(/; Secure/);
    expect(attributes).toMatch(/; SameSite=None/);
    expect(attributes).toMatch(/; Path=\//);
    expect(attributes).not.toMatch(/HttpOnly|Domain/);
    expect([...browser.cookies.values()].filter((other) => other === value)).toHaveLength(1);
  });

  it("changes with each sign-in and sign-out", async () => {
    await advance(browser, authorizationOf("webClient"));
    const first = stateCookie()?.[1];
    await advance(browser, authorizationOf("webClient", { prompt: "login" }));
    const second = stateCookie()?.[1];
    const page = await browser.get("/end_session");
    await browser.submit(page, "/end_session", {});
    expect(new Set([first, second, stateCookie()?.[1], undefined]).size).toBe(4);
  });
});

describe("OIDC Session Management §2: session_state", () => {
  it("is in every authentication response, with a new salt each time", async () => {
    const first = await advance(browser, authorizationOf("webClient"));
    const second = await advance(browser, authorizationOf("webClient"));
    for (const answer of [first, second]) expect(answer.get("session_state")).toMatch(/^[\w-]{43}\.[\w-]{16}$/);
    expect(first.get("session_state")).not.toBe(second.get("session_state"));
    expect(first.getAll("session_state")).toHaveLength(1);
  });

  it("is in an error response if there is a browser state, and does not reveal it", async () => {
    await advance(browser, authorizationOf("webClient"));
    service.pass(1);
    const refused = await advance(browser, authorizationOf("webClient", { prompt: "none", max_age: "0" }));
    expect(refused.get("error")).toBe("login_required");
    expect(refused.get("session_state")).toMatch(/^[\w-]{43}\.[\w-]{16}$/);
    expect(String(refused)).not.toContain(stateCookie()?.[1] ?? "");
  });

  it.each([
    ["without any sign-in in this browser", authorizationOf("webClient", { prompt: "none" })],
    ["to a request without openid", authorizationOf("webClient", { scope: "email" })],
  ])("is absent %s", async (_, address) => {
    expect((await advance(browser, address)).has("session_state")).toBe(false);
  });

  it("is not in a token response", async () => {
    const code = (await advance(browser, authorizationOf("webClient"))).get("code") ?? "";
    expect((await redeem(service.origin, code)).body).not.toHaveProperty("session_state");
  });
});

describe("sess-11: only the session iframe may be framed", () => {
  it("runs only our scripts and connects only to us", async () => {
    const page = await browser.get("/session/check");
    expect(page.headers.get("x-frame-options")).toBeNull();
    expect(page.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
    );
    expect(page.headers.get("set-cookie")).toBeNull();
    expect(page.body).toContain(`data-look-up="/session/check/client"`);
    expect(page.body).not.toMatch(/<script>|<form|<a /);
    for (const [, script = ""] of page.body.matchAll(/<script src="([^"]+)"/g))
      expect((await browser.get(script)).headers.get("content-type")).toMatch(/javascript/);
  });

  it.each(["/login", "/end_session", "/signed-out", "/"])("%s may not be framed", async (path) => {
    const { headers } = await browser.get(path);
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });
});

describe("logout-18: the lookup of a client's origin", () => {
  it.each([
    ["the origin of a redirect URI", "client_id=webClient&origin=https%3A%2F%2Frp.example", 204],
    ["another origin", "client_id=webClient&origin=https%3A%2F%2Fevil.example", 404],
    ["another scheme", "client_id=webClient&origin=http%3A%2F%2Frp.example", 404],
    ["another port", "client_id=webClient&origin=https%3A%2F%2Frp.example%3A8443", 404],
    ["more than an origin", "client_id=webClient&origin=https%3A%2F%2Frp.example%2Fcb", 404],
    ["an unknown client", "client_id=nobody&origin=https%3A%2F%2Frp.example", 404],
    ["a missing client_id", "origin=https%3A%2F%2Frp.example", 404],
    ["the opaque origin of a private scheme", "client_id=nativeClient&origin=null", 404],
    ["no origin", "client_id=webClient", 400],
    ["two origins", "client_id=webClient&origin=https%3A%2F%2Frp.example&origin=https%3A%2F%2Fevil.example", 400],
  ])("for %s", async (_, query, status) => {
    const answer = await lookUp(query);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("may be cached", async () => {
    const answer = await lookUp("client_id=webClient&origin=https%3A%2F%2Frp.example");
    expect(answer.headers.get("cache-control")).toBe("private, max-age=300");
  });
});
