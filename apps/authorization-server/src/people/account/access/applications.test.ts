import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../../testing/browser.ts";
import { signedInAs } from "../../../../testing/factors/signed-in.ts";
import { agree, authorizationOf, basic, redeem, signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, resource } from "../../../../testing/world.ts";

const path = "/account/applications";
let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM consent");
  browser = openBrowser(service.origin);
});

/** What the scope `email` is called. */
const EMAIL = "Your email address";
const pageOfApp = `${path}?client=offlineClient`;
const at = (answer: Answer) => answer.location?.href.slice(issuer.length);

/** Agrees to a request of offlineClient, and returns its code. */
async function agreed(changes: Record<string, string> = { scope: "openid email offline_access" }) {
  const consent = await signIn(browser, await browser.get(authorizationOf("offlineClient", changes)));
  const answer = await agree(browser, consent);
  return answer.location?.searchParams.get("code") ?? "";
}

const withdraw = async (fields: Record<string, string>) => browser.submit(await browser.get(path), path, fields);
const all = { client: "offlineClient", action: "withdraw" };
const part = (fields: Record<string, string>) => ({
  client: "offlineClient",
  resource,
  action: "withdraw-part",
  ...fields,
});

const exchange = (code: string) =>
  redeem(service.origin, code, { redirect_uri: "https://rp8.example/cb" }, basic("offlineClient"));
const refresh = async (token: string) => {
  const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: token });
  const response = await fetch(`${service.origin}/token`, { method: "POST", body, headers: basic("offlineClient") });
  return (await response.json()) as Record<string, string>;
};
/** Whether the resource server finds the authorization of the last code alive: otherwise /userinfo is 401. */
const isAlive = async () => {
  const [row] = await service.rows('SELECT id FROM "authorization" ORDER BY created_at DESC, id LIMIT 1');
  return (await service.deps.userinfo.find(String(row?.id))) !== undefined;
};

describe("a person sees what they share", () => {
  it("with whom, since when, and where it goes", async () => {
    await agreed({ scope: "openid email", claims: '{"userinfo":{"nickname":null}}' });
    const list = (await browser.get(path)).body;
    expect(list).toContain('href="/account/applications?client=offlineClient"');
    expect(list).not.toContain('value="withdraw');
    const { body } = await browser.get(pageOfApp);
    for (const shown of [list, body])
      for (const text of ["Client offlineClient", EMAIL, "Nickname", "1\u00a0Jan\u00a02030"])
        expect(shown).toContain(text);
    expect(body).toContain("rp8.example");
    expect(body).toMatch(/id="switch-offlineClient-email" [^>]*aria-checked="true"/);
    expect(body).not.toContain('id="switch-offlineClient-openid"');
  });

  it("and nothing before they agreed", async () => {
    await (await signedInAs(service, "alice", { browser })).get(path);
    expect((await browser.get(path)).body).toContain("No connected apps");
  });
});

describe("ASVS 10.4.9: a person takes back everything", () => {
  it("acct-08: the access token, the refresh token and a code that waits are refused at once", async () => {
    const first = await exchange(await agreed());
    const waiting = (
      await browser.follow(await browser.get(authorizationOf("offlineClient", { scope: "openid email" })))
    ).location;
    expect([first.status, await isAlive()]).toEqual([200, true]);
    expect(at(await withdraw(all))).toBe(`${path}?done=withdrawn`);

    expect(await isAlive()).toBe(false);
    expect(await refresh(first.body.refresh_token)).toMatchObject({ error: "invalid_grant" });
    expect((await exchange(waiting?.searchParams.get("code") ?? "")).body.error).toBe("invalid_grant");
    expect((await browser.get(path)).body).toContain("No connected apps");
  });

  it("and is asked again the next time", async () => {
    await agreed();
    await withdraw(all);
    expect((await browser.follow(await browser.get(authorizationOf("offlineClient")))).body).toContain(
      'action="/consent"',
    );
  });

  it("and a client that got nothing from them is 404", async () => {
    await agreed();
    expect((await withdraw({ ...all, client: "otherClient" })).status).toBe(404);
  });
});

describe("a person takes back one scope or claim", () => {
  it("and the client keeps the rest, with the token that it has", async () => {
    await exchange(await agreed());
    expect(at(await withdraw(part({ scope: "email" })))).toContain(`${pageOfApp}&done=part_withdrawn&`);
    const [consent] = await service.rows("SELECT granted_scopes, declined_scopes FROM consent");
    expect(consent).toEqual({ granted_scopes: ["openid", "offline_access"], declined_scopes: ["email"] });
    const [row] = await service.rows('SELECT scopes, revoked_at FROM "authorization" WHERE revoked_at IS NULL');
    expect(row?.scopes).toEqual(["openid", "offline_access"]);
  });

  it("withdrawing offline_access revokes what outlives the session", async () => {
    const { body } = await exchange(await agreed());
    await withdraw(part({ scope: "offline_access" }));
    expect(await refresh(body.refresh_token)).toMatchObject({ error: "invalid_grant" });
  });

  it("a claim by name", async () => {
    await agreed({ scope: "openid", claims: '{"userinfo":{"nickname":null}}' });
    await withdraw(part({ claim: "nickname" }));
    const [row] = await service.rows("SELECT granted_claims, declined_claims FROM consent");
    expect(row).toEqual({ granted_claims: [], declined_claims: ["nickname"] });
  });

  it.each<[string, Record<string, string>]>([
    ["the scope that every sign-in shares", { scope: "openid" }],
    ["a scope that was not granted", { scope: "phone" }],
    ["nothing", {}],
    ["two at once", { scope: "email", claim: "nickname" }],
    ["of another resource", { scope: "email", resource: "https://other.example" }],
    ["of another client", { scope: "email", client: "otherClient" }],
  ])("%s is 404, and nothing changes", async (_, fields) => {
    await agreed({ scope: "openid email", claims: '{"userinfo":{"nickname":null}}' });
    expect((await withdraw({ scope: "", claim: "", ...part(fields) })).status).toBe(404);
    const [row] = await service.rows("SELECT granted_scopes FROM consent");
    expect(row?.granted_scopes).toEqual(["openid", "email"]);
  });

  it("acct-01: what another person shares with the same client stays", async () => {
    await agreed();
    const mallory = openBrowser(service.origin);
    const theirs = await signIn(mallory, await mallory.get(authorizationOf("offlineClient")), "mallory");
    await agree(mallory, theirs);
    const page = await mallory.get(path);
    expect(page.body).not.toContain(EMAIL);
    expect((await mallory.submit(page, path, part({ scope: "email" }))).status).toBe(404);
    await mallory.submit(page, path, all);
    const rows = await service.rows("SELECT user_id, granted_scopes FROM consent");
    expect(rows).toEqual([{ user_id: service.alice, granted_scopes: ["openid", "email", "offline_access"] }]);
  });
});

/** What a page that is loaded now says of the client and of the consent of Alice. */
async function seenNow(): Promise<{ revision: string; seen: string }> {
  const [row] = await service.rows(
    `SELECT c.revision, k.updated_at FROM consent k JOIN client c ON c.id = k.client_id
      WHERE k.client_id = 'offlineClient' AND k.user_id = $1`,
    [service.alice],
  );
  return { revision: String(row?.revision), seen: (row?.updated_at as Date | undefined)?.toISOString() ?? "" };
}

describe("what a person stopped sharing is undone", () => {
  const withdrawn = async (fields: Record<string, string> = { scope: "email" }) =>
    browser.follow(await withdraw(part(fields)));
  const fieldsOf = (page: Answer) => {
    const form = /<div class="toast"[\s\S]*?<\/form>/.exec(page.body)?.[0] ?? "";
    const hidden = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
    return Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")]));
  };
  const undo = async (page: Answer, changes: Record<string, string> = {}) =>
    browser.submit(page, path, { ...fieldsOf(page), action: "undo", ...changes });
  const answers = async () =>
    (
      await service.rows("SELECT granted_scopes, declined_scopes, granted_claims, declined_claims, hosts FROM consent")
    )[0];

  it("by the message about it: the consent is what it was, for the same hosts", async () => {
    await exchange(await agreed());
    const page = await withdrawn();
    expect(page.body).toContain('<button id="undo"');
    expect(at(await undo(page))).toBe(`${pageOfApp}&done=part_restored`);
    expect(await answers()).toMatchObject({ declined_scopes: [], hosts: ["rp8.example"] });
    const [event] = await service.rows("SELECT type, detail FROM audit_event ORDER BY id DESC LIMIT 1");
    expect(event).toMatchObject({ type: "consent", detail: { resource, declinedScopes: [] } });
    expect((await browser.get(authorizationOf("offlineClient", { scope: "openid email" }))).location?.search).toMatch(
      /code=/,
    );
  });

  it("but the tokens that the app has get nothing back, and one that ended stays ended", async () => {
    await service.rows('UPDATE "authorization" SET revoked_at = now()');
    const { body } = await exchange(await agreed());
    await undo(await withdrawn());
    const [row] = await service.rows('SELECT scopes FROM "authorization" WHERE revoked_at IS NULL');
    expect(row?.scopes).toEqual(["openid", "offline_access"]);
    await undo(await withdrawn({ scope: "offline_access" }));
    expect(await refresh(body.refresh_token)).toMatchObject({ error: "invalid_grant" });
  });

  it("a claim by name", async () => {
    await agreed({ scope: "openid", claims: '{"userinfo":{"nickname":null}}' });
    await undo(await withdrawn({ claim: "nickname" }));
    expect(await answers()).toMatchObject({ granted_claims: ["nickname"], declined_claims: [] });
  });

  it.each<[string, (page: Answer) => Promise<unknown>, Record<string, string>]>([
    ["what was withdrawn is another scope", async () => {}, { scope: "offline_access" }],
    ["it is of another app", async () => {}, { client: "webClient" }],
    ["it is said to be later", async () => {}, { at: String(Date.parse("2030-01-01T12:00:01Z")) }],
    ["five minutes are over", async () => service.pass(301), {}],
    ["it was undone already", async (page) => undo(page), {}],
    ["the person took back more since", async () => service.pass(1) ?? withdraw(part({ scope: "offline_access" })), {}],
    ["the app changed", async () => service.rows("UPDATE client SET revision = revision + 1"), {}],
    [
      "it was turned on again",
      async () => withdraw({ ...part({ scope: "email", ...(await seenNow()) }), action: "share-part" }),
      {},
    ],
    ["all access was removed", async () => withdraw(all), {}],
  ])("not if %s", async (_, meanwhile, changes) => {
    await agreed();
    const page = await withdrawn();
    await meanwhile(page);
    const before = await answers();
    expect(at(await undo(page, changes))).toContain("done=not_restored");
    expect(await answers()).toEqual(before);
  });

  it("not in another session, nor by a link", async () => {
    await agreed();
    const page = await withdrawn();
    const { csrf: _, ...sealed } = fieldsOf(page);
    const other = openBrowser(service.origin);
    await signedInAs(service, "alice", { browser: other });
    const shown = await other.get(`${pageOfApp}&done=part_withdrawn&${new URLSearchParams(sealed)}`);
    expect(shown.body).not.toContain('id="undo"');
    expect(at(await other.submit(shown, path, { ...sealed, action: "undo" }))).toContain("done=not_restored");
    expect(await answers()).toMatchObject({ declined_scopes: ["email"] });
  });

  it("not what was declined on the consent page, and never shared", async () => {
    await agree(browser, await signIn(browser, await browser.get(authorizationOf("offlineClient"))), { scope: [] });
    const shown = await browser.get(`${pageOfApp}&done=part_withdrawn`);
    expect(shown.body).not.toContain('id="undo"');
  });
});

describe("a question before access is removed", () => {
  it("names the app and what follows, and its answer is Cancel or the act", async () => {
    await agreed();
    const page = await browser.get(pageOfApp);
    expect(page.body).toContain(`href="${pageOfApp}&amp;remove=yes"`);
    expect(page.body).not.toContain('value="withdraw"');
    const question = await browser.get(`${pageOfApp}&remove=yes`);
    expect(question.body).toContain("Remove access for Client offlineClient?");
    expect(question.body).toContain(`<a class="button" href="${pageOfApp}">Cancel</a>`);
    const done = await browser.follow(await browser.submit(question, path, all));
    expect(done.body).toMatch(/<div class="toast" id="done" role="status">.*Access removed\./);
  });
});

describe("I5: a remembered refusal locks no one out: what a person turned off or declined is turned on again", () => {
  const scope = "openid email offline_access";
  const ask = (changes = {}) => browser.get(authorizationOf("offlineClient", { scope, ...changes }));
  const declining = async () => agree(browser, await signIn(browser, await ask()), { scope: ["offline_access"] });
  const turnOn = async (fields: Record<string, string>) => {
    const { body } = await browser.get(pageOfApp);
    const revision = /name="revision" value="(\d+)"/.exec(body)?.[1] ?? "";
    const seen = /name="seen" value="([^"]+)"/.exec(body)?.[1] ?? "";
    return withdraw({ ...part({ revision, seen, scope: "email" }), action: "share-part", ...fields });
  };
  const answers = () => service.rows("SELECT granted_scopes, declined_scopes, hosts FROM consent");

  it("the client gets it when it asks the next time, and the person is not asked", async () => {
    await declining();
    const page = await browser.get(pageOfApp);
    expect(page.body).toMatch(/id="switch-offlineClient-email" [^>]*aria-checked="false"[^>]*value="share-part"/);
    const done = await turnOn({});
    expect(at(done)).toBe(`${pageOfApp}&done=part_shared`);
    expect((await browser.follow(done)).body).toContain("The app gets it the next time you use it.");
    expect(await answers()).toEqual([
      { granted_scopes: ["openid", "offline_access", "email"], declined_scopes: [], hosts: ["rp8.example"] },
    ]);
    const code = (await ask()).location?.searchParams.get("code") ?? "";
    expect((await exchange(code)).body.scope?.split(" ").sort()).toEqual(["email", "offline_access", "openid"]);
    const [event] = await service.rows("SELECT type, detail FROM audit_event WHERE type = 'consent' ORDER BY id DESC");
    expect(event?.detail).toMatchObject({ resource, grantedScopes: ["openid", "offline_access", "email"] });
  });

  it("also long after the time of Undo, and also a claim by name", async () => {
    await agreed({ scope: "openid", claims: '{"userinfo":{"nickname":null}}' });
    await withdraw(part({ claim: "nickname" }));
    await service.pass(86_400 / 48);
    expect(at(await turnOn({ scope: "", claim: "nickname" }))).toContain("done=part_shared");
    expect(await service.rows("SELECT granted_claims, declined_claims FROM consent")).toEqual([
      { granted_claims: ["nickname"], declined_claims: [] },
    ]);
  });

  it("tokens that the client has get nothing", async () => {
    await service.rows('UPDATE "authorization" SET revoked_at = now()');
    await exchange(await agreed());
    await withdraw(part({ scope: "email" }));
    await turnOn({});
    const [row] = await service.rows('SELECT scopes FROM "authorization" WHERE revoked_at IS NULL');
    expect(row?.scopes).toEqual(["openid", "offline_access"]);
  });

  it.each<[string, Record<string, string>]>([
    ["a scope that was never asked for", { scope: "phone" }],
    ["a scope that is granted", { scope: "offline_access" }],
    ["nothing", { scope: "none" }],
    ["a claim that was never asked for", { scope: "email", claim: "nickname" }],
    ["of another resource", { resource: "https://other.example" }],
    ["of another client", { client: "webClient" }],
    ["of a client that is not what the page showed", { revision: "999" }],
    ["without the revision of the page", { revision: "x" }],
    ["of a consent that is not what the page showed, such as its hosts", { seen: "2029-12-31T00:00:00.000Z" }],
    ["without the state of the page", { seen: "x" }],
  ])("not %s", async (_, fields) => {
    await declining();
    const before = await answers();
    expect(at(await turnOn(fields))).toContain("done=not_shared");
    expect(await answers()).toEqual(before);
  });

  it("not what the client may no longer ask for: the page says so", async () => {
    await declining();
    await service.rows("UPDATE client SET scopes = array_remove(scopes, 'email') WHERE id = 'offlineClient'");
    const page = await browser.get(pageOfApp);
    expect(page.body).toContain("the app may no longer ask for it");
    expect(page.body).not.toContain('id="switch-offlineClient-email"');
    expect(at(await turnOn({}))).toContain("done=not_shared");
    await service.rows("UPDATE client SET scopes = array_append(scopes, 'email') WHERE id = 'offlineClient'");
  });

  it("acct-01: what another person declined to the same client stays", async () => {
    await declining();
    const before = await answers();
    const mallory = openBrowser(service.origin);
    const consent = await signIn(mallory, await mallory.get(authorizationOf("offlineClient", { scope })), "mallory");
    await agree(mallory, consent);
    const fields = { ...part({ scope: "email", ...(await seenNow()) }), action: "share-part" };
    expect(at(await mallory.submit(await mallory.get(path), path, fields))).toContain("done=not_shared");
    expect(await answers()).toEqual(expect.arrayContaining([...before]));
  });
});
