import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../testing/browser.ts";
import { advance, agree, authorizationOf, redeem, signIn } from "../testing/flows.ts";
import { type Service, startService } from "../testing/service.ts";
import { password } from "../testing/world.ts";

/** What the version before this one, or a later one, would have written in place of what this one parks. */
let rewritten: (text: string) => string;
let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService({
    around: (store) => ({
      ...store,
      apply: (steps) =>
        store.apply(
          steps.map((step) =>
            step.do === "put" && step.key.startsWith("parked:") ? { ...step, value: rewritten(step.value) } : step,
          ),
        ),
    }),
  });
});
afterAll(() => service.close());
beforeEach(() => {
  rewritten = (text) => text;
  browser = openBrowser(service.origin);
});

const at = (answer: Answer) => answer.location?.pathname;
const sessionOf = (by: Browser) => [...by.cookies].find(([name]) => name.endsWith("-session"))?.[1];
const attempts = () =>
  service.rows("SELECT count(*)::int AS n FROM audit_event WHERE type IN ('sign_in', 'sign_in_failed')");

describe("sess-07, architecture §4.1: a page acts only while it is the next one", () => {
  it("the sign-in form of a tab that is behind signs nobody in, and checks no password", async () => {
    const page = await browser.follow(await browser.get(authorizationOf("webClient")));
    await signIn(browser, page);
    const [before, session] = [await attempts(), sessionOf(browser)];

    for (const username of ["alice", "mallory"]) {
      const again = await browser.submit(page, "/login", { username, password, action: "sign-in" });
      expect(at(again)).toBe("/authorization/continue");
    }
    expect((await browser.submit(page, "/login", { username: "alice", password: "wrong" })).status).toBe(303);
    expect(await attempts()).toEqual(before);
    expect(sessionOf(browser)).toBe(session);
  });

  it("nor does it refuse the request that goes on elsewhere", async () => {
    const page = await browser.follow(await browser.get(authorizationOf("webClient", { prompt: "consent" })));
    const consent = await signIn(browser, page);
    const cancelled = await browser.submit(page, "/login", { action: "cancel" });
    expect(at(cancelled)).toBe("/authorization/continue");
    expect((await agree(browser, consent)).location?.searchParams.has("code")).toBe(true);
  });

  it("a consent form of somebody who is not signed in any more grants nothing", async () => {
    const asked = await browser.follow(await browser.get(authorizationOf("webClient", { scope: "openid phone" })));
    const consent = await signIn(browser, asked, "mallory");
    for (const name of [...browser.cookies.keys()]) if (name.endsWith("-session")) browser.cookies.delete(name);
    const sent = await browser.submit(consent, "/consent", { action: "allow", scope: ["openid", "phone"] });
    expect(at(sent)).toBe("/authorization/continue");
    const granted = "SELECT FROM consent WHERE user_id = $1 AND 'phone' = ANY (granted_scopes)";
    expect(await service.rows(granted, [service.mallory])).toEqual([]);
  });
});

describe("decision 38: what waits is read by both versions during an upgrade", () => {
  it("the people whom a hint named count, though the version before did not write them down", async () => {
    const code = await advance(openBrowser(service.origin), authorizationOf("webClient"), "mallory");
    const hint = (await redeem(service.origin, code.get("code") ?? "")).body.id_token;
    await advance(browser, authorizationOf("webClient"));

    const dropped: string[] = [];
    rewritten = (text) => {
      const { intended, ...before } = JSON.parse(text);
      dropped.push(JSON.stringify(intended));
      return JSON.stringify(before);
    };
    const page = await browser.follow(await browser.get(authorizationOf("webClient", { id_token_hint: hint })));
    expect(dropped).toEqual([JSON.stringify({ userIds: [service.mallory] })]);
    const { location } = await signIn(browser, page, "alice");
    expect(location?.searchParams.get("error")).toBe("login_required");
  });

  it.each([
    ["a kind that this version does not know", (text: string) => text.replace('"redirect"', '"device"')],
    ["a shape that it does not know", () => '{"kind":"redirect","request":{},"progress":{}}'],
  ])("%s is over, and no failure of the server", async (_, change) => {
    rewritten = change;
    const sent = await browser.get(authorizationOf("webClient"));
    for (const path of ["/login", "/authorization/continue"]) {
      const answer = await browser.get(`${path}${sent.location?.search}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toContain("This sign-in is over");
    }
  });
});
