import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../testing/browser.ts";
import { advance, agree, authorizationOf, redeem, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { password } from "../../../testing/world.ts";

/** What the previous or a later version would have written in place of what this version parks. */
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
  it("the sign-in form of an outdated tab signs no one in, and checks no password", async () => {
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

  it("nor does it refuse the request that continues elsewhere", async () => {
    const page = await browser.follow(await browser.get(authorizationOf("webClient", { prompt: "consent" })));
    const consent = await signIn(browser, page);
    const cancelled = await browser.submit(page, "/login", { action: "cancel" });
    expect(at(cancelled)).toBe("/authorization/continue");
    expect((await agree(browser, consent)).location?.searchParams.has("code")).toBe(true);
  });

  describe("the sign-in form of a waiting request works, although another request led to a sign-in", () => {
    /** The sign-in page of a waiting request, in a browser where Alice signed in to another request after it. */
    async function leftBehind(): Promise<Answer> {
      for (const username of ["alice", "mallory"]) {
        await advance(openBrowser(service.origin), authorizationOf("webClient"), username);
      }
      const page = await browser.follow(await browser.get(authorizationOf("webClient")));
      await advance(browser, authorizationOf("webClient"));
      return page;
    }

    it("cancelling does not send a code for the signed-in person", async () => {
      const { location } = await browser.submit(await leftBehind(), "/login", { action: "cancel" });
      expect(location?.searchParams.get("error")).toBe("access_denied");
      expect(location?.searchParams.has("code")).toBe(false);
    });

    it("signing in as another person answers for that person", async () => {
      const form = { username: "mallory", password, action: "sign-in" };
      const { location } = await browser.follow(await browser.submit(await leftBehind(), "/login", form));
      const { body } = await redeem(service.origin, location?.searchParams.get("code") ?? "");
      expect(JSON.parse(atob(body.id_token.split(".")[1])).sub).toBe(service.mallory);
    });

    it("a wrong password is reported, and the new form is bound to this browser and request", async () => {
      const page = await leftBehind();
      const wrong = { username: "mallory", password: "wrong", action: "sign-in" };
      expect((await browser.submit(page, "/login", wrong)).status).toBe(422);
      const foreign = { ...wrong, password, csrf: "x".repeat(43) };
      expect((await browser.submit(page, "/login", foreign)).status).toBe(403);
    });

    it("the page itself is not shown again: the browser is redirected", async () => {
      const form = /name="request" value="([^"]+)"/.exec((await leftBehind()).body);
      expect(at(await browser.get(`/login?request=${form?.[1]}`))).toBe("/authorization/continue");
    });
  });

  it("a consent form of a person who is no longer signed in grants nothing", async () => {
    const asked = await browser.follow(await browser.get(authorizationOf("webClient", { scope: "openid phone" })));
    const consent = await signIn(browser, asked, "mallory");
    for (const name of [...browser.cookies.keys()]) if (name.endsWith("-session")) browser.cookies.delete(name);
    const sent = await browser.submit(consent, "/consent", { action: "allow", scope: ["openid", "phone"] });
    expect(at(sent)).toBe("/authorization/continue");
    const granted = "SELECT FROM consent WHERE user_id = $1 AND 'phone' = ANY (granted_scopes)";
    expect(await service.rows(granted, [service.mallory])).toEqual([]);
  });
});

describe("decision 38: two versions read each other's waiting requests during an upgrade", () => {
  it("the person named by a hint is checked, although the previous version did not store them", async () => {
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
    ["a shape that this version does not know", () => '{"kind":"redirect","request":{},"progress":{}}'],
  ])("%s is treated as an ended request, and is no server error", async (_, change) => {
    rewritten = change;
    const sent = await browser.get(authorizationOf("webClient"));
    for (const path of ["/login", "/authorization/continue"]) {
      const answer = await browser.get(`${path}${sent.location?.search}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toContain("This sign-in has expired");
    }
  });
});
