import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { agree, redeem } from "../../../../testing/flows.ts";
import { type Federation, openPerson, type Person, startFederation } from "../../../../testing/servers/federation.ts";
import { issuer } from "../../../../testing/world.ts";
import {
  changeIdentityProvider,
  enableIdentityProvider,
  removeIdentityProvider,
} from "../../../administration/providers/identity-providers.ts";

const BYE = "https://rp.example/bye";

let at: Federation;
let me: Person;
let idToken: string;
beforeAll(async () => {
  at = await startFederation();
});
afterAll(() => at.close());
beforeEach(() => {
  me = openPerson(at);
});

const by = () => byOperatorAt(at.service.clock.now);
const change = (changes: { rpInitiatedLogout?: boolean; phr?: string[] }) =>
  changeIdentityProvider({ database: at.service.database, texts: at.service.deps.sealedTexts }, "corp", changes, by());

/** Signs in at the provider, for a client that gets an ID token of ours. */
async function through(
  told: Record<string, unknown> = {},
  metadata: Record<string, unknown> = { end_session_endpoint },
) {
  const email = `bye${me.serial}@corp.example`;
  at.provider.behave({ claims: { sub: `person-${me.serial}`, email, email_verified: true, ...told }, metadata });
  const back = await agree(me.browser(), await me.through());
  idToken = (await redeem(at.service.origin, back.location?.searchParams.get("code") ?? "")).body.id_token;
}
let end_session_endpoint: string;
beforeEach(async () => {
  end_session_endpoint = `${at.provider.issuer}/sign-out?tenant=1`;
  await change({ rpInitiatedLogout: true });
});

const signOut = async () => {
  const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: BYE, state: "s-1" });
  return (await me.browser().get(`/end_session?${query}`)).location as URL;
};
const sessions = async () => Number((await at.service.rows("SELECT count(*) FROM browser_session"))[0]?.count);

describe("fe.13, OIDC RP-Initiated Logout §2: our sign-out ends the session at the provider", () => {
  it("with the ID token of the provider as a hint, and comes back to the client", async () => {
    await through();
    const before = await sessions();
    const there = await signOut();
    expect(await sessions()).toBe(before - 1);
    expect(there.href.startsWith(`${end_session_endpoint}&`)).toBe(true);
    const { id_token_hint: hint = "", state = "", ...asked } = Object.fromEntries(there.searchParams);
    expect(asked).toEqual({
      tenant: "1",
      client_id: "countersign-at-corp",
      post_logout_redirect_uri: `${issuer}/federation/corp/signed-out`,
    });
    const claims = JSON.parse(Buffer.from(hint.split(".")[1] ?? "", "base64url").toString());
    expect(claims).toMatchObject({ iss: at.provider.issuer, sub: `person-${me.serial}` });

    const back = await me.browser().get(`/federation/corp/signed-out?${new URLSearchParams({ state })}`);
    expect(back.location?.href).toBe(`${BYE}?state=s-1`);
  });

  it("the ID token is kept sealed, and leaves with the session", async () => {
    await through();
    const kept = await at.service.rows("SELECT * FROM provider_session");
    expect(kept).toHaveLength(1);
    const all = await at.service.rows(
      "SELECT s::text AS session, i::text AS sign_in FROM provider_session s, sign_in i",
    );
    expect(JSON.stringify(all)).not.toContain("eyJ");
    await signOut();
    expect(await at.service.rows("SELECT FROM provider_session")).toEqual([]);
  });

  it.each([
    ["is not asked to", () => change({ rpInitiatedLogout: false })],
    ["is disabled", () => enableIdentityProvider(at.service.database, { alias: "corp", isEnabled: false }, by())],
    ["has no such endpoint now", async () => at.provider.behave({})],
    [
      "has one that is not an address",
      async () => at.provider.behave({ metadata: { end_session_endpoint: "javascript:1" } }),
    ],
    [
      "has one in plain http",
      async () => at.provider.behave({ metadata: { end_session_endpoint: "http://corp.example" } }),
    ],
    ["says that it is another one", async () => at.provider.behave({ metadata: { issuer: "https://x.example" } })],
  ])("KC#51123: a provider that %s does not stop a sign-out", async (_, happen) => {
    await through();
    const before = await sessions();
    await happen();
    expect((await signOut()).href).toBe(`${BYE}?state=s-1`);
    expect(await sessions()).toBe(before - 1);
    await enableIdentityProvider(at.service.database, { alias: "corp", isEnabled: true }, by());
  });

  it("an ID token that is too long for an address is not kept", async () => {
    await through({ photo: "x".repeat(5000) });
    expect(await at.service.rows("SELECT FROM provider_session")).toEqual([]);
    expect((await signOut()).href).toBe(`${BYE}?state=s-1`);
  });

  it.each(["", "x", "urn:ietf:params:oauth:request_uri:x"])(
    "a return with the state %j ends at our page",
    async (state) => {
      const back = await me.browser().get(`/federation/corp/signed-out?${new URLSearchParams({ state })}`);
      expect(back.location?.pathname).toBe("/signed-out");
    },
  );

  it("RFC 9700 §4.11: the state of another request leads nowhere else", async () => {
    const state = await at.service.deps.parkedRequests.push(
      [["redirect_uri", "https://evil.example"]],
      "authorization",
      [],
    );
    const back = await me.browser().get(`/federation/corp/signed-out?${new URLSearchParams({ state })}`);
    expect(back.location?.pathname).toBe("/signed-out");
  });
});

describe("KC#51438: a provider that is gone does not stop a sign-out", () => {
  it.each([
    ["removed", () => removeIdentityProvider(at.service.database, "corp", by())],
    ["stopped", () => at.provider.close()],
  ])("%s", async (_, happen) => {
    await change({ rpInitiatedLogout: true });
    await through();
    await happen();
    expect((await signOut()).href).toBe(`${BYE}?state=s-1`);
    if (_ === "removed") await at.add({});
  });
});
