import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, hiddenFields, openBrowser } from "../../../../testing/browser.ts";
import { signedInAs } from "../../../../testing/factors/signed-in.ts";
import { advance, authorizationOf, redeem, signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";

const path = "/account/sessions";
let service: Service;
let here: Browser;
let there: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM browser_session");
  here = openBrowser(service.origin);
  there = openBrowser(service.origin);
  await signedInAs(service, "alice", { browser: here });
  await signedInAs(service, "alice", { browser: there });
});

const at = (answer: Answer) => answer.location?.href.slice(issuer.length);
const idOf = async (browser: Browser) => {
  const { id = "" } = await idsIn(browser);
  return id;
};
// The one session on the page that has a button, seen from the other browser.
const idsIn = async (browser: Browser) => hiddenFields((await browser.get(path)).body, path);
const isSignedIn = async (browser: Browser) => (await browser.get(path)).status === 200;

describe("a person sees where they are signed in", () => {
  it("with the browser's name, its network, when, and which one this is", async () => {
    const phone = openBrowser(service.origin);
    const header = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1" };
    const login = await phone.follow(await phone.get("/account"));
    const form = { ...hiddenFields(login.body, "/login"), username: "alice", password: "correct horse battery staple" };
    await phone.post("/login", { ...form, action: "sign-in" }, header);
    const { body } = await here.get(path);
    expect(body).toContain('<p class="title">Safari on iPhone</p>');
    expect(body.match(/>This device</g)).toHaveLength(1);
    expect(body.match(/name="action" value="end"/g)).toHaveLength(2);
    expect(body).toMatch(
      /<bdi>Signed in <time [^>]*>just\u00a0now<\/time><\/bdi><\/span> <span><bdi>10\.0\.\d+\.x<\/bdi>/,
    );
  });

  it("with the clients that were used there", async () => {
    await advance(there, authorizationOf("webClient"));
    expect((await here.get(path)).body).toContain("Used with Client webClient");
  });

  it("and of no other person", async () => {
    const mallory = openBrowser(service.origin);
    await signedInAs(service, "mallory", { browser: mallory });
    const { body } = await mallory.get(path);
    expect(body).not.toContain('value="end"');
    expect(body).not.toContain('id="end-others"');
  });

  it("cons-01: a User-Agent with markup is an unknown browser", async () => {
    const odd = openBrowser(service.origin);
    const login = await odd.follow(await odd.get("/account"));
    const form = { ...hiddenFields(login.body, "/login"), username: "alice", password: "correct horse battery staple" };
    await odd.post("/login", { ...form, action: "sign-in" }, { "user-agent": `<script>alert(1)</script>"onload=` });
    const { body } = await here.get(path);
    expect(body).toContain('<p class="title">Unknown device</p>');
    expect(body).not.toContain("alert(1)");
  });
});

describe("ASVS 7.5.2: a person signs out at another browser", () => {
  it("which is then at the sign-in page, and this one stays", async () => {
    const answer = await here.submit(await here.get(path), path, { action: "end" });
    expect(at(answer)).toBe("/account/sessions?done=session_ended");
    expect((await here.follow(answer)).body).toContain("Device signed out.");
    expect(at(await there.get(path))).toMatch(/^\/login\?/);
    expect(await isSignedIn(here)).toBe(true);
  });

  it("and what was issued there is revoked, and its client is notified", async () => {
    await service.rows("UPDATE client SET backchannel_logout_uri = 'https://rp.example/out' WHERE id = 'webClient'");
    const answer = await advance(there, authorizationOf("webClient"));
    const { body } = await redeem(service.origin, answer.get("code") ?? "");
    await here.submit(await here.get(path), path, { action: "end" });
    expect(await service.rows("SELECT client_id FROM logout_delivery")).toEqual([{ client_id: "webClient" }]);
    const [row] = await service.rows('SELECT revoked_at FROM "authorization" WHERE revoked_at IS NOT NULL');
    expect([body.token_type, row]).toEqual(["Bearer", { revoked_at: service.clock.now }]);
  });

  it("writes an audit event with the actor", async () => {
    await here.submit(await here.get(path), path, { action: "end" });
    const [row] = await service.rows("SELECT type, actor, actor_id, user_id FROM audit_event ORDER BY id DESC LIMIT 1");
    const { alice } = service;
    expect(row).toEqual({ type: "session_ended", actor: "user", actor_id: alice, user_id: alice });
  });

  it("acct-01: the session of another person is not found, and stays", async () => {
    const mallory = openBrowser(service.origin);
    await signedInAs(service, "mallory", { browser: mallory });
    const again = openBrowser(service.origin);
    await signedInAs(service, "mallory", { browser: again });
    const page = await mallory.get(path);
    const id = await idOf(here);
    for (const wanted of [id, "x", "", "00000000-0000-4000-8000-000000000001", `${id}'--`]) {
      expect((await mallory.submit(page, path, { action: "end", id: wanted })).status).toBe(404);
    }
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, true]);
  });
});

describe("a person signs out at all other browsers", () => {
  it("and this one stays", async () => {
    const answer = await here.submit(await here.get(path), path, { action: "end-others" });
    expect(at(answer)).toBe("/account/sessions?done=sessions_ended");
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
  });

  it("which ends what they prepared: mailed links, a change of address, remembered browsers", async () => {
    await service.rows(
      `INSERT INTO address_proof (id, purpose, slot, user_id, address, address_canonical, token_hash, tries_left,
                                  created_at, expires_at)
       VALUES (gen_random_uuid(), 'change', '\\x01', $1, 'a@b.example', 'a@b.example', '\\x02', 5, $2, $3)`,
      [service.alice, service.clock.now, new Date(service.clock.now.getTime() + 3_600_000)],
    );
    await service.rows(
      `INSERT INTO remembered_device (id, user_id, secret_hash, label, created_at, last_used_at, expires_at)
       VALUES (gen_random_uuid(), $1, '\\x03', 'Firefox', $2, $2, $3)`,
      [service.alice, service.clock.now, new Date(service.clock.now.getTime() + 3_600_000)],
    );
    await here.submit(await here.get(path), path, { action: "end-others" });
    for (const table of ["address_proof", "remembered_device"])
      expect(await service.rows(`SELECT id FROM ${table} WHERE user_id = $1`, [service.alice])).toEqual([]);
  });

  it("acct-07: signs in first where the last proof is older than 15 minutes, and the act is not repeated", async () => {
    service.pass(901);
    const page = await here.get(path);
    const asked = await here.submit(page, path, { action: "end-others" });
    expect(at(asked)).toMatch(/^\/login\?/);
    const back = await signIn(here, asked);
    expect(back.body).toContain("<h1>Devices</h1>");
    expect(await isSignedIn(there)).toBe(true);
    await here.submit(back, path, { action: "end-others" });
    expect(await isSignedIn(there)).toBe(false);
  });

  it("and a person with only one browser needs no new sign-in", async () => {
    service.pass(901);
    expect(at(await here.submit(await here.get(path), path, { action: "end" }))).toContain("done=session_ended");
  });
});

describe("a form of the account is bound to its page, session and browser", () => {
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ["no form token", { csrf: "" }, {}],
    ["another form token", { csrf: "x".repeat(43) }, {}],
    ["a page of another site", {}, { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
  ])("%s is 403", async (_, fields, headers) => {
    const form = hiddenFields((await here.get(path)).body, path);
    expect((await here.post(path, { ...form, action: "end", ...fields }, headers)).status).toBe(403);
    expect(await isSignedIn(there)).toBe(true);
  });

  it("the token of another session of the same person is 403", async () => {
    const { csrf } = hiddenFields((await there.get(path)).body, path);
    const { id } = hiddenFields((await here.get(path)).body, path);
    expect((await here.post(path, { csrf, id, action: "end" }, { origin: issuer })).status).toBe(403);
  });

  it("the token from before another person signed in is 403", async () => {
    const page = await here.get(path);
    await here.get("/end_session");
    await signIn(here, await here.get(authorizationOf("webClient", { prompt: "login" })), "mallory");
    expect((await here.submit(page, path, { action: "end" })).status).toBe(403);
  });

  it("a POST without a session leads to the page by GET, parks nothing and sets no cookie", async () => {
    const stranger = openBrowser(service.origin);
    const answer = await stranger.post(path, { action: "end-others" });
    expect([answer.status, at(answer), [...stranger.cookies]]).toEqual([303, path, []]);
  });
});

describe("the time of the last sign-in", () => {
  it("is kept with the person", async () => {
    const [row] = await service.rows("SELECT last_sign_in_at AS at FROM end_user WHERE username = 'alice'");
    expect(row?.at).toEqual(service.clock.now);
  });
});
