import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, hiddenFields, openBrowser } from "../../../../../testing/browser.ts";
import { advance, agree, authorizationOf, redeem, signIn } from "../../../../../testing/flows.ts";
import { type Service, startService } from "../../../../../testing/service.ts";

let service: Service;
let browser: Browser;
let page: Answer;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = openBrowser(service.origin);
  await advance(browser, authorizationOf("webClient"));
  service.pass(10);
  page = await browser.follow(await browser.get(authorizationOf("webClient", { prompt: "select_account" })));
});

const subjectOf = async (answer: Answer) => {
  const { body } = await redeem(service.origin, answer.location?.searchParams.get("code") ?? "");
  return JSON.parse(Buffer.from(body.id_token.split(".")[1], "base64url").toString()).sub;
};
const choose = async (action: string) => browser.follow(await browser.submit(page, "/select-account", { action }));

describe("OIDC Core §3.1.2.1: prompt=select_account", () => {
  it("shows the person who is signed in, and the client", () => {
    expect(page.body).toContain('id="select-account"');
    expect(page.body).toContain("Continue as alice example");
    expect(page.body).toContain("Continue to Client webClient as:");
  });

  it("continues as that person, without another sign-in", async () => {
    expect(await subjectOf(await choose("continue"))).toBe(service.alice);
  });

  it("leads to the sign-in page for another account, and answers for the person who signs in there", async () => {
    const login = await choose("another");
    const consent = await signIn(browser, login, "mallory");
    const done = consent.body.includes('action="/consent"') ? await agree(browser, consent) : consent;
    expect(await subjectOf(done)).toBe(service.mallory);
  });

  it("accepts the same person there as well, and does not ask again", async () => {
    expect(await subjectOf(await signIn(browser, await choose("another"), "alice"))).toBe(service.alice);
  });

  it("does not sign out a person who only opens the sign-in page", async () => {
    await choose("another");
    expect((await browser.get("/")).body).toContain("alice example");
  });

  it("is a sign-in page if no one is signed in", async () => {
    const stranger = openBrowser(service.origin);
    const login = await stranger.follow(await stranger.get(authorizationOf("webClient", { prompt: "select_account" })));
    expect((await signIn(stranger, login)).location?.searchParams.has("code")).toBe(true);
  });

  it("comes before the consent that prompt=consent requires", async () => {
    page = await browser.follow(await browser.get(authorizationOf("webClient", { prompt: "consent select_account" })));
    expect((await choose("continue")).body).toContain('action="/consent"');
  });

  it("leaves a page whose request does not need it to the continue step", async () => {
    const consent = await browser.follow(await browser.get(authorizationOf("webClient", { prompt: "consent" })));
    const { request } = hiddenFields(consent.body, "/consent");
    const { location } = await browser.get(`/select-account?${new URLSearchParams({ request: request ?? "" })}`);
    expect(location?.pathname).toBe("/authorization/continue");
    const posted = await browser.post("/select-account", { request, action: "continue" });
    expect(posted.location?.pathname).toBe("/authorization/continue");
  });
});

describe("consent-02: only the person who saw the page can answer it", () => {
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ["no form token", { csrf: "" }, {}],
    ["another form token", { csrf: "x".repeat(43) }, {}],
    ["a page of another site", {}, { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ])("%s is 403", async (_, fields, headers) => {
    const form = hiddenFields(page.body, "/select-account");
    const answer = await browser.post("/select-account", { ...form, action: "continue", ...fields }, headers);
    expect([answer.status, answer.location]).toEqual([403, undefined]);
  });

  it("the form of a person who is no longer signed in is refused", async () => {
    const old = page;
    await signIn(browser, await browser.get(authorizationOf("webClient", { prompt: "login" })), "mallory");
    const answer = await browser.submit(old, "/select-account", { action: "continue" });
    expect(answer.status).toBe(403);
  });
});
