import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Answer, type Browser, openBrowser } from "../../../testing/browser.ts";
import { addedPasskey, passkeySignIn } from "../../../testing/factors/passkeys.ts";
import { signedInAs } from "../../../testing/factors/signed-in.ts";
import { authorizationOf, signIn } from "../../../testing/flows.ts";
import { type Federation, isConsent, openPerson, startFederation } from "../../../testing/servers/federation.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { password } from "../../../testing/world.ts";
import { blockedAddresses } from "../../administration/blocked-addresses/entity.ts";
import { addKept } from "../../administration/entity-acts.ts";

const NETWORK = "203.0.113.0/24";
const INSIDE = "203.0.113.9";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService({ settings: { SIGN_UP: "open", MAIL_URL: "smtps://relay.example:465" } });
});
afterAll(() => service.close());
beforeEach(async () => {
  service.pass(3600);
  await service.rows("DELETE FROM blocked_address; DELETE FROM passkey");
  await service.deps.blockedAddresses.refresh();
  browser = openBrowser(service.origin);
});

async function block(address: string, more: object = {}, at: Pick<Service, "database" | "clock" | "deps"> = service) {
  const values = { address, subdomains: false, reason: "abuse", expiresAt: null, ...more };
  const id = await addKept(at.database, blockedAddresses, values, byOperatorAt(at.clock.now));
  await at.deps.blockedAddresses.refresh();
  return id;
}
const isRefused = ({ status, body }: Answer, words: string) => [status, body.includes(words)];
const NO_NETWORK = "sign up from this network";
const NO_DOMAIN = "email address of this domain";
const session = (who = browser) => [...who.cookies].find(([name]) => name.endsWith("-session"))?.[1];
const trail = () =>
  service.rows(
    "SELECT user_id, address, detail FROM audit_event WHERE type = 'blocked_address_refused' AND at = $1 ORDER BY id",
    [service.clock.now],
  );
const begin = (who = browser) => who.get(authorizationOf("webClient"));

describe("block-01: signing in where the network or the mail domain is blocked", () => {
  it.each([
    ["an IPv4 address", NETWORK, INSIDE],
    ["the same address as IPv4-mapped IPv6", NETWORK, `::ffff:${INSIDE}`],
    ["an IPv6 address in another notation", "2001:db8:5::/48", "2001:0DB8:0005:0::1"],
  ])("%s is refused before a password is tried: right and wrong are the same", async (_, network, address) => {
    const id = await block(network);
    const tried = [];
    for (const word of [password, "wrong"]) {
      const who = openBrowser(service.origin, address);
      const page = await who.follow(await begin(who));
      const answer = await who.submit(page, "/login", { username: "alice", password: word, action: "sign-in" });
      expect([...isRefused(answer, NO_NETWORK), session(who)]).toEqual([403, true, undefined]);
      tried.push(answer.body.replace(/error-reference"[^<]+/, ""));
    }
    expect(tried[0]).toBe(tried[1]);
    // One row a minute: strangers cause no more.
    expect(await trail()).toMatchObject([{ user_id: null, detail: { blockedAddress: id, act: "sign-in" } }]);
  });

  it("a person is refused after their proofs, and only then told why", async () => {
    const id = await block("example.org");
    const page = await browser.follow(await begin());
    const wrong = await browser.submit(page, "/login", { username: "alice", password: "wrong", action: "sign-in" });
    expect([wrong.status, wrong.body.includes(NO_DOMAIN)]).toEqual([422, false]);
    const answer = await signIn(browser, await begin());
    expect([...isRefused(answer, NO_DOMAIN), session()]).toEqual([403, true, undefined]);
    expect(await trail()).toMatchObject([{ user_id: service.alice, detail: { blockedAddress: id, act: "sign-in" } }]);
  });

  it("a passkey is refused, too", async () => {
    const key = await addedPasskey(service, service.alice);
    await block("EXAMPLE.org");
    const page = await browser.follow(await begin());
    const answer = await browser.follow(await passkeySignIn(browser, page, key));
    expect([...isRefused(answer, NO_DOMAIN), session()]).toEqual([403, true, undefined]);
  });

  it.each([
    ["another network", "203.0.112.0/24", {}],
    ["a domain above, without its subdomains", "org.example", {}],
    ["an entry that expired", NETWORK, { expiresAt: "2029-01-01T00:00:00Z" }],
  ])("%s blocks no one", async (_, address, more) => {
    await block(address, more);
    const who = openBrowser(service.origin, INSIDE);
    const answer = await signIn(who, await begin(who));
    expect([answer.status === 403, session(who)]).toEqual([false, expect.any(String)]);
  });

  it("a session that is there goes on: blocking ends none", async () => {
    const who = await signedInAs(service, "alice", { browser: openBrowser(service.origin, INSIDE) });
    await block(NETWORK);
    expect((await who.get("/account")).status).toBe(200);
  });
});

describe("block-02: signing up where the network or the mail domain is blocked", () => {
  const signUp = async (email: string, who = browser) => {
    const login = await who.follow(await begin(who));
    const page = await who.follow(await who.submit(login, "/login", { action: "sign-up" }));
    return who.submit(page, "/sign-up", { email, action: "continue" });
  };

  it.each([
    ["the domain", "new@trash.example"],
    ["the domain in capitals", "new@TRASH.Example"],
    ["the domain with a dot", "new@trash.example."],
    ["a subdomain", "new@a.b.trash.example"],
    ["a domain in Unicode", "new@müll.example"],
    ["the same in A-labels", "new@xn--mll-hoa.example"],
  ])("%s: the form says that the domain cannot be used, and nothing is mailed", async (_, email) => {
    await block("trash.example", { subdomains: true });
    await block("müll.example");
    const before = (await service.mails()).length;
    const answer = await signUp(email);
    expect(isRefused(answer, "Email addresses of this domain can’t be used here")).toEqual([422, true]);
    expect(await service.mails()).toHaveLength(before);
    expect(await trail()).toMatchObject([{ user_id: null, detail: { act: "sign-up" } }]);
  });

  it.each(["new@nottrash.example", "new@trash.example.org"])("%s is another domain", async (email) => {
    await block("trash.example", { subdomains: true });
    expect((await signUp(email)).status).toBe(303);
  });

  it("a network is refused, and nothing is mailed", async () => {
    const who = openBrowser(service.origin, INSIDE);
    const login = await who.follow(await begin(who));
    const page = await who.follow(await who.submit(login, "/login", { action: "sign-up" }));
    await block(NETWORK);
    const before = (await service.mails()).length;
    const answer = await who.submit(page, "/sign-up", { email: "new@free.example", action: "continue" });
    expect(isRefused(answer, NO_NETWORK)).toEqual([403, true]);
    expect(await service.mails()).toHaveLength(before);
  });

  it("a domain that was blocked while the person signed up gets no account", async () => {
    const email = "late@trash.example";
    const page = await browser.follow(await signUp(email));
    const code = (await service.mails()).at(-1)?.parameters.code ?? "";
    const details = await browser.follow(await browser.submit(page, "/sign-up/code", { code, action: "confirm" }));
    await block("trash.example");
    const fields = { "new-password": "mossy lantern over seven rivers" };
    expect(isRefused(await browser.submit(details, "/sign-up/details", fields), NO_DOMAIN)).toEqual([403, true]);
    expect(await service.rows("SELECT FROM end_user WHERE email_canonical = $1", [email])).toEqual([]);
  });
});

describe("block-02: the first sign-in at a provider", () => {
  let at: Federation;
  beforeAll(async () => {
    at = await startFederation();
  });
  afterAll(() => at.close());

  it("creates no account with an address of a blocked domain, and signs in no known one", async () => {
    const [known, me] = [openPerson(at), openPerson(at)];
    known.prove();
    expect(isConsent(await known.through())).toBe(true);
    await block("corp.example", {}, at.service);
    me.prove();
    expect(isRefused(await me.through(), NO_DOMAIN)).toEqual([403, true]);
    expect(await me.identities()).toEqual([]);
    known.useNewBrowser();
    known.prove();
    expect(isRefused(await known.through(), NO_DOMAIN)).toEqual([403, true]);
  });
});

describe("block-03: changing an address to one of a blocked domain", () => {
  it("is refused when it is typed, and when it was blocked since", async () => {
    service.pass(60);
    const who = await signedInAs(service, "alice", { browser });
    const change = async (email: string) =>
      who.follow(await who.submit(await who.get("/account/email"), "/account/email", { email, action: "change" }));
    const sent = await change("alice@trash.example");
    expect(sent.status).toBe(200);
    const code = (await service.mails()).at(-1)?.parameters.code ?? "";
    await block("trash.example", { subdomains: true });
    const late = await who.submit(sent, "/account/email", { code, action: "confirm" });
    expect(isRefused(late, "Email addresses of this domain can’t be used here")).toEqual([422, true]);
    service.pass(3600);
    const again = await signedInAs(service);
    const page = await again.get("/account/email");
    const fields = { email: "alice@a.trash.example", action: "change" };
    const answer = await again.submit(page, "/account/email", fields);
    expect(isRefused(answer, "Email addresses of this domain can’t be used here")).toEqual([422, true]);
    expect(await service.rows("SELECT email FROM end_user WHERE username = 'alice'")).toEqual([
      { email: "alice@example.org" },
    ]);
    expect((await trail()).map(({ detail }) => (detail as { act: string }).act)).toEqual(["change-address"]);
  });
});

describe("block-04: many refusals", () => {
  it("of strangers are one row of the trail a minute for each entry", async () => {
    await block(NETWORK);
    const strangers = Array.from({ length: 50 }, (_, n) => openBrowser(service.origin, `203.0.113.${n + 1}`));
    const refused = await Promise.all(
      strangers.map(async (who) => {
        const page = await who.follow(await begin(who));
        return who.submit(page, "/login", { username: `n${Math.random()}`, password: "x", action: "sign-in" });
      }),
    );
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]));
    expect(await trail()).toHaveLength(1);
    service.pass(60);
    await signIn(strangers[0] as Browser, await begin(strangers[0]));
    expect(await trail()).toHaveLength(1);
  });
});

describe("what is blocked", () => {
  it("counts in a replica after at most a few seconds", async () => {
    const values = { address: NETWORK, subdomains: false, reason: "", expiresAt: null };
    await addKept(service.database, blockedAddresses, values, byOperatorAt(service.clock.now));
    const comer = { from: INSIDE, act: "sign-in", at: service.clock.now } as const;
    await expect.poll(() => service.deps.blockedAddresses.refusal(comer), { timeout: 8000 }).toBe("network");
    await service.rows("DELETE FROM blocked_address; DELETE FROM passkey");
    await expect.poll(() => service.deps.blockedAddresses.refusal(comer), { timeout: 8000 }).toBeUndefined();
  });

  it("is told in each language", async () => {
    await block(NETWORK);
    const texts = ["de", "en", "es", "fr", "zh"].map(async (language) => {
      const who = openBrowser(service.origin, INSIDE);
      const page = await who.follow(await begin(who));
      const headers = { "accept-language": language, origin: "https://auth.example", "sec-fetch-site": "same-origin" };
      const request = /name="request" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
      const answer = await who.post("/login", { request, csrf, action: "sign-in" }, headers);
      return /<p[^>]*>([^<]+)</.exec(answer.body)?.[1];
    });
    expect(new Set(await Promise.all(texts)).size).toBe(5);
  });
});
