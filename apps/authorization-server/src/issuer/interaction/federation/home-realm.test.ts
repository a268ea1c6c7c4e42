import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Answer, openBrowser } from "../../../../testing/browser.ts";
import { authorizationOf } from "../../../../testing/flows.ts";
import {
  type Federation,
  hasFailed,
  isConsent,
  openPerson,
  startFederation,
} from "../../../../testing/servers/federation.ts";
import { password } from "../../../../testing/world.ts";
import {
  changeIdentityProvider,
  enableIdentityProvider,
} from "../../../administration/providers/identity-providers.ts";

let at: Federation;
beforeAll(async () => {
  at = await startFederation();
});
afterAll(() => at.close());
beforeEach(async () => {
  await set({ enforced: true, domains: ["corp.example"] });
  await giveAlice("alice@example.org");
});

/** Changes the provider `corp`; a page sees that within five seconds. */
async function set(changes: { readonly enforced: boolean; readonly domains?: readonly string[] }): Promise<void> {
  const acting = { database: at.service.database, texts: at.service.deps.sealedTexts };
  await changeIdentityProvider(acting, "corp", changes, byOperatorAt(at.service.clock.now));
  at.service.pass(10);
}
const giveAlice = (email: string) =>
  at.service.rows("UPDATE end_user SET email = $2, email_canonical = $2 WHERE id = $1", [at.service.alice, email]);

async function opened(changes: Readonly<Record<string, string>> = {}) {
  const browser = openBrowser(at.service.origin);
  const page = await browser.follow(await browser.get(authorizationOf("webClient", changes)));
  const send = (fields: Readonly<Record<string, string>>, from = page) => browser.submit(from, "/login", fields);
  return { browser, page, send };
}
const hasPassword = ({ body }: Answer) => body.includes('id="password"');

describe("fe.14: the name comes first where a provider is enforced, and its domain decides", () => {
  it("a name of the domain leads to the provider, with the name as a hint", async () => {
    const { page, send } = await opened();
    expect([hasPassword(page), page.body.includes('id="continue"')]).toEqual([false, true]);
    const sent = await send({ username: " Iris@Corp.example ", action: "name" });
    expect(sent.location?.origin).toBe(at.provider.issuer);
    expect(sent.location?.searchParams.get("login_hint")).toBe("Iris@Corp.example");
  });

  it("another name gets the field for the password, and signs in", async () => {
    const { browser, send } = await opened();
    const next = await send({ username: "alice", action: "name" });
    expect([next.status, hasPassword(next), next.body.includes('value="alice"')]).toEqual([200, true, true]);
    const wrong = await send({ username: "alice", password: "wrong", action: "sign-in" }, next);
    expect([wrong.status, hasPassword(wrong)]).toEqual([422, true]);
    expect(isConsent(await browser.follow(await send({ username: "alice", password, action: "sign-in" }, wrong)))).toBe(
      true,
    );
  });

  it.each(["name", "sign-in"])("a known address and an unknown one get the same answer to %s", async (action) => {
    await giveAlice("alice@corp.example");
    const answers = await Promise.all(
      ["alice@corp.example", "nobody@corp.example"].map(async (username) => {
        const { status, headers, body, location } = await (await opened()).send({ username, password, action });
        const query = [...(location?.searchParams.keys() ?? [])];
        const names = [...headers.keys()].filter((name) => name !== "date");
        return { status, names, body, to: `${location?.origin}${location?.pathname}`, query };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.to).toBe(`${at.provider.issuer}/authorize`);
  });

  it("a password does not help who types another name of the account", async () => {
    await giveAlice("alice@corp.example");
    const { send } = await opened();
    const sent = await send({ username: "alice", password, action: "sign-in" });
    expect(sent.location?.origin).toBe(at.provider.issuer);
    const wrong = await (await opened()).send({ username: "alice", password: "wrong", action: "sign-in" });
    expect([wrong.status, wrong.location]).toEqual([422, undefined]);
  });

  it("nor does it while the provider is away", async () => {
    at.provider.behave({ metadata: { issuer: "https://other.example" } });
    await at.add({ alias: "away", name: "Away", clientId: "away", domains: ["away.example"], enforced: true });
    at.service.pass(10);
    for (const action of ["name", "sign-in"]) {
      const sent = await (await opened()).send({ username: "alice@away.example", password, action });
      expect([sent.status, hasFailed(sent)]).toEqual([422, true]);
    }
    const by = byOperatorAt(at.service.clock.now);
    await enableIdentityProvider(at.service.database, { alias: "away", isEnabled: false }, by);
  });

  /** Comes back from a provider with an identity that says this of itself, and has an account already. */
  async function connecting(claims: Record<string, unknown>, alias = "corp") {
    await giveAlice("alice@corp.example");
    await at.service.rows("UPDATE end_user SET email_canonical = 'mallory@corp.example' WHERE username = 'mallory'");
    const me = openPerson(at);
    me.tell(claims);
    const browser = me.browser();
    const question = await me.back(at.provider.answer(await me.leave(alias)));
    const login = await browser.follow(await browser.submit(question, "/login/connect", { action: "connect" }));
    const send = (fields: Readonly<Record<string, string>>) => browser.submit(login, "/login", fields);
    return { me, browser, login, send };
  }

  it.each(["alice", "alice@corp.example", "ALICE@CORP.example"])(
    "A5: who proved the address of the account there may connect it by its password: %s",
    async (username) => {
      const { me, browser, login, send } = await connecting({ email: "Alice@corp.example", email_verified: true });
      expect(hasPassword(login)).toBe(true);
      expect(isConsent(await browser.follow(await send({ username, password, action: "sign-in" })))).toBe(true);
      expect(await me.identities()).toMatchObject([{ username: "alice" }]);
      await at.service.rows("DELETE FROM federated_identity WHERE user_id = $1", [at.service.alice]);
    },
  );

  it.each([
    ["no address", {}],
    ["another address of the domain", { email: "mallory@corp.example", email_verified: true }],
    ["an address elsewhere", { email: "mallory@elsewhere.example", email_verified: true }],
    ["the address, and does not say that it is verified", { email: "alice@corp.example" }],
    ["the address, and says that it is verified by a text", { email: "alice@corp.example", email_verified: "true" }],
  ])("A5: and no one else, with the right password: whose identity has %s", async (_, claims) => {
    for (const username of ["alice", "alice@corp.example"]) {
      const { me, send } = await connecting(claims);
      const sent = await send({ username, password, action: "sign-in" });
      expect([username, sent.location?.origin]).toEqual([username, at.provider.issuer]);
      expect(await me.identities()).toEqual([]);
    }
  });

  it("A5: nor an account that is only named like the address that was proved", async () => {
    await giveAlice("alice@corp.example");
    const { me, send } = await connecting({ email: "alice@corp.example", email_verified: true });
    const names =
      "UPDATE end_user SET username = $2, username_folded = $2, email = $3, email_canonical = $3 WHERE id = $1";
    await at.service.rows(names, [at.service.alice, "alice@corp.example", "alice@home.example"]);
    const sent = await send({ username: "alice@corp.example", password, action: "sign-in" });
    await at.service.rows(names, [at.service.alice, "alice", "alice@example.org"]);
    expect(sent.location?.origin).toBe(at.provider.issuer);
    expect(await me.identities()).toEqual([]);
  });

  it("A5: nor who proved the address at another provider, which does not enforce", async () => {
    const { me, send } = await connecting({ email: "alice@corp.example", email_verified: true }, "connecting");
    const sent = await send({ username: "alice", password, action: "sign-in" });
    expect(sent.location?.origin).toBe(at.provider.issuer);
    expect(await me.identities()).toEqual([]);
  });

  it("a provider that is not enforced, or disabled, asks for no name first", async () => {
    await set({ enforced: false });
    expect(hasPassword((await opened()).page)).toBe(true);
    const { browser, send } = await opened();
    await giveAlice("alice@corp.example");
    const sent = await send({ username: "alice@corp.example", password, action: "sign-in" });
    expect(isConsent(await browser.follow(sent))).toBe(true);
  });
});

describe("fe.14: a client that hints at a provider", () => {
  const hint = { idp_hint: "corp", login_hint: "iris@corp.example" };
  const arrive = async (changes: Readonly<Record<string, string>>) => {
    const me = openPerson(at);
    const browser = me.browser();
    return { me, browser, page: await browser.follow(await browser.get(authorizationOf("webClient", changes))) };
  };

  it("sends the person straight on, with what the request demands", async () => {
    const { page } = await arrive({ ...hint, prompt: "login", max_age: "60" });
    expect(page.location?.origin).toBe(at.provider.issuer);
    expect(Object.fromEntries(page.location?.searchParams ?? [])).toMatchObject({
      login_hint: "iris@corp.example",
      prompt: "login",
      max_age: "60",
    });
  });

  it("the person signs in there and comes back to the request", async () => {
    const { me, page } = await arrive(hint);
    me.prove();
    expect(isConsent(await me.back(at.provider.answer(page.location as URL)))).toBe(true);
  });

  it("who does not sign in there sees the page, and is not sent in circles", async () => {
    const { me, browser, page } = await arrive(hint);
    const refused = at.provider.answer(page.location as URL, { error: "access_denied" });
    refused.searchParams.delete("code");
    const back = await me.back(refused);
    expect([hasFailed(back), back.body.includes('id="provider-corp"')]).toEqual([true, true]);
    const chosen = await browser.submit(back, "/login", { action: "federated", provider: "other" });
    expect(chosen.location?.origin).toBe(at.other.issuer);
  });

  it.each([["nowhere"], ["https://evil.example"], ["x".repeat(400)], ["../corp"]])(
    "%s is not a hint",
    async (idp_hint) => {
      const { page } = await arrive({ idp_hint });
      expect([page.status, page.location]).toEqual([200, undefined]);
    },
  );

  it("a person who is signed in is not sent there, unless the client wants a new sign-in", async () => {
    const { me, browser, page } = await arrive(hint);
    me.prove();
    await me.back(at.provider.answer(page.location as URL));
    const next = await browser.follow(await browser.get(authorizationOf("webClient", hint)));
    expect(isConsent(next)).toBe(true);
    const anew = await browser.follow(await browser.get(authorizationOf("webClient", { ...hint, prompt: "login" })));
    expect(anew.location?.origin).toBe(at.provider.issuer);
  });

  it("prompt=none shows nothing", async () => {
    const { page } = await arrive({ ...hint, prompt: "none" });
    expect(page.location?.searchParams.get("error")).toBe("login_required");
  });
});

describe("fe.14: a client that chose providers", () => {
  const choose = async (...aliases: readonly string[]) => {
    await at.service.rows("UPDATE client SET identity_providers = $1 WHERE id = 'webClient'", [aliases]);
    at.service.deps.clients.forget("webClient");
  };
  afterEach(() => choose());

  it("shows only their buttons", async () => {
    await choose("other", "corp", "gone");
    const { body } = (await opened()).page;
    const shown = [...body.matchAll(/id="provider-([^"]+)"/g)].map(([, alias]) => alias);
    expect(shown.toSorted()).toEqual(["corp", "other"]);
  });

  it("sends people straight on to a single one, who may come back and sign in otherwise", async () => {
    await choose("other");
    const { browser, page } = await opened();
    expect(page.location?.origin).toBe(at.other.issuer);
    const refused = at.other.answer(page.location as URL, { error: "access_denied" });
    refused.searchParams.delete("code");
    const back = await browser.follow(await browser.get(refused));
    expect([hasFailed(back), back.body.includes('id="provider-other"')]).toEqual([true, true]);
    expect((await opened({ idp_hint: "corp" })).page.location?.origin).toBe(at.provider.issuer);
  });

  it("one that is gone leads nowhere", async () => {
    await choose("gone");
    expect((await opened()).page.status).toBe(200);
  });
});
