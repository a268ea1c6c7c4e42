import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { signIn } from "../../../../testing/flows.ts";
import { type Federation, openPerson, type Person, startFederation } from "../../../../testing/servers/federation.ts";
import {
  enableIdentityProvider,
  removeIdentityProvider,
} from "../../../administration/providers/identity-providers.ts";

let at: Federation;
let me: Person;
let subject: string;
beforeAll(async () => {
  at = await startFederation();
  at.service.pass(60); // A store that was just made knows no tokens from before.
});
afterAll(() => at.close());
beforeEach(async () => {
  await at.service.rows("DELETE FROM browser_session");
  me = openPerson(at);
  subject = `person-${me.serial}`;
});

/** Signs in at the provider, in a session there. */
async function through(sid?: string): Promise<void> {
  const email = `out${me.serial}@corp.example`;
  me.tell({ email, email_verified: true, ...(sid !== undefined && { sid }) });
  await me.through();
}
const sessions = async () => Number((await at.service.rows("SELECT count(*) FROM browser_session"))[0]?.count);
const seconds = () => Math.floor(at.service.clock.now.getTime() / 1000);
const send = async (token: string, alias = "corp") => {
  const body = new URLSearchParams({ logout_token: token });
  const path = `/federation/${alias}/backchannel-logout`;
  const { status } = await fetch(`${at.service.origin}${path}`, { method: "POST", body });
  return status;
};
const tokenOf = (claims: Readonly<Record<string, unknown>>, changes = {}) =>
  at.provider.logoutToken({ iat: seconds(), exp: seconds() + 60, ...claims }, changes);

describe("fe.13, OIDC Back-Channel Logout §2.5: a provider says that a session there ended", () => {
  it("with sid: the session that began with it ends, and another one stays", async () => {
    await through("there-1");
    me.useNewBrowser();
    await through("there-2");
    expect(await send(await tokenOf({ sub: subject, sid: "there-1" }))).toBe(200);
    expect(await sessions()).toBe(1);
    expect(await send(await tokenOf({ sid: "there-2" }))).toBe(200);
    expect(await sessions()).toBe(0);
    expect((await me.browser().get("/account")).location?.pathname).not.toBe("/account");
    const [event] = await at.service.rows("SELECT type, actor FROM audit_event ORDER BY id DESC LIMIT 1");
    expect(event).toEqual({ type: "session_ended", actor: "schedule" });
  });

  it("with sub: the sessions that the person began there end, and no others", async () => {
    await through("there-1");
    me.useNewBrowser();
    await through();
    me.useNewBrowser();
    await signIn(me.browser(), await me.browser().get("/account"), "alice");
    expect(await send(await tokenOf({ sub: subject }))).toBe(200);
    const left = await at.service.rows("SELECT active_user_id AS id FROM browser_session");
    expect(left).toEqual([{ id: at.service.alice }]);
  });

  it("of a person who is not signed in, or not known here: a success, and nothing ends", async () => {
    await through("there-1");
    for (const claims of [{ sub: "unknown" }, { sid: "unknown" }, { sub: "unknown", sid: "there-1" }]) {
      expect(await send(await tokenOf(claims))).toBe(200);
    }
    expect(await sessions()).toBe(1);
  });
});

describe("link-09: a logout token that is not good ends no session", () => {
  const forged = [
    { title: "signed by another key", claims: {}, changes: { otherKey: true } },
    { title: "for another client", claims: { aud: "another" } },
    { title: "for several clients", claims: { aud: ["countersign-at-corp", "another"] } },
    { title: "of another issuer", claims: { iss: "https://evil.example" } },
    { title: "with a nonce", claims: { nonce: "n" } },
    { title: "without the event", claims: { events: {} } },
    { title: "that is an access token by its type", claims: {}, changes: { typ: "at+jwt" } },
    { title: "without jti", claims: { jti: undefined } },
    { title: "without iat", claims: { iat: undefined } },
    { title: "with a NUL in sid", claims: { sid: "there-1\0" } },
    { title: "with half of a surrogate pair in sub", claims: { sub: "a\ud800" } },
    { title: "of no person and no session", claims: { sub: undefined, sid: undefined } },
  ];
  it.each(forged)("$title", async ({ claims, changes }) => {
    await through("there-1");
    expect(await send(await tokenOf({ sub: subject, sid: "there-1", ...claims }, changes))).toBe(400);
    expect(await sessions()).toBe(1);
  });

  it.each([
    ["expired", -400, -350],
    ["too old", -400, 600],
    ["from the future", 120, 180],
  ])("%s", async (_, iat, exp) => {
    await through("there-1");
    expect(await send(await tokenOf({ sub: subject, iat: seconds() + iat, exp: seconds() + exp }))).toBe(400);
    expect(await sessions()).toBe(1);
  });

  it("unsigned, no token at all, or at another or no provider", async () => {
    await through("there-1");
    const good = await tokenOf({ sub: subject });
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${good.split(".")[1]}.`;
    for (const token of [unsigned, "", "x.y.z"]) expect(await send(token)).toBe(400);
    for (const alias of ["other", "nowhere", "%00", "%0A"]) expect(await send(good, alias)).toBe(400);
    expect(await sessions()).toBe(1);
  });

  it("used before: a session that began since stays", async () => {
    await through("there-1");
    const token = await tokenOf({ sub: subject });
    expect(await send(token)).toBe(200);
    me.useNewBrowser();
    await through("there-1");
    expect([await send(token), await sessions()]).toEqual([400, 1]);
  });
});

describe("fe.13: a logout token that we could not act on can be sent again", () => {
  it("after its sessions could not be ended", async () => {
    await through("there-1");
    const token = await tokenOf({ sub: subject, sid: "there-1" });
    const [table, broken] = ["ALTER TABLE audit_event", "CONSTRAINT broken"];
    await at.service.rows(`${table} ADD ${broken} CHECK (type <> 'session_ended') NOT VALID`);
    expect([await send(token), await sessions()]).toEqual([500, 1]);
    await at.service.rows(`${table} DROP ${broken}`);
    expect([await send(token), await sessions()]).toEqual([200, 0]);
  });

  it("after the keys of the provider could not be read, which is not counted", async () => {
    at.provider.behave({ metadata: { jwks_uri: `${at.provider.issuer}/nowhere` } });
    await at.add({ alias: "keyless", name: "Keyless" });
    const counted = vi.spyOn(at.service.deps.limits.tokenRequestsPerSource, "count");
    expect(await send(await tokenOf({ sub: subject }), "keyless")).toBe(503);
    expect(counted.mock.calls.filter(([, points]) => points !== undefined)).toEqual([]);
    counted.mockRestore();
  });
});

describe("A3: logout tokens of one provider that come at once", () => {
  const all = (tokens: readonly string[]) => Promise.all(tokens.map((token) => send(token)));
  const some = async (...sids: readonly string[]) =>
    all(await Promise.all(sids.map((sid) => tokenOf({ sub: subject, sid }))));
  async function inSessions(...sids: readonly string[]): Promise<void> {
    for (const sid of sids) {
      me.useNewBrowser();
      await through(sid);
    }
  }

  it("each end the session that they mean, and each event has the address that its token came from", async () => {
    await inSessions("there-1", "there-2", "there-3");
    const recorded = "SELECT count(*) FROM audit_event WHERE type = 'session_ended' AND address IS NOT NULL";
    const before = Number((await at.service.rows(recorded))[0]?.count);
    expect(await some("there-1", "there-2", "elsewhere")).toEqual([200, 200, 200]);
    expect(await sessions()).toBe(1);
    expect(Number((await at.service.rows(recorded))[0]?.count)).toBe(before + 2);
  });

  it("one that is sent twice is used once, and a bad one is refused by itself", async () => {
    await inSessions("there-1", "there-2");
    const [good, forged] = [await tokenOf({ sid: "there-1" }), await tokenOf({ sid: "there-2" }, { otherKey: true })];
    expect((await all([good, good, forged])).sort()).toEqual([200, 400, 400]);
    expect(await sessions()).toBe(1);
  });

  it("one whose session cannot be ended fails by itself, and can be sent again", async () => {
    await inSessions("there-1");
    const broken = openPerson(at);
    broken.tell({ email: `out${broken.serial}@corp.example`, email_verified: true, sid: "there-2" });
    await broken.through();
    const of = `SELECT user_id AS id FROM sign_in WHERE proofs @> '[{"provider": {"sid": "there-2"}}]'`;
    const [{ id } = {}] = await at.service.rows(of);
    const constraint = "CONSTRAINT broken";
    await at.service.rows(
      `ALTER TABLE audit_event ADD ${constraint} CHECK (type <> 'session_ended' OR user_id <> '${id}') NOT VALID`,
    );
    const tokens = [await tokenOf({ sid: "there-1" }), await tokenOf({ sid: "there-2" })];
    expect(await all(tokens)).toEqual([200, 500]);
    expect(await sessions()).toBe(1);
    await at.service.rows(`ALTER TABLE audit_event DROP ${constraint}`);
    expect(await all(tokens)).toEqual([400, 200]);
    expect(await sessions()).toBe(0);
  });
});

describe("fe.13: a provider that is away keeps no person signed in", () => {
  it("disabled or removed", async () => {
    await at.add({ alias: "away", name: "Away" });
    for (const act of ["disable", "remove"]) {
      me.prove(`away-${act}@corp.example`);
      me.useNewBrowser();
      await me.through("away");
      const by = byOperatorAt(at.service.clock.now);
      if (act === "disable") {
        await enableIdentityProvider(at.service.database, { alias: "away", isEnabled: false }, by);
      } else await removeIdentityProvider(at.service.database, "away", by);
      const asked = await me.browser().follow(await me.browser().get("/end_session"));
      await me.browser().submit(asked, "/end_session", { action: "sign-out" });
      expect(await sessions()).toBe(0);
      await enableIdentityProvider(at.service.database, { alias: "away", isEnabled: true }, by);
    }
  });
});
