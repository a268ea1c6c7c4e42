import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { enableIdentityProvider } from "../administration/identity-providers.ts";
import { byOperatorAt } from "../testing/acts.ts";
import { type Browser, openBrowser } from "../testing/browser.ts";
import { type Federation, openPerson, type Person, startFederation } from "../testing/federation.ts";
import { signIn } from "../testing/flows.ts";
import { noon } from "../testing/world.ts";

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
    expect(page.body).toContain("Connected. You can sign in there");
    expect(await owners()).toEqual(["alice"]);
    const removed = await me.browser().submit(page, PAGE, { action: "remove", id: idIn(page.body) });
    expect((await me.browser().follow(removed)).body).toContain("None is connected");
    expect(await owners()).toEqual([]);
    const kinds = (await at.service.mails()).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["identity-connected", "identity-disconnected"]));
  });

  it("are not connected twice, nor to a second account", async () => {
    await me.back(await connecting(me.browser(), "alice"));
    const other = openBrowser(at.service.origin);
    const page = await other.follow(await other.get(await connecting(other, "mallory")));
    expect(page.body).toContain("is connected already");
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
    expect([refused.status, refused.body.includes("could not sign in without it")]).toEqual([422, true]);
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
