import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { openBrowser } from "../../../../testing/browser.ts";
import { agree, authorizationOf } from "../../../../testing/flows.ts";
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
import { noon, password } from "../../../../testing/world.ts";
import {
  enableIdentityProvider,
  removeIdentityProvider,
} from "../../../administration/providers/identity-providers.ts";

let at: Federation;
let me: Person;
beforeAll(async () => {
  at = await startFederation();
});
afterAll(() => at.close());
beforeEach(() => {
  me = openPerson(at);
});

const giveAlice = (email: string) =>
  at.service.rows("UPDATE end_user SET email = $2, email_canonical = $2 WHERE id = $1", [at.service.alice, email]);

describe("fe.2, OIDC Core §3.1.2.1: the authentication request at the provider", () => {
  it("is a code request with PKCE, state, nonce and the redirect URI of the provider", async () => {
    const address = await me.leave();
    expect(`${address.origin}${address.pathname}`).toBe(`${at.provider.issuer}/authorize`);
    const sent = Object.fromEntries(address.searchParams);
    expect(sent).toMatchObject({
      client_id: CLIENT_ID,
      response_type: "code",
      scope: "openid email",
      redirect_uri: "https://auth.example/federation/corp/callback",
      code_challenge_method: "S256",
    });
    expect([sent.state?.length, sent.nonce?.length, sent.code_challenge?.length]).toEqual([138, 43, 43]);
    expect(sent).not.toHaveProperty("prompt");
    expect(sent).not.toHaveProperty("max_age");
  });

  it("fe.11: passes on prompt, max_age and the demand for several factors", async () => {
    const changes = { prompt: "login", max_age: "60", acr_values: "urn:countersign:acr:mfa" };
    const { searchParams } = await me.leave("corp", changes);
    expect(Object.fromEntries(searchParams)).toMatchObject({ prompt: "login", max_age: "60", acr_values: "mfa gold" });
  });

  it("fe.11: a sign-in that the provider calls phishing-resistant has phr, and asks for it by its names", async () => {
    await at.add({ alias: "strong", mfa: ["mfa"], phr: ["platinum"] });
    const wishes = async (acr_values: string) =>
      (await me.leave("strong", { acr_values })).searchParams.get("acr_values");
    expect(await wishes("phr")).toBe("platinum mfa");
    expect(await wishes("urn:countersign:acr:mfa")).toBe("mfa platinum");
    const signedIn = async () =>
      (await at.service.rows("SELECT acr, amr FROM sign_in ORDER BY authenticated_at DESC, acr LIMIT 1"))[0];
    const iris = { email: `iris${me.serial}@corp.example`, email_verified: true };
    me.tell({ ...iris, acr: "platinum" });
    expect(isConsent(await me.through("strong", { acr_values: "phr" }))).toBe(true);
    expect(await signedIn()).toEqual({ acr: "phr", amr: ["federated", "pop", "mfa"] });
    me.useNewBrowser();
    at.service.pass(1);
    me.tell({ ...iris, acr: "mfa" });
    expect(isConsent(await me.through("strong", { acr_values: "phr", prompt: "login" }))).toBe(false);
    expect(isConsent(await me.through("strong"))).toBe(true);
    expect(await signedIn()).toEqual({ acr: "urn:countersign:acr:mfa", amr: ["federated", "mfa"] });
    await removeIdentityProvider(at.service.database, "strong", byOperatorAt(noon));
  });

  it("shows each enabled provider on the sign-in page, and no disabled one", async () => {
    await at.add({ alias: "gone" });
    await enableIdentityProvider(at.service.database, { alias: "gone", isEnabled: false }, byOperatorAt(noon));
    at.service.pass(10);
    const page = await me.browser().follow(await me.browser().get(authorizationOf("webClient")));
    expect(page.body).toContain('id="provider-corp"');
    expect(page.body).not.toContain('id="provider-gone"');
    const sent = await me.browser().submit(page, "/login", { action: "federated", provider: "gone" });
    expect([sent.status, hasFailed(sent)]).toEqual([422, true]);
  });
});

describe("fe.9: a person who was never here", () => {
  it("gets an account with an address that the provider proves, and is signed in", async () => {
    me.prove();
    const page = await me.through();
    expect(isConsent(page)).toBe(true);
    expect(await me.identities()).toMatchObject([
      { email: `iris${me.serial}@corp.example`, issuer: at.provider.issuer },
    ]);
    const answer = await agree(me.browser(), page);
    expect(answer.location?.searchParams.get("code")).toBeTruthy();
  });

  it("cimd-07: has a consent of their own with each client", async () => {
    me.prove();
    await agree(me.browser(), await me.through());
    const page = await me.browser().follow(await me.browser().get(authorizationOf("offlineClient")));
    expect(isConsent(page)).toBe(true);
  });

  it("comes back to the same account, only by subject", async () => {
    me.prove();
    await me.through();
    me.tell({ email: "changed@corp.example", email_verified: true });
    me.useNewBrowser();
    expect(isConsent(await me.through())).toBe(true);
    expect(await me.identities()).toHaveLength(1);
  });

  it.each([["inviting"], ["connecting"]])("gets no account without an invitation at %s", async (alias) => {
    me.prove();
    expect(isQuestion(await me.through(alias))).toBe(true);
    expect(await me.identities()).toEqual([]);
  });

  it("is asked if the provider says nothing of an address, and may sign up with a code by mail", async () => {
    const question = await me.through();
    expect(isQuestion(question)).toBe(true);
    const start = await me
      .browser()
      .follow(await me.browser().submit(question, "/login/connect", { action: "sign-up" }));
    const email = `new${me.serial}@example.org`;
    const sent = await me.browser().submit(start, "/sign-up", { email, action: "continue" });
    const code = (await at.service.mails()).at(-1)?.parameters.code ?? "";
    const details = await me
      .browser()
      .follow(await me.browser().submit(await me.browser().follow(sent), "/sign-up/code", { code, action: "confirm" }));
    const chosen = { "new-password": "mossy lantern over seven rivers" };
    expect(isConsent(await me.browser().follow(await me.browser().submit(details, "/sign-up/details", chosen)))).toBe(
      true,
    );
    expect(await me.identities()).toMatchObject([{ email }]);
  });
});

describe("fe.10: claims of a provider", () => {
  beforeAll(() => at.add({ alias: "names", name: "Names" }));
  const profile = async () =>
    (await at.service.rows("SELECT nickname, name, email FROM end_user WHERE id = $1", [await mine()]))[0];
  const mine = async () => (await me.identities())[0]?.user_id;

  it.each([
    ["a name only", { name: "Iris Corp" }, ["Iris Corp", null, null]],
    ["the parts of a name only", { given_name: "Iris", family_name: "Corp" }, ["Iris Corp", "Iris", "Corp"]],
    ["all three", { name: "Dr Corp", given_name: "Iris", family_name: "Corp" }, ["Dr Corp", "Iris", "Corp"]],
    ["a name that is not a text", { name: ["Iris"] }, [null, null, null]],
  ])("newcomer F9: give a new account a name, from %s", async (_, names, expected) => {
    me.tell({ email: `names${me.serial}@corp.example`, email_verified: true, ...names });
    expect(isConsent(await me.through("names"))).toBe(true);
    const sql = "SELECT name, given_name, family_name FROM end_user WHERE id = $1";
    expect((await at.service.rows(sql, [await mine()])).map((row) => Object.values(row))).toEqual([expected]);
  });

  it("are taken over at first or each time, and nothing else is", async () => {
    await at.add({ alias: "mapped", name: "Mapped", claims: ["nickname=nick", "name=display@each-time"] });
    const email = `iris${me.serial}@corp.example`;
    const about = { email, email_verified: true, roles: ["owner"], preferred_username: "alice" };
    me.tell({ ...about, nick: "Iris", display: "Iris Corp" });
    expect(isConsent(await me.through("mapped"))).toBe(true);
    expect(await profile()).toEqual({ nickname: "Iris", name: "Iris Corp", email });
    me.tell({ ...about, email: "new@corp.example", nick: "Other", display: "Iris Changed" });
    me.useNewBrowser();
    await me.through("mapped");
    expect(await profile()).toEqual({ nickname: "Iris", name: "Iris Changed", email });
    me.tell({ ...about, nick: "Other", display: ["x"] });
    me.useNewBrowser();
    await me.through("mapped");
    expect(await profile()).toEqual({ nickname: "Iris", name: "Iris Changed", email });
    expect(await at.service.rows("SELECT FROM role_assignment WHERE user_id = $1", [await mine()])).toEqual([]);
  });
});

describe("link-01 to link-05, fe.7: an identity whose address an account has", () => {
  const combinations = [true, false, undefined].flatMap((verified) =>
    ["alice@example.org", "alice@corp.example"].flatMap((email) =>
      ["corp", "linking"].map((alias) => ({ verified, email, alias })),
    ),
  );

  it.each(combinations)("link-01: %j: only one of twelve is connected silently", async ({ verified, email, alias }) => {
    await giveAlice(email);
    me.tell({ email, ...(verified === undefined ? {} : { email_verified: verified }) });
    const page = await me.through(alias);
    const isConnected = verified === true && email.endsWith("@corp.example") && alias === "linking";
    expect([isConsent(page), isQuestion(page)]).toEqual([isConnected, !isConnected]);
    expect((await me.identities()).map(({ user_id }) => user_id)).toEqual(isConnected ? [at.service.alice] : []);
    await giveAlice("alice@example.org");
  });

  it("link-02: an account whose person did not prove the address is not merged", async () => {
    const email = `mallory${me.serial}@corp.example`;
    await at.service.rows(
      `UPDATE end_user SET email = $2, email_canonical = $2, email_verified = false, email_verified_at = NULL
        WHERE id = $1`,
      [at.service.mallory, email],
    );
    me.prove(email);
    expect(isConsent(await me.through("linking"))).toBe(true);
    const [identity] = await me.identities();
    expect(identity?.user_id).not.toBe(at.service.mallory);
    expect(identity?.email).toBe(email);
  });

  it("link-03: the same subject at another provider is another identity", async () => {
    me.prove();
    await me.through();
    me.useNewBrowser();
    expect(isQuestion(await me.through("other"))).toBe(true);
    expect(await me.identities()).toHaveLength(1);
  });

  it.each([["true"], [1], [undefined], [["true"]]])("link-05: email_verified %j connects nothing", async (value) => {
    const email = `alice${me.serial}@corp.example`;
    await giveAlice(email);
    me.tell({ email, email_verified: value });
    expect(isQuestion(await me.through("linking"))).toBe(true);
    expect(await me.identities()).toEqual([]);
  });

  it("is connected when its person signs in to the account that they have, and is told by mail", async () => {
    const question = await me.through("connecting");
    const login = await me
      .browser()
      .follow(await me.browser().submit(question, "/login/connect", { action: "connect" }));
    expect(login.body).toContain('id="connecting"');
    const page = await me
      .browser()
      .follow(await me.browser().submit(login, "/login", { username: "alice", password, action: "sign-in" }));
    expect(isConsent(page)).toBe(true);
    expect((await me.identities()).map(({ user_id }) => user_id)).toEqual([at.service.alice]);
    expect((await at.service.mails()).map(({ kind }) => kind)).toContain("identity-connected");
    me.useNewBrowser();
    expect(isConsent(await me.through())).toBe(false);
    me.useNewBrowser();
    expect(isConsent(await me.through("connecting"))).toBe(true);
  });

  it("is not connected if the person signs in another way, or does not want it", async () => {
    const question = await me.through();
    const login = await me
      .browser()
      .follow(await me.browser().submit(question, "/login/connect", { action: "cancel" }));
    expect(login.body).not.toContain('id="connecting"');
    await me.browser().submit(login, "/login", { username: "alice", password, action: "sign-in" });
    expect(await me.identities()).toEqual([]);
  });

  it("is not connected to a person who signs in a quarter of an hour later in the same browser", async () => {
    const question = await me.through();
    const login = await me
      .browser()
      .follow(await me.browser().submit(question, "/login/connect", { action: "connect" }));
    at.service.pass(901);
    await me.browser().submit(login, "/login", { username: "alice", password, action: "sign-in" });
    expect(await me.identities()).toEqual([]);
  });
});

describe("link-04, link-06: an answer that this browser did not ask for, RFC 9700 §4.4 and §4.7", () => {
  const refused = async (answer: URL, who = me.browser()) => {
    expect((await me.back(answer, who)).status).toBe(400);
    expect(await me.identities()).toEqual([]);
  };
  beforeEach(() => me.prove());

  it("cimd-09: comes to another browser", async () =>
    refused(at.provider.answer(await me.leave()), openBrowser(at.service.origin)));

  it("comes to another browser that has a request of its own", async () => {
    const victim = openBrowser(at.service.origin);
    const own = await me.leave("corp", {}, victim);
    const answer = at.provider.answer(await me.leave());
    await refused(answer, victim);
    const mixed = new URL(answer);
    const [place] = (own.searchParams.get("state") ?? "").split(".");
    mixed.searchParams.set("state", (mixed.searchParams.get("state") ?? "").replace(/^[^.]+/, place ?? ""));
    await refused(mixed, victim);
  });

  it("comes to the redirect URI of another provider", async () => {
    const answer = at.provider.answer(await me.leave());
    await refused(new URL(answer.href.replace("/corp/", "/other/")));
    await refused(new URL(answer.href.replace("/corp/", "/unknown/")));
  });

  it("comes without state, or with a state that was changed", async () => {
    const answer = at.provider.answer(await me.leave());
    for (const state of ["", "x", `${answer.searchParams.get("state")}x`]) {
      const changed = new URL(answer);
      changed.searchParams.set("state", state);
      await refused(changed);
    }
  });

  it("comes after ten minutes", async () => {
    const answer = at.provider.answer(await me.leave());
    at.service.pass(601);
    await refused(answer);
  });

  it("comes twice: once it counts", async () => {
    const answer = at.provider.answer(await me.leave());
    const before = at.provider.tokenRequests.length;
    expect(isConsent(await me.back(answer))).toBe(true);
    expect((await me.back(answer)).status).toBe(400);
    expect(at.provider.tokenRequests).toHaveLength(before + 1);
  });

  it("names another issuer (RFC 9207 §2.4)", async () => {
    const answer = at.provider.answer(await me.leave(), { iss: at.other.issuer });
    expect(hasFailed(await me.back(answer))).toBe(true);
    expect(await me.identities()).toEqual([]);
  });

  it("by form_post it counts, after the browser asked by GET", async () => {
    const answer = at.provider.answer(await me.leave());
    const fields = { ...Object.fromEntries(answer.searchParams), more: "x".repeat(100) };
    const stranger = openBrowser(at.service.origin);
    const posted = await stranger.post(answer.pathname, fields, { origin: at.provider.issuer });
    expect(posted.status).toBe(303);
    expect(posted.location?.searchParams.has("more")).toBe(false);
    expect(isConsent(await me.back(posted.location ?? answer))).toBe(true);
  });
});
