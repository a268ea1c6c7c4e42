import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, type Fields, openBrowser } from "../../../testing/browser.ts";
import { signedInAs } from "../../../testing/factors/signed-in.ts";
import { advance, authorizationOf } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";

const path = "/account/profile";
let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = openBrowser(service.origin);
  await signedInAs(service, "alice", { browser });
});

const save = async (fields: Fields, at = browser) => at.submit(await at.get(path), path, { action: "save", ...fields });
const held = async (columns: string) =>
  (await service.rows(`SELECT ${columns} FROM end_user WHERE id = $1`, [service.alice]))[0];
/** What `/userinfo` reads for the last authorization. */
const said = async () => {
  const [row] = await service.rows('SELECT id FROM "authorization" ORDER BY created_at DESC LIMIT 1');
  return service.deps.userinfo.find(String(row?.id));
};
const whole = "username, email, email_verified, name, nickname, website, password_hash, locale, updated_at";

describe("a person changes claims about themselves (OIDC Core §5.1)", () => {
  it("and what is said about them follows at once", async () => {
    service.pass(60);
    await advance(browser, authorizationOf("webClient", { scope: "openid profile" }));
    const answer = await save({
      name: "Alice Example",
      nickname: "Al",
      website: "https://alice.example",
      locale: "sv",
    });
    expect((await browser.follow(answer)).body).toContain("Your personal info was saved.");
    const claims = { name: "Alice Example", nickname: "Al", website: "https://alice.example", locale: "sv" };
    expect(await service.deps.users.claims(service.alice)).toMatchObject({ ...claims, updated_at: service.clock.now });
    expect(await said()).toMatchObject(claims);
    expect((await browser.get(path)).body).toContain("Signed in as Alice Example.");
  });

  it("removes one that is left empty, and keeps one that was not sent", async () => {
    await save({ nickname: "Al", website: "https://alice.example" });
    await save({ nickname: "" });
    expect(await held("nickname, website")).toEqual({ nickname: null, website: "https://alice.example" });
  });

  it("writes an audit event with the names of the claims, and none of their values", async () => {
    await save({ nickname: "Somebody else" });
    const [row] = await service.rows("SELECT type, actor, actor_id, detail FROM audit_event ORDER BY id DESC LIMIT 1");
    const detail = { claims: ["nickname"] };
    expect(row).toEqual({ type: "profile_changed", actor: "user", actor_id: service.alice, detail });
    await save({ nickname: "Somebody else" });
    expect(await service.rows("SELECT FROM audit_event WHERE type = 'profile_changed' AND detail = '{}'")).toEqual([]);
  });

  it("acct-02: in fields that are not of the form, nothing changes", async () => {
    const before = await held(whole);
    const fields = ["sub", "email", "email_verified", "username", "phone_number", "id", "disabled_at", "__proto__"];
    for (const field of [...fields, "picture", "preferred_username", "gender"]) {
      const answer = await save({ nickname: "Changed", [field]: "mallory" });
      expect([field, answer.status]).toEqual([field, 400]);
    }
    expect((await save({ nickname: ["One", "Two"] })).status).toBe(400);
    expect(await held(whole)).toEqual(before);
  });

  it.each([["javascript:alert(1)"], ["//evil"], ["\\\\evil"], ["https://alice.example\u202e"]])(
    "acct-04: the website %j is refused, and nothing is saved",
    async (website) => {
      const before = await held(whole);
      const answer = await save({ nickname: "Changed", website });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatch(/<input id="website"[^>]*aria-invalid="true" aria-describedby="problem-website"/);
      expect(answer.body).toContain('value="Changed"');
      expect(await held(whole)).toEqual(before);
    },
  );

  it("cons-01: a name with markup is shown as text, in the form and elsewhere", async () => {
    const name = `<script>alert(1)</script>"onload='x'`;
    const { body } = await browser.follow(await save({ name }));
    expect(body).toContain('value="&lt;script&gt;alert(1)&lt;/script&gt;&quot;onload=&#39;x&#39;"');
    for (const page of ["/account", "/account/sessions", "/"]) {
      const shown = (await browser.get(page)).body;
      expect(shown).toContain("&lt;script&gt;alert(1)");
      expect(shown).not.toMatch(/<script>alert|"onload=/);
    }
  });

  it("cons-01: a name that turns the text around it is refused", async () => {
    expect((await save({ name: "Alice\u202egro.live" })).status).toBe(422);
    expect((await save({ name: "Alice\u2066" })).status).toBe(422);
  });

  it("needs a form of this page", async () => {
    const form = { nickname: "Changed", action: "save", csrf: "x" };
    expect((await browser.post(path, form, { "sec-fetch-site": "same-origin" })).status).toBe(403);
  });
});

describe("PROFILE_CLAIMS: the deployment says which claims people may change", () => {
  it("others are unknown fields, and without any there is no page", async () => {
    const strict = await startService({ settings: { PROFILE_CLAIMS: "nickname, gender" } });
    const none = await startService({ settings: { PROFILE_CLAIMS: "" } });
    const at = openBrowser(strict.origin);
    const page = await (await signedInAs(strict, "alice", { browser: at })).get(path);
    expect(page.body).toMatch(/id="gender"/);
    expect(page.body).not.toMatch(/id="name"/);
    expect((await save({ gender: "x", name: "Changed" }, at)).status).toBe(400);
    expect((await save({ gender: "x" }, at)).status).toBe(303);
    const [row] = await strict.rows("SELECT name, gender FROM end_user WHERE id = $1", [strict.alice]);
    expect(row).toEqual({ name: "alice example", gender: "x" });

    expect((await openBrowser(none.origin).get(path)).status).toBe(404);
    await Promise.all([strict.close(), none.close()]);
  });
});
