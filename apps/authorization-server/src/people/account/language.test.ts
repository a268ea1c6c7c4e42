import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../../../testing/browser.ts";
import { signedInAs } from "../../../testing/factors/signed-in.ts";
import { authorizationOf, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  const key = `k1:${Buffer.alloc(32, 7).toString("base64url")}`;
  service = await startService({ settings: { MAIL_URL: "smtps://mail.example", KEY_ENCRYPTION_KEYS: key } });
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("UPDATE end_user SET locale = NULL");
  await service.rows("DELETE FROM mail_delivery");
  browser = openBrowser(service.origin);
  await signedInAs(service, "alice", { browser });
});

const choose = async (language: string, path = "/account") =>
  browser.submit(await browser.get(path), path, { action: "language", language });
const locale = async () =>
  (await service.rows("SELECT locale FROM end_user WHERE id = $1", [service.alice]))[0]?.locale;

describe("a person chooses the language of pages and mails", () => {
  it.each(["/account", "/account/sessions", "/account/activity", "/account/profile", "/account/password"])(
    "on %s, without a recent sign-in",
    async (path) => {
      await browser.get(path);
      const page = await browser.get(path);
      service.pass(301);
      const answer = await browser.submit(page, path, { action: "language", language: "fr" });
      expect([answer.status, answer.location?.pathname]).toEqual([303, path]);
      expect((await browser.get("/account")).body).toContain('<html lang="fr"');
      expect(await locale()).toBe("fr");
    },
  );

  it("and the next mail is in it", async () => {
    await choose("fr");
    const elsewhere = openBrowser(service.origin);
    await signIn(elsewhere, await elsewhere.get("/account"));
    expect((await service.mails()).at(-1)).toMatchObject({ kind: "new-browser", language: "fr" });
  });

  it("also on the pages of a request that names other languages", async () => {
    await choose("de");
    const login = await browser.follow(
      await browser.get(authorizationOf("webClient", { prompt: "login", ui_locales: "es" })),
    );
    expect(login.body).toContain('<html lang="de"');
  });

  it("A10: in the profile, too: the claim and the pages have one language", async () => {
    const path = "/account/profile";
    const save = async (fields: Record<string, string>) =>
      browser.submit(await browser.get(path), path, { action: "save", ...fields });
    await save({ locale: "fr" });
    expect([await locale(), (await browser.get("/account")).body.includes('<html lang="fr"')]).toEqual(["fr", true]);
    // Another value is saved, and the language that is there stays.
    const answer = await save({ locale: "fr", nickname: "Al" });
    expect(answer.headers.getSetCookie().filter((one) => one.includes("language"))).toEqual([]);
    // One that the pages do not have is a claim only.
    await save({ locale: "sv" });
    expect([await locale(), (await browser.get("/account")).body.includes('<html lang="fr"')]).toEqual(["sv", true]);
  });

  it("and not one that there is not", async () => {
    for (const language of ["xx", "", "../en", "en; domain=evil.example", "<script>"]) {
      const answer = await choose(language);
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([404, []]);
    }
    expect(await locale()).toBeNull();
  });

  it("a cookie with anything else is ignored", async () => {
    for (const value of ["<script>", "xx", "%66%72", `fr${"x".repeat(100)}`]) {
      const { body } = await openBrowser(service.origin).get("/", { cookie: `__Host-countersign-language=${value}` });
      expect(body).toContain('<html lang="en"');
    }
  });

  it("needs a form of the page", async () => {
    const form = { action: "language", language: "fr", csrf: "x" };
    expect((await browser.post("/account", form, { "sec-fetch-site": "same-origin" })).status).toBe(403);
    expect(await locale()).toBeNull();
  });
});
