import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Browser, openBrowser } from "../../../../testing/browser.ts";
import { signIn } from "../../../../testing/flows.ts";
import {
  type Federation,
  isConsent,
  openPerson,
  type Person,
  startFederation,
} from "../../../../testing/servers/federation.ts";
import { noon } from "../../../../testing/world.ts";
import { enableIdentityProvider } from "../../../administration/providers/identity-providers.ts";

const PAGE = "/account/connections";
let at: Federation;
let me: Person;
beforeAll(async () => {
  at = await startFederation();
});
afterAll(() => at.close());
beforeEach(async () => {
  await at.service.rows("DELETE FROM federated_identity");
  me = openPerson(at);
});

const shown = async (username: string, browser = me.browser()) => signIn(browser, await browser.get(PAGE), username);
const idIn = (body: string) => /id="remove-([^"]+)"/.exec(body)?.[1] ?? "";
const owners = async () => (await me.identities()).map(({ username }) => username);

/** Sends a person from the page of their account to the provider; the answer that brings them back. */
async function connecting(browser: Browser, username: string): Promise<URL> {
  const page = await shown(username, browser);
  const sent = await browser.submit(page, PAGE, { action: "connect", provider: "connecting" });
  if (sent.location === undefined) throw new Error(`${sent.status}: ${sent.body}`);
  return at.provider.answer(sent.location);
}

describe("fe.16, fe.18: a person's sign-ins at other providers", () => {
  it("are connected from the account, told by mail, listed, used and removed", async () => {
    const page = await me.back(await connecting(me.browser(), "alice"));
    expect(page.body).toContain("Linked. You can sign in with that account");
    expect(await owners()).toEqual(["alice"]);
    const removed = await me.browser().submit(page, PAGE, { action: "remove", id: idIn(page.body) });
    expect((await me.browser().follow(removed)).body).toContain("No linked accounts");
    expect(await owners()).toEqual([]);
    const kinds = (await at.service.mails()).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["identity-connected", "identity-disconnected"]));
  });

  it("are not connected twice, nor to a second account", async () => {
    await me.back(await connecting(me.browser(), "alice"));
    const other = openBrowser(at.service.origin);
    const page = await other.follow(await other.get(await connecting(other, "mallory")));
    expect(page.body).toContain("is already linked");
    expect(await owners()).toEqual(["alice"]);
  });

  it("link-06: an answer is of use only to the person who left for it, in their browser", async () => {
    const answer = await connecting(me.browser(), "mallory");
    const victim = openBrowser(at.service.origin);
    await shown("alice", victim);
    expect((await victim.get(answer)).status).toBe(400);
    expect((await openBrowser(at.service.origin).get(answer)).location?.searchParams.get("done")).toBe("not_connected");
    expect(await owners()).toEqual([]);
    await me.back(answer);
    expect(await owners()).toEqual(["mallory"]);
  });

  it("link-04: an answer for a sign-in connects nothing, and the other way round", async () => {
    await shown("alice");
    const answer = at.provider.answer(await me.leave("connecting", { prompt: "login" }));
    const changed = new URL(answer);
    changed.searchParams.set("state", (answer.searchParams.get("state") ?? "").replace(/^[^.]+/, "account"));
    expect((await me.back(changed)).status).toBe(400);
    expect(await owners()).toEqual([]);
  });

  it("acct-01: cannot be removed by another person", async () => {
    const page = await me.back(await connecting(me.browser(), "alice"));
    const mallory = openBrowser(at.service.origin);
    const own = await shown("mallory", mallory);
    for (const id of [idIn(page.body), "", "1", "' OR 1=1"]) {
      const form = { action: "remove", id };
      expect((await mallory.submit(own, PAGE, form)).status).toBe(404);
    }
    expect(await owners()).toEqual(["alice"]);
  });

  it("fe.16: take the place of the password, which may stay or be given up; then the last one stays", async () => {
    const path = "/account/password";
    const alice = () => at.service.rows("SELECT password_hash AS hash FROM end_user WHERE id = $1", [at.service.alice]);
    const [{ hash }] = (await alice()) as [{ hash: string }];
    await shown("alice");
    const drop = async () => me.browser().submit(await me.browser().get(path), path, { action: "remove" });
    expect([(await drop()).status, await alice()]).toEqual([422, [{ hash }]]);

    const page = await me.back(await connectingSignedIn());
    await enableIdentityProvider(at.service.database, { alias: "connecting", isEnabled: false }, byOperatorAt(noon));
    expect((await drop()).status).toBe(422);
    await enableIdentityProvider(at.service.database, { alias: "connecting", isEnabled: true }, byOperatorAt(noon));
    expect([(await drop()).status, await alice()]).toEqual([303, [{ hash: null }]]);

    me.useNewBrowser();
    expect(isConsent(await me.through("connecting"))).toBe(true);
    const own = await me.browser().get(PAGE);
    const refused = await me.browser().submit(own, PAGE, { action: "remove", id: idIn(page.body) });
    expect([refused.status, await owners()]).toEqual([422, ["alice"]]);
    const chosen = { "new-password": "mossy lantern over seven rivers" };
    expect((await me.browser().submit(await me.browser().get(path), path, chosen)).status).toBe(303);
    await at.service.rows("UPDATE end_user SET password_hash = $2 WHERE id = $1", [at.service.alice, hash]);
  });

  it("acct-05: the last way in stays, also if the only other provider is disabled", async () => {
    me.prove();
    await me.through("corp");
    const page = await me.back(await connectingSignedIn());
    expect(page.body.match(/id="remove-/g)).toHaveLength(2);
    await enableIdentityProvider(at.service.database, { alias: "connecting", isEnabled: false }, byOperatorAt(noon));
    const [left] = await at.service.rows(
      "SELECT f.id FROM federated_identity f JOIN identity_provider p ON p.id = provider_id WHERE alias = 'corp'",
    );
    const refused = await me.browser().submit(page, PAGE, { action: "remove", id: String(left?.id) });
    expect([refused.status, refused.body.includes("couldn’t sign in without it")]).toEqual([422, true]);
    await enableIdentityProvider(at.service.database, { alias: "connecting", isEnabled: true }, byOperatorAt(noon));
    const both = page.body.match(/(?<=id="remove-)[^"]+/g) ?? [];
    const answers = await Promise.all(both.map((id) => me.browser().submit(page, PAGE, { action: "remove", id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422]);
    expect(await me.identities()).toHaveLength(1);
  });
});

/** The same for a person who is signed in already. */
async function connectingSignedIn(): Promise<URL> {
  const page = await me.browser().follow(await me.browser().get(PAGE));
  const sent = await me.browser().submit(page, PAGE, { action: "connect", provider: "connecting" });
  if (sent.location === undefined) throw new Error(`${sent.status}: ${sent.body}`);
  return at.provider.answer(sent.location);
}
