import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { authorizationOf } from "../../../../testing/flows.ts";
import {
  CLIENT_ID,
  type Federation,
  hasFailed,
  isConsent,
  isQuestion,
  openPerson,
  type Person,
  startFederation,
} from "../../../../testing/servers/federation.ts";

let at: Federation;
let me: Person;
let id = 0;
beforeAll(async () => {
  at = await startFederation();
  const hub = { alias: "hub", name: "Hub", preset: "github", mfa: [] } as const;
  await at.add({ ...hub, scopes: ["read:user", "user:email"] });
});
afterAll(() => at.close());
beforeEach(() => {
  me = openPerson(at);
  id += 1;
  tell({});
});

/** What the provider says of a person with this number. */
function tell(changes: { profile?: unknown; addresses?: unknown; tokens?: unknown }): void {
  const profile = { id, login: `octo${id}`, name: "Octo Cat", email: "shown@corp.example" };
  const addresses = [{ email: `octo${id}@corp.example`, primary: true, verified: true }];
  at.provider.behave({ github: { profile, addresses, ...changes } });
}
const identities = () =>
  at.service.rows("SELECT issuer, subject FROM federated_identity WHERE subject = $1", [`${id}`]);

describe("fe.6: a provider with only OAuth 2.0", () => {
  it("gets a code request with PKCE and state at its known address", async () => {
    const address = await me.leave("hub");
    expect(`${address.origin}${address.pathname}`).toBe(`${at.provider.issuer}/login/oauth/authorize`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: CLIENT_ID,
      response_type: "code",
      scope: "read:user user:email",
      redirect_uri: "https://auth.example/federation/hub/callback",
      code_challenge_method: "S256",
    });
    expect(address.searchParams.has("nonce")).toBe(false);
  });

  it("signs in who it knows by number, and proves the address that it says is verified", async () => {
    expect(isConsent(await me.through("hub"))).toBe(true);
    expect(await identities()).toEqual([{ issuer: at.provider.issuer, subject: `${id}` }]);
    expect(at.provider.tokenRequests.at(-1)?.get("code_verifier")).toMatch(/^.{43,128}$/);
    const [person] = await at.service.rows("SELECT email FROM end_user WHERE email = $1", [`octo${id}@corp.example`]);
    expect(person).toBeDefined();
  });

  it("the login may change hands, the number does not: another number is another person", async () => {
    await me.through("hub");
    const login = `octo${id}`;
    me.useNewBrowser();
    tell({ profile: { id, login: "renamed" } });
    expect(isConsent(await me.through("hub"))).toBe(true);
    me.useNewBrowser();
    tell({ profile: { id: id + 100_000, login }, addresses: [] });
    expect(isQuestion(await me.through("hub"))).toBe(true);
  });

  it.each([[false], ["true"], [undefined]])("link-05: an address with verified %j proves nothing", async (verified) => {
    tell({ addresses: [{ email: `octo${id}@corp.example`, primary: true, verified }] });
    expect(isQuestion(await me.through("hub"))).toBe(true);
    expect(await identities()).toEqual([]);
  });

  it.each<[string, Parameters<typeof tell>[0]]>([
    ["a refusal with status 200", { tokens: { error: "bad_verification_code" } }],
    ["no number", { profile: { login: "octo" } }],
    ["link-07: a number that is text", { profile: { id: "1", login: "octo" } }],
    ["link-07: a list as number", { profile: { id: [1] } }],
    ["no person", { profile: undefined }],
    ["no list of addresses", { addresses: undefined }],
  ])("%s signs no one in", async (_, changes) => {
    const [before] = await at.service.rows("SELECT count(*) FROM federated_identity");
    tell(changes);
    expect(hasFailed(await me.through("hub"))).toBe(true);
    expect(await at.service.rows("SELECT count(*) FROM federated_identity")).toEqual([before]);
  });

  it.each([{ max_age: "60" }, { prompt: "login" }])("is not there for a request that demands %j", async (changes) => {
    const page = await me.browser().follow(await me.browser().get(authorizationOf("webClient", changes)));
    expect(page.body).toContain('id="provider-corp"');
    expect(page.body).not.toContain('id="provider-hub"');
    const sent = await me.browser().submit(page, "/login", { action: "federated", provider: "hub" });
    expect([sent.status, hasFailed(sent)]).toEqual([422, true]);
  });

  it("link-04: an answer of another provider is refused at its redirect URI, and the other way round", async () => {
    const answer = at.provider.answer(await me.leave("corp"));
    const moved = new URL(answer.href.replace("/federation/corp/", "/federation/hub/"));
    expect((await me.back(moved)).status).toBe(400);
    expect(await identities()).toEqual([]);
  });
});
