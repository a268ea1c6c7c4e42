/** The page of a person's passkeys, over HTTP: WebAuthn §7.1, OWASP ASVS 5.0 V7.5.1. */

import { type HeldCredential, type Lies, newCredential, register } from "@countersign/dev/test-authenticator";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../../testing/browser.ts";
import { addedPasskey, optionsOf, passkeySignIn, site } from "../../../../testing/factors/passkeys.ts";
import { signedInAs } from "../../../../testing/factors/signed-in.ts";
import { authorizationOf } from "../../../../testing/flows.ts";
import { mailsIn } from "../../../../testing/servers/mail.ts";
import { type Service, startService } from "../../../../testing/service.ts";

const path = "/account/passkeys";
const KEY = Buffer.alloc(32, 7).toString("base64url");
let service: Service;
let browser: Browser;
beforeAll(async () => {
  const settings = { MAIL_URL: "smtps://mail.example", KEY_ENCRYPTION_KEYS: `k1:${KEY}` };
  service = await startService({ settings });
  service.pass(60);
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM passkey");
  browser = await signedIn("alice");
  await service.rows("DELETE FROM mail_delivery");
});

/** Signs in as strongly as possible: otherwise the page asks for a passkey as soon as there is one. */
async function signedIn(username: string): Promise<Browser> {
  const at = openBrowser(service.origin);
  await signedInAs(service, username, { browser: at });
  await service.rows(
    `UPDATE sign_in SET acr = 'phr',
       proofs = jsonb_build_array(jsonb_build_object('factor', 'passkey', 'at', authenticated_at)) || proofs`,
  );
  return at;
}

const handleOf = (page: Answer) =>
  Buffer.from((optionsOf(page) as unknown as { user: { id: string } }).user.id, "base64url");
const add = async (credential: HeldCredential, lies: Lies = {}, page?: Answer, at = browser) => {
  const shown = page ?? (await at.get(path));
  const response = register(site, optionsOf(shown).challenge, credential, lies);
  return send(at, shown, response);
};
const send = (at: Browser, page: Answer, response: unknown) =>
  at.submit(page, path, { action: "add-sign-in", credential: JSON.stringify(response) });
const rows = () => service.rows('SELECT id, user_id, name, "use", rp_id, sign_count FROM passkey');
const idOf = async (index = 0) => String((await rows())[index]?.id);
const mails = async () =>
  (await mailsIn(service.rows, [{ id: "k1", key: Buffer.from(KEY, "base64url") }])).map(({ kind, to }) => [kind, to]);
const act = async (fields: Record<string, string>, at = browser) => at.submit(await at.get(path), path, fields);

describe("WebAuthn §7.1: a person adds a passkey", () => {
  it("and signs in with it from then on, and hears of it by mail", async () => {
    const page = await browser.get(path);
    const key = newCredential(-7, handleOf(page));
    const answer = await add(key, { backupEligible: true, backedUp: true, signCount: 3 }, page);
    expect([answer.status, answer.location?.pathname]).toEqual([303, path]);
    expect((await browser.follow(answer)).body).toContain("Passkey added.");
    expect(await rows()).toMatchObject([
      { user_id: service.alice, use: "sign-in", rp_id: "auth.example", sign_count: "3" },
    ]);
    expect(await mails()).toEqual([["passkey-added", "alice@example.org"]]);

    const other = openBrowser(service.origin);
    const login = await other.follow(await other.get(authorizationOf("webClient")));
    expect((await passkeySignIn(other, login, key, { backupEligible: true, signCount: 4 })).status).toBe(303);
  });

  it("which is named by the model of its authenticator, where that is known", async () => {
    await add(newCredential());
    expect((await browser.get(path)).body).toContain("<bdi>Google Password Manager</bdi>");
  });

  it("with options that name the person's credentials, and a handle that is not the subject", async () => {
    const first = await browser.get(path);
    const key = newCredential(-7, handleOf(first));
    await add(key, {}, first);
    const options = optionsOf(await browser.get(path)) as unknown as Record<string, object>;
    expect(options.excludeCredentials).toMatchObject([{ id: key.id.toString("base64url") }]);
    expect(options.user).toEqual({
      id: handleOf(first).toString("base64url"),
      name: "alice",
      displayName: "alice example",
    });
    expect(handleOf(first)).toHaveLength(32);
    expect(handleOf(first).toString("hex")).not.toContain(service.alice.replaceAll("-", ""));
  });

  it.each<[string, Lies]>([
    ["pkey-03: made for a sign-in", { type: "webauthn.get" }],
    ["pkey-04: made at another origin", { origin: "https://auth.example.evil" }],
    ["pkey-06: without verification of the user", { userVerified: false }],
    ["pkey-15: made in a frame of another site", { clientData: { topOrigin: "https://evil.example" } }],
    ["another challenge", { challenge: "AAAA" }],
  ])("but not by a response that is wrong: %s", async (_, lies) => {
    const answer = await add(newCredential(), lies);
    expect(answer.status).toBe(422);
    expect(answer.body).toContain("wasn’t added");
    expect([await rows(), await mails()]).toEqual([[], []]);
  });

  it("pkey-01: but not by the same response again", async () => {
    const page = await browser.get(path);
    const response = register(site, optionsOf(page).challenge, newCredential());
    await Promise.all([send(browser, page, response), send(browser, page, response)]);
    await service.rows("DELETE FROM passkey");
    expect((await send(browser, page, response)).status).toBe(422);
    expect(await rows()).toEqual([]);
  });

  it("pkey-08: but not one that another person has", async () => {
    const key = newCredential();
    await add(key);
    const mallory = await signedIn("mallory");
    const answer = await add(key, {}, undefined, mallory);
    expect(answer.status).toBe(422);
    expect(answer.body).toContain("already registered");
    expect(await rows()).toMatchObject([{ user_id: service.alice }]);
  });

  it("and has 30 at most, also when the last two come together", async () => {
    for (let n = 0; n < 29; n++) await addedPasskey(service, service.alice);
    const pages = [await browser.get(path), await browser.get(path)];
    const answers = await Promise.all(pages.map((page) => add(newCredential(), {}, page)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(await rows()).toHaveLength(30);
  });
});

describe("pkey-09: no one can add a passkey to the account of another person", () => {
  const refused = async (answer: Answer, status: number) => {
    expect(answer.status).toBe(status);
    expect(await rows()).toEqual([]);
  };

  it("by a form of another site", async () => {
    const page = await browser.get(path);
    const fields = {
      action: "add-sign-in",
      credential: JSON.stringify(register(site, optionsOf(page).challenge, newCredential())),
    };
    await refused(await browser.post(path, fields, { origin: "https://evil.example" }), 403);
    const token = /name="csrf" value="([^"]+)"/.exec((await (await signedIn("mallory")).get(path)).body)?.[1];
    await refused(await browser.post(path, { ...fields, csrf: token }, { origin: site.origin }), 403);
  });

  it("by a challenge that was shown to the other person", async () => {
    const theirs = await (await signedIn("mallory")).get(path);
    const response = register(site, optionsOf(theirs).challenge, newCredential());
    await refused(await send(browser, await browser.get(path), response), 422);
  });

  it("pkey-10: by a session with only a password, where the person has a second factor", async () => {
    const page = await browser.get(path);
    await service.rows("UPDATE sign_in SET acr = 'urn:countersign:acr:password'");
    await service.rows(
      `INSERT INTO totp_factor (id, user_id, name, sealed_secret, key_encryption_key_id, last_step,
                                last_used_at, created_at)
       VALUES (gen_random_uuid(), $1, '', '', 'k1', 0, now(), now())`,
      [service.alice],
    );
    await refused(await add(newCredential(), {}, page), 303);
    await service.rows("DELETE FROM totp_factor");
  });

  it("by a session that is older than five minutes", async () => {
    const page = await browser.get(path);
    service.pass(301);
    const answer = await add(newCredential(), {}, page);
    await refused(answer, 303);
    expect((await browser.follow(answer)).body).toContain('id="sign-in"');
    service.pass(-301);
  });
});

describe("a person names and removes passkeys", () => {
  it("gives one a name, which the page shows as text", async () => {
    await addedPasskey(service, service.alice);
    const name = `<b onload="x">Phone</b>`;
    expect((await act({ action: "rename", id: await idOf(), name })).status).toBe(303);
    expect((await browser.get(path)).body).toContain("&lt;b onload=&quot;x&quot;&gt;Phone&lt;/b&gt;");
  });

  it.each(["", " ", "a\nb", "\u202e", "x".repeat(65)])("and none of %j", async (name) => {
    await addedPasskey(service, service.alice);
    await act({ action: "rename", id: await idOf(), name });
    expect(await rows()).toMatchObject([{ name: "Key" }]);
  });

  it("removes one: it can no longer be used to sign in, and a mail says so", async () => {
    const key = await addedPasskey(service, service.alice);
    const other = openBrowser(service.origin);
    const login = await other.follow(await other.get(authorizationOf("webClient")));
    await service.rows("DELETE FROM mail_delivery");
    expect((await act({ action: "remove", id: await idOf() })).status).toBe(303);
    const answer = await passkeySignIn(other, login, key);
    expect(answer.status).toBe(422);
    expect(answer.body).toContain("We don’t know this passkey.");
    expect(await mails()).toEqual([["passkey-removed", "alice@example.org"]]);
  });

  it("the page tells the browser which passkeys there are, and the names of the person", async () => {
    const key = await addedPasskey(service, service.alice);
    const { body } = await browser.get(path);
    const told = (name: string) =>
      JSON.parse((new RegExp(`data-${name}="([^"]*)"`).exec(body)?.[1] ?? "").replaceAll("&quot;", '"'));
    const about = { rpId: "auth.example", userId: key.userHandle.toString("base64url") };
    expect(told("accepted")).toEqual({ ...about, allAcceptedCredentialIds: [key.id.toString("base64url")] });
    expect(told("details")).toEqual({ ...about, name: "alice", displayName: "alice example" });
  });

  it("but never one of another person", async () => {
    await addedPasskey(service, service.mallory);
    for (const action of ["rename", "remove"])
      expect((await act({ action, id: await idOf(), name: "mine" })).status).toBe(404);
    expect(await rows()).toMatchObject([{ name: "Key", user_id: service.mallory }]);
  });
});

describe("the first page of the account", () => {
  it("tells the browser which passkeys there are, and nothing where there are none", async () => {
    expect((await browser.get("/account")).body).not.toContain("data-accepted");
    const key = await addedPasskey(service, service.alice);
    const { body } = await browser.get("/account");
    expect(body).toContain("passkeys.js");
    expect(/data-accepted="([^"]*)"/.exec(body)?.[1]).toContain(key.id.toString("base64url"));
  });

  const warning = "Add another passkey";
  it("advises a person whose only passkey is not synchronized to add another", async () => {
    await addedPasskey(service, service.alice);
    expect((await browser.get("/account")).body).toContain(warning);
    await service.rows("UPDATE passkey SET backup_eligible = true, backed_up = true");
    expect((await browser.get("/account")).body).not.toContain(warning);
  });
});

describe("the last way to sign in stays", () => {
  const withoutPassword = async (work: () => Promise<void>) => {
    const [held] = await service.rows("SELECT password_hash FROM end_user WHERE id = $1", [service.alice]);
    await service.rows("UPDATE end_user SET password_hash = NULL WHERE id = $1", [service.alice]);
    await work();
    await service.rows("UPDATE end_user SET password_hash = $2 WHERE id = $1", [service.alice, held?.password_hash]);
  };

  it("the only passkey of a person without a password has no button, and is not removed by hand", () =>
    withoutPassword(async () => {
      await addedPasskey(service, service.alice);
      const page = await browser.get(path);
      expect(page.body).not.toContain('id="remove-');
      expect(page.body).toContain("your only way to sign in");
      expect((await act({ action: "remove", id: await idOf() })).status).toBe(422);
      expect(await rows()).toHaveLength(1);
    }));

  it("of two passkeys that are removed at the same time, one stays", () =>
    withoutPassword(async () => {
      for (let n = 0; n < 2; n++) await addedPasskey(service, service.alice);
      const page = await browser.get(path);
      const ids = [await idOf(0), await idOf(1)];
      const answers = await Promise.all(ids.map((id) => browser.submit(page, path, { action: "remove", id })));
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
      expect(await rows()).toHaveLength(1);
    }));
});

describe("OWASP ASVS 5.0, V7.5.1: where there is a passkey, a password is not enough to change one", () => {
  it("pkey-10: the page asks for the passkey, and the act is not repeated", async () => {
    await add(newCredential());
    const page = await browser.get(path);
    await service.rows("UPDATE sign_in SET acr = 'urn:countersign:acr:password', proofs = '[]'");
    const asked = await browser.submit(page, path, { action: "remove", id: await idOf() });
    expect(asked.location?.pathname).toBe("/login");
    expect((await browser.get(path)).location?.pathname).toBe("/login");
    expect(await rows()).toHaveLength(1);
  });
});
