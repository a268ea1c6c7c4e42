import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../../../testing/browser.ts";
import { addedPasskey } from "../../../../../testing/factors/passkeys.ts";
import { advance, authorizationOf } from "../../../../../testing/flows.ts";
import { type Service, startService } from "../../../../../testing/service.ts";
import { password } from "../../../../../testing/world.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService({
    settings: { MAIL_URL: "smtp://mail.example", MAIL_FROM: "a@b.example", SIGN_UP: "open" },
  });
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = openBrowser(service.origin);
  await advance(browser, authorizationOf("webClient"));
  service.pass(61);
});

const ask = async (changes: Record<string, string>) =>
  browser.follow(await browser.get(authorizationOf("webClient", changes)));
/** Whether the page asks for a name, offers an account, and hides the password behind a way that comes first. */
const shapeOf = ({ body }: Answer) => ({
  isKnown: body.includes('id="known"') && body.includes('value="alice"'),
  signUp: body.includes('id="sign-up"'),
  isSecond: body.includes('id="by-password"'),
  asksForPasskey: body.includes('id="use-passkey"'),
});
const KNOWN = { isKnown: true, signUp: false, isSecond: false, asksForPasskey: false };
const OTHER = { isKnown: false, signUp: true, isSecond: false, asksForPasskey: true };

describe("48: a person whose sign-in is too old is asked for a proof, and for no name", () => {
  it.each<[string, Record<string, string>, typeof KNOWN]>([
    ["max_age", { max_age: "60" }, KNOWN],
    ["prompt=login with the name of the session", { prompt: "login", login_hint: "alice" }, KNOWN],
    ["prompt=login, which lets another person sign in", { prompt: "login" }, OTHER],
    ["max_age with the name of another person", { max_age: "60", login_hint: "bob" }, { ...OTHER, isKnown: false }],
  ])("%s", async (_, changes, shape) => {
    expect(shapeOf(await ask(changes))).toEqual(shape);
  });

  it("after a wrong password, too, but not after another name", async () => {
    const page = await ask({ max_age: "60" });
    const wrong = { username: "alice", password: "wrong", action: "sign-in" };
    expect(shapeOf(await browser.submit(page, "/login", wrong))).toEqual(KNOWN);
    expect(shapeOf(await browser.submit(page, "/login", { ...wrong, username: "bob" }))).toEqual(OTHER);
  });

  it("the password of the page is theirs, and the request goes on", async () => {
    const page = await ask({ max_age: "60" });
    const sent = { username: "alice", password, action: "sign-in" };
    const answer = await browser.follow(await browser.submit(page, "/login", sent));
    expect(answer.location?.searchParams.has("code")).toBe(true);
  });

  it("a person with a passkey is asked for it first, and a browser without a session does not learn it", async () => {
    await addedPasskey(service, service.alice);
    expect(shapeOf(await ask({ max_age: "60" }))).toEqual({ ...KNOWN, isSecond: true, asksForPasskey: true });
    const stranger = openBrowser(service.origin);
    const page = await stranger.follow(await stranger.get(authorizationOf("webClient", { login_hint: "alice" })));
    expect([page.body.includes('id="by-password"'), page.body.includes('id="sign-up"')]).toEqual([false, true]);
  });
});
