import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../../../../testing/browser.ts";
import { advance, agree, authorizationOf, basic, codeFor, redeem, signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";

let service: Service;
let browser: Browser;
let alices: string;
let mallorys: string;
beforeAll(async () => {
  service = await startService();
  alices = await hintOf("alice");
  mallorys = await hintOf("mallory");
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = openBrowser(service.origin);
  await advance(browser, authorizationOf("webClient"));
});

async function hintOf(username: string): Promise<string> {
  const code = await codeFor(openBrowser(service.origin), "webClient", {}, username);
  return (await redeem(service.origin, code)).body.id_token;
}
const ask = (hint: string, changes: Record<string, string> = {}) =>
  browser.get(authorizationOf("webClient", { id_token_hint: hint, ...changes }));

describe("OIDC Core §3.1.2.1 and §3.1.2.2: the response is for the person whom the ID token hint names", () => {
  it("who is signed in, without a page, also with an expired hint", async () => {
    service.pass(400);
    expect((await ask(alices, { prompt: "none" })).location?.searchParams.has("code")).toBe(true);
  });

  it("authz-18: if another person is signed in, prompt=none is login_required", async () => {
    const { location } = await ask(mallorys, { prompt: "none" });
    expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
      error: "login_required",
      state: "st1",
      iss: issuer,
    });
    expect(location?.searchParams.has("code")).toBe(false);
  });

  it("if another person is signed in, the sign-in page is shown, and the named person can continue", async () => {
    const done = await signIn(browser, await ask(mallorys), "mallory");
    const end = done.body.includes('action="/consent"') ? await agree(browser, done) : done;
    const { body } = await redeem(service.origin, end.location?.searchParams.get("code") ?? "");
    expect(JSON.parse(Buffer.from(body.id_token.split(".")[1], "base64url").toString()).sub).toBe(service.mallory);
  });

  it("a sign-in of another person ends the request with login_required", async () => {
    const page = await browser.follow(await ask(mallorys));
    const handle = /name="request" value="([^"]+)"/.exec(page.body)?.[1];
    const { location } = await signIn(browser, page, "alice");
    expect(location?.searchParams.get("error")).toBe("login_required");
    expect((await browser.get(`/authorization/continue?request=${handle}`)).status).toBe(400);
  });

  it.each<[string, () => string]>([
    ["text that is not a token", () => "a.b.c"],
    ["a changed token", () => alices.replace(/.{10}$/, "AAAAAAAAAA")],
    [
      "a token without a signature",
      () => `${Buffer.from('{"alg":"none"}').toString("base64url")}.${alices.split(".")[1]}.`,
    ],
  ])("%s is invalid_request", async (_, hint) => {
    expect((await ask(hint())).location?.searchParams.get("error")).toBe("invalid_request");
  });

  it("a token that was issued to another client is invalid_request", async () => {
    const code = await codeFor(browser, "webTwoUrisClient");
    const { body } = await redeem(
      service.origin,
      code,
      { redirect_uri: "https://rp4.example/cb" },
      basic("webTwoUrisClient"),
    );
    expect((await ask(body.id_token)).location?.searchParams.get("error")).toBe("invalid_request");
  });
});
