import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { authorizationOf } from "../../../../testing/flows.ts";
import {
  CLIENT_ID,
  type Federation,
  hasFailed,
  isConsent,
  openPerson,
  type Person,
  startFederation,
} from "../../../../testing/servers/federation.ts";
import { type Behaviour, startProvider } from "../../../../testing/servers/provider.ts";
import { password } from "../../../../testing/world.ts";

let at: Federation;
let me: Person;
beforeAll(async () => {
  at = await startFederation();
});
afterAll(() => at.close());
beforeEach(() => {
  me = openPerson(at);
});

describe("fe.5, OIDC Core §3.1.3.7: a provider that lies", () => {
  const past = Math.floor(Date.now() / 1000) - 3600;
  const unsigned = (token: string) => `${Buffer.from('{"alg":"none"}').toString("base64url")}.${token.split(".")[1]}.`;
  const broken = (token: string) => `${token.slice(0, -6)}AAAAAA`;

  /** Puts members before those of the response at one path. */
  const twice = (at: string, members: string) => (path: string, text: string) =>
    path === at ? `{${members},${text.slice(1)}` : text;

  it.each<[string, Behaviour]>([
    ["an unsigned ID token", { forge: unsigned }],
    ["a wrong signature", { forge: broken }],
    ["a key that is not its own", { otherKey: true }],
    ["another audience", { claims: { aud: "another-client" } }],
    ["another issuer", { claims: { iss: "https://evil.example" } }],
    ["an expired ID token", { claims: { exp: past } }],
    ["another nonce", { claims: { nonce: "another" } }],
    ["no nonce", { claims: { nonce: undefined } }],
    ["another at_hash", { claims: { at_hash: "AAAAAAAAAAAAAAAAAAAAAA" } }],
    ["A4: a member of the ID token twice", { written: (json) => `{"sub":"bob",${json.slice(1)}` }],
    ["A4: a member of the token response twice", { answered: twice("/token", '"expires_in":1,"expires_in":2') }],
    [
      "A4: a member at /userinfo twice",
      { answered: twice("/userinfo", '"email":"a@x.example","email":"b@x.example"') },
    ],
    ["no ID token", { tokens: { id_token: undefined } }],
    ["another subject at /userinfo", { userinfo: { sub: "alice" } }],
    ["link-07: a subject of 10 KB", { claims: { sub: "x".repeat(10_240) } }],
    ["link-07: a subject with NUL", { claims: { sub: "a\0b" } }],
    ["link-07: a list as subject", { claims: { sub: ["a"] } }],
  ])("%s signs no one in", async (_, behaviour) => {
    at.provider.behave({ ...behaviour, claims: { sub: "person-1", ...behaviour.claims } });
    expect(hasFailed(await me.through())).toBe(true);
    expect(await at.service.rows("SELECT FROM federated_identity WHERE subject = 'person-1'")).toEqual([]);
  });

  it.each([
    ["metadata", "/.well-known/openid-configuration", '"issuer":"https://x.example"'],
    ["keys", "/jwks", '"keys":[]'],
  ])("A4: %s with a member twice are not read", async (alias, path, member) => {
    at.provider.behave({ answered: twice(path, member), claims: { sub: "person-2" } });
    await at.add({ alias, clientId: CLIENT_ID });
    const left = await me.leave(alias).catch(() => undefined);
    if (left !== undefined) expect(hasFailed(await me.back(at.provider.answer(left)))).toBe(true);
    expect(at.service.log()).toContain("a member is repeated");
    expect(await at.service.rows("SELECT FROM federated_identity WHERE subject = 'person-2'")).toEqual([]);
  });

  it("link-08: metadata that leads elsewhere is not followed", async () => {
    const lying = await startProvider(CLIENT_ID);
    await at.add({ alias: "lying", issuer: lying.issuer });
    lying.behave({ metadata: { token_endpoint: "https://10.0.0.1/token", jwks_uri: "https://169.254.169.254/jwks" } });
    const page = await me.browser().follow(await me.browser().get(authorizationOf("webClient")));
    const sent = await me.browser().submit(page, "/login", { action: "federated", provider: "lying" });
    expect([sent.status, hasFailed(sent)]).toEqual([422, true]); // its own host is not allowed either
    expect(lying.listener.connections()).toBe(0);
    await lying.close();
    at.provider.behave({ metadata: { token_endpoint: "https://10.0.0.1/token" } });
    await at.add({ alias: "elsewhere", clientId: "fresh" });
    expect(hasFailed(await me.back(at.provider.answer(await me.leave("elsewhere"))))).toBe(true);
    expect(at.service.log()).toContain("names an address that is not public");
  });

  it("a refusal leads back to the sign-in page, which still works", async () => {
    const answer = at.provider.answer(await me.leave(), { error: "access_denied", error_description: "<script>" });
    answer.searchParams.delete("code");
    const page = await me.back(answer);
    expect(hasFailed(page)).toBe(true);
    expect(page.body).not.toContain("<script>");
    // Decision 254: the reference is that of the request that failed, not that of the page.
    const [, reference] = /<code id="error-reference" dir="ltr">([\w-]{12})<\/code>/.exec(page.body) ?? [];
    const lines = at.service.log().split("\n");
    const line = lines.find(
      (one) => one.includes("a sign-in at another provider failed") && one.includes(`${reference}`),
    );
    expect(JSON.parse(line ?? "{}")).toMatchObject({ reference, level: "warn" });
    const next = await me.browser().submit(page, "/login", { username: "alice", password, action: "sign-in" });
    expect(isConsent(await me.browser().follow(next))).toBe(true);
  });
});

describe("fe.11, fe.12: what a sign-in at a provider amounts to", () => {
  const levelOf = async () => {
    const [row] = await at.service.rows("SELECT acr, amr FROM sign_in ORDER BY authenticated_at DESC LIMIT 1");
    return row;
  };
  beforeEach(() => at.service.pass(60));

  it.each([
    [{}, { acr: "urn:countersign:acr:password", amr: ["federated"] }],
    [{ amr: ["pwd", "otp"] }, { acr: "urn:countersign:acr:password", amr: ["federated"] }],
    [{ amr: ["pwd", "mfa"] }, { acr: "urn:countersign:acr:mfa", amr: ["federated", "mfa"] }],
    [{ acr: "gold" }, { acr: "urn:countersign:acr:mfa", amr: ["federated", "mfa"] }],
  ])("an ID token with %j", async (claims, level) => {
    me.tell({ email: `iris${me.serial}@corp.example`, email_verified: true, ...claims });
    expect(isConsent(await me.through())).toBe(true);
    expect(await levelOf()).toEqual(level);
  });

  it("fe.12: a second factor is asked for here, unless the provider says that it asked for several", async () => {
    me.prove();
    await me.through();
    const [identity] = await me.identities();
    await at.service.rows(
      `INSERT INTO totp_factor
         (id, user_id, name, sealed_secret, key_encryption_key_id, last_step, last_used_at, created_at)
       VALUES (gen_random_uuid(), $1, 'app', '', 'k1', 0, now(), now())`,
      [identity?.user_id],
    );
    me.useNewBrowser();
    expect((await me.through()).body).toContain('action="/login/second-factor"');
    me.tell({ amr: ["mfa"] });
    me.useNewBrowser();
    expect(isConsent(await me.through())).toBe(true);
  });

  it("an old authentication at the provider is not enough for max_age", async () => {
    const hourAgo = Math.floor(Date.now() / 1000) - 3600;
    me.tell({ email: `iris${me.serial}@corp.example`, email_verified: true, auth_time: hourAgo });
    expect(hasFailed(await me.through("corp", { max_age: "60" }))).toBe(true);
    expect(hasFailed(await me.through("corp", { prompt: "login" }))).toBe(true);
  });

  it("signs no one in to a disabled account", async () => {
    me.prove();
    await me.through();
    const [identity] = await me.identities();
    await at.service.rows("UPDATE end_user SET disabled_at = now() WHERE id = $1", [identity?.user_id]);
    me.useNewBrowser();
    expect(hasFailed(await me.through())).toBe(true);
  });
});
