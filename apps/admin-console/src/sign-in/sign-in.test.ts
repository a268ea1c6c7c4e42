import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../testing/answers.ts";
import { problem, startConsole, type TestConsole } from "../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const signedIn = {
  sub: "p2",
  sid: "s2",
  idToken: "id2",
  tokens: { access: "a2", refresh: "r2", expiresAt: new Date("2031-01-01") },
};
const start = async () => {
  console = await startConsole({
    scopes: ["people:read"],
    answers: answersWith("x"),
    provider: { complete: async () => signedIn },
  });
};
const cookieOf = (answer: Response, noun: string) =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.includes(`-${noun}=`))
    ?.split(";")[0] ?? "";

/** A browser that was sent to sign in. */
const begin = async (path = "/people?q=a") => cookieOf(await console.get(path, {}), "sign-in");

describe("the sign-in", () => {
  it("comes back to the page that the person wanted, with a session", async () => {
    await start();
    const answer = await console.get("/callback?code=c&state=st", { cookie: await begin() });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/people?q=a"]);
    const [session = ""] = answer.headers.getSetCookie();
    expect(session).toMatch(/^countersign-console-4004-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it.each([
    ["in another browser", "/callback?code=c&state=st", `countersign-console-4004-sign-in=${"x".repeat(43)}`],
    ["without a browser", "/callback?code=c&state=st", ""],
    ["with another state", "/callback?code=c&state=other", undefined],
    ["without a state", "/callback?code=c", undefined],
  ])("RFC 9700 §4.7: an answer is refused %s", async (_, path, cookie) => {
    await start();
    const own = await begin();
    const answer = await console.get(path, { cookie: cookie ?? own });
    expect([answer.status, cookieOf(answer, "session")]).toEqual([400, ""]);
  });

  it("an answer is taken once, and for ten minutes", async () => {
    await start();
    const cookie = await begin();
    expect((await console.get("/callback?code=c&state=st", { cookie })).status).toBe(303);
    expect((await console.get("/callback?code=c&state=st", { cookie })).status).toBe(400);
    const late = await begin();
    console.clock.now = new Date(console.clock.now.getTime() + 600_000);
    expect((await console.get("/callback?code=c&state=st", { cookie: late })).status).toBe(400);
  });

  it("a new session replaces the one before, whose refresh token is revoked", async () => {
    await start();
    const { cookie } = console.signedIn();
    await console.get("/callback?code=c&state=st", { cookie: `${cookie}; ${await begin()}` });
    expect(console.revoked).toEqual(["refresh"]);
    expect((await console.get("/", { cookie })).status).toBe(303);
  });
});

describe("co.5: a form that needs a stronger sign-in is kept for the person who sent it", () => {
  const PAGE = "/people/00000000-0000-4000-8000-000000000001";
  const challenge = 'Bearer error="insufficient_user_authentication", acr_values="mfa", max_age="900"';
  const isChange = ({ operation }: { operation: string }) => operation === "changePerson";
  const changes = () => console.sent.filter(isChange);

  /** @param refusals how often the API refuses the act, with this challenge */
  const sendAndReturn = async (sub: string, refusals = 1, refusal = challenge) => {
    const answers = answersWith("x");
    const changePerson = () => (changes().length <= refusals ? problem(401, refusal) : {});
    console = await startConsole({
      scopes: ["people:read", "people:write"],
      answers: { ...answers, changePerson },
      provider: { complete: async () => ({ ...signedIn, sub }) },
    });
    const sent = await console.post(PAGE, { act: "save", name: "Typed before", once: "k".repeat(43), etag: '"v0"' });
    const answer = await console.get("/callback?code=c&state=st", { cookie: cookieOf(sent, "sign-in") });
    return { cookie: cookieOf(answer, "session"), to: answer.headers.get("location") ?? "" };
  };

  it("decision 218: once the person proved who they are, the act is done at once, and once", async () => {
    const { cookie, to } = await sendAndReturn("p1");
    expect(to).toBe(PAGE);
    expect((await fetch(`${console.origin}${to}`, { method: "HEAD", headers: { cookie } })).status).toBe(200);
    expect(changes()).toHaveLength(1);
    const done = await console.get(to, { cookie });
    expect([done.status, done.headers.get("location")]).toEqual([303, expect.stringContaining("done=saved")]);
    const [before, after] = changes();
    expect(after?.input).toEqual(before?.input);
    expect((await console.get(to, { cookie })).status).toBe(200);
    expect(changes()).toHaveLength(2);
  });

  it.each([
    ["the API wants yet another proof", 9, challenge, 2],
    ["the session was over, and the act needs no proof", 1, 'Bearer error="invalid_token"', 1],
  ])("if %s, it is filled in again, and acts only when it is sent again", async (_, refusals, refusal, acts) => {
    const { cookie, to } = await sendAndReturn("p1", refusals, refusal);
    const first = await (await console.get(to, { cookie })).text();
    expect([first.includes("Typed before"), first.includes("Nothing has been done yet")]).toEqual([true, true]);
    expect(first).toMatch(/<button [^>]*id="save" autofocus>/);
    const second = await (await console.get(to, { cookie })).text();
    expect([second.includes("Typed before"), second.includes("autofocus")]).toEqual([false, false]);
    expect(changes()).toHaveLength(acts);
  });

  it("an act upon rows of a list is asked again, with the rows, because the list keeps no choice", async () => {
    const ids = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
    console = await startConsole({
      scopes: ["people:read", "people:write"],
      answers: { ...answersWith("x"), deletePeople: problem(401, challenge) },
      provider: { complete: async () => ({ ...signedIn, sub: "p1" }) },
    });
    const chosen = ids.map((id) => ["ids", id] as const);
    const sent = await console.post("/people", [["act", "delete"], ...chosen, ["confirmed", "yes"]]);
    const back = await console.get("/callback?code=c&state=st", { cookie: cookieOf(sent, "sign-in") });
    const html = await (await console.get("/people", { cookie: cookieOf(back, "session") })).text();
    expect([html.includes('id="confirmation"'), html.includes("Nothing has been done yet")]).toEqual([true, true]);
    for (const id of ids) expect(html).toContain(`<input type="hidden" name="ids" value="${id}">`);
  });

  it.each([
    ["hook", "testHook"],
    ["webhook", "testWebhook"],
  ])("the test of a %s is made once they proved who they are, and its page is shown", async (entity, operation) => {
    const answers = answersWith("x") as Readonly<Record<string, object>>;
    const tests = () => console.sent.filter((one) => one.operation === operation);
    console = await startConsole({
      scopes: ["settings:read", "settings:write"],
      answers: { ...answers, [operation]: () => (tests().length > 1 ? answers[operation] : problem(401, challenge)) },
      provider: { complete: async () => ({ ...signedIn, sub: "p1" }) },
    });
    const path = `/settings/${entity}s/00000000-0000-4000-8000-000000000001`;
    const sent = await console.post(path, { act: "test", once: "k".repeat(43) });
    const back = await console.get("/callback?code=c&state=st", { cookie: cookieOf(sent, "sign-in") });
    expect(back.headers.get("location")).toBe(path);
    const html = await (await console.get(path, { cookie: cookieOf(back, "session") })).text();
    expect(html).toContain('id="request-code"');
    const [before, after] = tests();
    expect([tests().length, after?.input]).toEqual([2, before?.input]);
  });

  it("another person does not get it", async () => {
    const { cookie, to } = await sendAndReturn("p9");
    expect(await (await console.get(to, { cookie })).text()).not.toContain("Typed before");
    expect(changes()).toHaveLength(1);
  });
});

describe("co.5: a session ends", () => {
  const isSignedIn = async () => (await console.get("/")).status === 200;

  it("after 30 minutes without a request", async () => {
    await start();
    console.clock.now = new Date(console.clock.now.getTime() + 29 * 60_000);
    expect(await isSignedIn()).toBe(true);
    console.clock.now = new Date(console.clock.now.getTime() + 30 * 60_000);
    expect(await isSignedIn()).toBe(false);
  });

  it("8 hours after the sign-in, no matter how busy the person is", async () => {
    await start();
    for (let minutes = 0; minutes < 8 * 60 - 20; minutes += 20) {
      console.clock.now = new Date(console.clock.now.getTime() + 20 * 60_000);
      expect(await isSignedIn()).toBe(true);
    }
    console.clock.now = new Date(console.clock.now.getTime() + 20 * 60_000);
    expect(await isSignedIn()).toBe(false);
  });

  it("by signing out, here and at the authorization server", async () => {
    await start();
    const answer = await console.post("/sign-out", {});
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "https://auth.example/logout"]);
    expect(console.revoked).toEqual(["refresh"]);
    expect(await isSignedIn()).toBe(false);
  });

  it("not by a form of another site", async () => {
    await start();
    expect((await console.post("/sign-out", { csrf: "x" })).status).toBe(403);
    expect(await isSignedIn()).toBe(true);
  });

  it.each([
    ["its session", { sub: "p1", sid: "s1" }, false],
    ["all sessions of the person", { sub: "p1", sid: undefined }, false],
    ["another session", { sub: "p1", sid: "s9" }, true],
    ["another person", { sub: "p9", sid: "s1" }, true],
  ])("by back-channel logout of %s", async (_, ended, stays) => {
    console = await startConsole({
      scopes: ["people:read"],
      answers: answersWith("x"),
      endedBy: { accept: async () => ended },
    });
    const send = { method: "POST", body: new URLSearchParams({ logout_token: "t" }) };
    expect((await fetch(`${console.origin}/backchannel-logout`, send)).status).toBe(200);
    expect(await isSignedIn()).toBe(stays);
    expect(console.revoked).toEqual(stays ? [] : ["refresh"]);
  });

  it("OIDC Back-Channel Logout §2.8: a token that is not valid is refused", async () => {
    await start();
    const send = { method: "POST", body: new URLSearchParams({ logout_token: "t" }) };
    expect((await fetch(`${console.origin}/backchannel-logout`, send)).status).toBe(400);
    expect(await isSignedIn()).toBe(true);
  });
});
