import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../../testing/acts/acts.ts";
import { type Answer, type Browser, type Fields, hiddenFields, openBrowser } from "../../../../../testing/browser.ts";
import { advance, authorizationOf, codeFor, redeem, signIn } from "../../../../../testing/flows.ts";
import { type Service, startService } from "../../../../../testing/service.ts";
import { issuer, password } from "../../../../../testing/world.ts";
import { addPerson } from "../../../../administration/people/people.ts";

let service: Service;
let browser: Browser;
let page: Answer;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = openBrowser(service.origin);
  page = await browser.follow(await browser.get(authorizationOf("webClient")));
});

const attempt = (username: string, secret: string, by = browser, at = page) =>
  by.submit(at, "/login", { username, password: secret, action: "sign-in" });
const sessionOf = (by: Browser) => [...by.cookies].find(([name]) => name.endsWith("-session"))?.[1];
const sessions = async () => (await service.rows("SELECT count(*)::int AS n FROM browser_session"))[0]?.n;

const LASTING = [
  ["device", 15_724_800],
  ["request", 3600],
] as const;

describe("sess-01: only our own form signs a person in", () => {
  const send = (fields: Fields, headers: Record<string, string>) =>
    browser.post("/login", { ...hiddenFields(page.body, "/login"), username: "alice", password, ...fields }, headers);

  it.each<[string, Fields, Record<string, string>]>([
    ["no token", { csrf: undefined }, {}],
    ["another token", { csrf: "x".repeat(43) }, {}],
    ["two tokens", { csrf: ["x", "y"] }, {}],
    ["another origin", {}, { origin: "https://evil.example" }],
    ["a cross-site request", {}, { "sec-fetch-site": "cross-site" }],
  ])("refuses %s, and signs no one in", async (_, fields, headers) => {
    const before = await sessions();
    const { status, body } = await send(fields, headers);
    expect(status).toBe(403);
    expect(body).toContain("access_denied");
    expect(sessionOf(browser)).toBeUndefined();
    expect(await sessions()).toBe(before);
  });

  it("refuses the form of another browser (login CSRF)", async () => {
    const mallory = openBrowser(service.origin);
    const hers = await mallory.follow(await mallory.get(authorizationOf("webClient")));
    const answer = await browser.post("/login", {
      ...hiddenFields(hers.body, "/login"),
      username: "mallory",
      password,
    });
    expect([answer.status, sessionOf(browser)]).toEqual([400, undefined]);
  });
});

describe("sess-02, sess-03: the session of a sign-in", () => {
  it("has a new secret each time, regardless of the cookie that the browser sent before", async () => {
    const known = openBrowser(service.origin);
    await advance(known, authorizationOf("webClient"));
    const name = [...known.cookies.keys()].find((one) => one.endsWith("-session")) ?? "";
    const planted = "A".repeat(43);
    browser.cookies.set(name, planted);
    await attempt("alice", password);
    const first = sessionOf(browser);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(first).not.toBe(planted);

    await signIn(browser, await browser.get(authorizationOf("webClient", { prompt: "login" })));
    expect(sessionOf(browser)).not.toBe(first);
    const old = openBrowser(service.origin);
    old.cookies.set(name, first ?? "");
    expect((await old.get("/")).body).not.toContain("alice");
  });

  it("is stored in cookies that no other host and no script can access", async () => {
    await attempt("alice", password);
    // The browser state reveals nothing, and is readable by the script of the session iframe (OIDC Session Management
    // §3.2).
    const ours = [...browser.attributes].filter(([name]) => !name.endsWith("-state"));
    expect([ours.length, browser.attributes.size]).toEqual([4, 5]);
    for (const [name, attributes] of ours) {
      expect(name).toMatch(/^__Host-/);
      const [, seconds] = LASTING.find(([noun]) => name.endsWith(`-${noun}`)) ?? [];
      const lasting = seconds === undefined ? [] : [`Max-Age=${seconds}`];
      expect(attributes.split("; ").slice(1).sort()).toEqual([
        "HttpOnly",
        ...lasting,
        "Path=/",
        "SameSite=Lax",
        "Secure",
      ]);
    }
  });

  it("of another person ends the previous one, and what was issued in it", async () => {
    await attempt("alice", password);
    const code = await codeFor(browser, "webClient");
    await signIn(browser, await browser.get(authorizationOf("webClient", { prompt: "login" })), "mallory");
    expect((await redeem(service.origin, code)).body.error).toBe("invalid_grant");
    expect((await browser.get("/")).body).toContain("mallory example");
  });
});

describe("cred-01: guessing reveals nothing", () => {
  it("an unknown person, a disabled person and a wrong password get the same response", async () => {
    await service.rows("UPDATE end_user SET disabled_at = now() WHERE id = $1", [service.mallory]);
    const answers = [
      await attempt("alice", "wrong"),
      await attempt("nobody", "wrong"),
      await attempt("mallory", password),
    ];
    await service.rows("UPDATE end_user SET disabled_at = NULL");

    const shown = answers.map(({ status, body, headers }) => {
      const named = [...headers].filter(([name]) => !["date", "content-length", "x-request-id"].includes(name));
      const challenge = /&quot;challenge&quot;:&quot;[\w-]+&quot;/;
      return {
        status,
        named,
        body: body.replace(/id="username" name="username" value="\w+"/, "").replace(challenge, ""),
      };
    });
    expect(shown[0]?.status).toBe(422);
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[2]).toEqual(shown[0]);
  });

  it.each([
    ["a password of 100 KB is too large a form (sess-16)", "x".repeat(100_000), 413],
    ["a password of 2 KB is a wrong one", "x".repeat(2000), 422],
    ["a password with more after a NUL is another one", `${password}\0x`, 422],
    ["a password in another case is another one", password.toUpperCase(), 422],
  ])("%s", async (_, secret, status) => {
    expect((await attempt("alice", secret)).status).toBe(status);
  });

  it("the typed username is returned escaped, and is not logged (authz-20)", async () => {
    const answer = await attempt('"><img src=x onerror=alert(1)>', "wrong");
    expect(answer.body).toContain("&lt;img");
    expect(answer.body).not.toContain("<img src=x");
    const hinted = await browser.follow(await browser.get(authorizationOf("webClient", { login_hint: '"><script>' })));
    expect(hinted.body).not.toContain("<script>");
    expect(JSON.stringify(await service.rows("SELECT * FROM audit_event"))).not.toContain("img src");
  });
});

describe("cred-03, dos-11: guessing is limited", () => {
  it("ten guesses at an account from one address, then 429; the owner can sign in from elsewhere", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 10; i++) statuses.push((await attempt("alice", `wrong ${i}`)).status);
    expect(new Set(statuses)).toEqual(new Set([422]));

    const refused = await attempt("ALICE", password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.body).toContain("Too many attempts");
    expect(sessionOf(browser)).toBeUndefined();

    const owner = openBrowser(service.origin);
    const hers = await owner.follow(await owner.get(authorizationOf("webClient")));
    expect((await attempt("alice", password, owner, hers)).status).toBe(303);
  });

  it("cred-12: every spelling of a username counts for the account that it signs in to", async () => {
    const [hash] = await service.rows("SELECT password_hash FROM end_user WHERE username = 'alice'");
    const mimi = { username: "mimi", passwordHash: String(hash?.password_hash), claims: {} };
    await addPerson(service.database, mimi, byOperatorAt(service.clock.now));
    expect((await attempt("m\u0130M\u0131", password)).status).toBe(303);

    const stranger = openBrowser(service.origin);
    const theirs = await stranger.follow(await stranger.get(authorizationOf("webClient")));
    const spellings = ["mimi", "m\u0130mi", "M\u0130M\u0130", "m\u0131mi", "\uff4dimi"];
    for (let n = 0; n < 10; n++)
      expect((await attempt(spellings[n % 5] ?? "", "wrong", stranger, theirs)).status).toBe(422);
    for (const spelling of spellings) expect((await attempt(spelling, password, stranger, theirs)).status).toBe(429);
  });

  it("a browser that signed in before is still accepted when others have to wait", async () => {
    await attempt("alice", password);
    const named = (by: Browser) => [...by.cookies].find(([name]) => name.endsWith("-device"));
    const [name = "", cookie = ""] = named(browser) ?? [];
    expect(cookie).not.toContain("alice");
    const { attempts, signInPerAccount: limit } = service.deps.limits;
    const counter = { limit, key: service.alice };
    const spent = Array.from({ length: 30 }, () => attempts.consume([[counter]]));
    await Promise.all(spent);

    const stranger = openBrowser(service.origin);
    const theirs = await stranger.follow(await stranger.get(authorizationOf("webClient")));
    expect((await attempt("alice", password, stranger, theirs)).status).toBe(429);
    expect(named(stranger)).toBeUndefined();

    stranger.cookies.set(name, cookie);
    expect((await attempt("alice", password, stranger, theirs)).status).toBe(303);
    for (let i = 0; i < 30; i++) await attempts.refund([counter]);
  });

  it("a hundred guesses at a hundred accounts from one address, then 429", async () => {
    const statuses = await Promise.all(Array.from({ length: 101 }, (_, i) => attempt(`user ${i}`, "wrong")));
    expect(statuses.filter(({ status }) => status === 422)).toHaveLength(100);
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe("RFC 6749 §4.1.2.1: cancel", () => {
  it("is sent to the client as access_denied, and ends the request", async () => {
    const { location } = await browser.submit(page, "/login", { action: "cancel" });
    expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
      error: "access_denied",
      state: "st1",
      iss: issuer,
    });
    expect((await attempt("alice", password)).status).toBe(400);
  });

  it("resp-14: no password, code or cookie is in the log", async () => {
    const answer = await advance(browser, authorizationOf("webClient"));
    const secrets = [password, answer.get("code") ?? "", ...browser.cookies.values()];
    for (const secret of secrets) expect(service.log()).not.toContain(secret);
  });
});
