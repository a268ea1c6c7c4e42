import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { addedPasskey } from "../../../../testing/factors/passkeys.ts";
import { giveApp, giveRecoveryCodes } from "../../../../testing/factors/second-factors.ts";
import { type Api, adminResource, startApi } from "../../api/testing/api.ts";
import { addIdentityProvider } from "../../providers/identity-providers.ts";
import { assignRole } from "../../roles/roles.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("people:read", "people:write", "audit:read");
  await addedPasskey(api, api.mallory);
  await giveRecoveryCodes(api, api.mallory);
  await giveApp(api, api.mallory);
});
afterAll(() => api.close());
beforeEach(() => api.rows("DELETE FROM role_assignment"));

const NOBODY = "00000000-0000-4000-8000-000000000009";
const factorsOf = (userId: string) => api.call(`/people/${userId}/factors`, { token });
const remove = (path: string) => api.call(`/people/${path}`, { method: "DELETE", token });
const reset = (userId: string, body: object = { reason: "lost the phone" }) =>
  api.call(`/people/${userId}/reset-factors`, { method: "POST", token, body });

describe("ad.4: the factors of a person", () => {
  it("are listed without what is secret", async () => {
    const { status, body } = await factorsOf(api.mallory);
    expect([status, Object.keys(body)]).toEqual([
      200,
      ["passkeys", "authenticator_apps", "recovery_codes", "connections"],
    ]);
    expect(body.passkeys).toMatchObject([{ use: "sign-in" }]);
    expect(Object.keys(body.authenticator_apps[0])).toEqual(["id", "name", "last_used_at"]);
    expect(body.recovery_codes).toBe(10);
  });

  it("404 for a person who does not exist", async () => {
    expect((await factorsOf(NOBODY)).status).toBe(404);
    expect((await reset(NOBODY)).status).toBe(404);
  });

  it.each([[{}], [{ reason: "  " }], [{ reason: "x".repeat(501) }]])("400 for a reset with %o", async (body) => {
    expect((await reset(api.mallory, body)).status).toBe(400);
    expect((await factorsOf(api.mallory)).body.passkeys).toHaveLength(1);
  });
});

describe("role-03: no one resets the factors of a person who may do more", () => {
  it("403 for an owner, whose factors stay", async () => {
    const role = { resource: adminResource, name: "owner" };
    await assignRole(api.database, role, { userId: api.mallory }, byOperatorAt(api.clock.now));
    expect((await reset(api.mallory)).status).toBe(403);
    expect((await factorsOf(api.mallory)).body.passkeys).toHaveLength(1);
  });

  it("403 for one factor of an owner, and 404 for that of another person", async () => {
    const [{ id: passkey }] = (await factorsOf(api.mallory)).body.passkeys;
    expect((await remove(`${api.alice}/passkeys/${passkey}`)).status).toBe(404);
    const role = { resource: adminResource, name: "owner" };
    await assignRole(api.database, role, { userId: api.mallory }, byOperatorAt(api.clock.now));
    expect((await remove(`${api.mallory}/passkeys/${passkey}`)).status).toBe(403);
    expect((await factorsOf(api.mallory)).body.passkeys).toHaveLength(1);
  });
});

describe("ad.4: one factor is removed", () => {
  beforeAll(async () => {
    await addedPasskey(api, api.alice);
    await giveApp(api, api.alice);
  });

  it("the others stay, once, with an audit event and a mail to the person", async () => {
    const { body: before } = await factorsOf(api.alice);
    const path = `${api.alice}/authenticator-apps/${before.authenticator_apps[0].id}`;
    expect((await remove(path)).status).toBe(204);
    expect((await factorsOf(api.alice)).body).toEqual({ ...before, authenticator_apps: [] });
    expect((await remove(path)).status).toBe(404);
    expect((await remove(`${api.alice}/passkeys/${before.passkeys[0].id}`)).status).toBe(204);
    expect((await factorsOf(api.alice)).body.passkeys).toEqual([]);
    const types = "SELECT type, actor FROM audit_event WHERE user_id = $1 AND actor = 'client' ORDER BY id";
    expect(await api.rows(types, [api.alice])).toEqual([
      { type: "second_factor_removed", actor: "client" },
      { type: "passkey_removed", actor: "client" },
    ]);
  });

  it("409 for the only way in of an account", async () => {
    await addedPasskey(api, api.alice);
    await api.rows("UPDATE end_user SET password_hash = NULL WHERE id = $1 RETURNING id", [api.alice]);
    const [{ id }] = (await factorsOf(api.alice)).body.passkeys;
    expect((await remove(`${api.alice}/passkeys/${id}`)).status).toBe(409);
    expect((await factorsOf(api.alice)).body.passkeys).toHaveLength(1);
  });

  it("404 for what does not exist", async () => {
    for (const path of [`${NOBODY}/passkeys/${NOBODY}`, `${api.alice}/passkeys/x`, `x/authenticator-apps/${NOBODY}`]) {
      expect([path, (await remove(path)).status]).toEqual([path, 404]);
    }
  });
});

describe("ad.4: factors are reset", () => {
  it("all but the password, with the reason in the audit log", async () => {
    const { status, body } = await reset(api.mallory);
    expect([status, body.factors]).toEqual([
      200,
      { password: true, passkeys: 0, authenticator_apps: 0, recovery_codes: 0 },
    ]);
    const none = { passkeys: [], authenticator_apps: [], recovery_codes: 0, connections: 0 };
    expect((await factorsOf(api.mallory)).body).toEqual(none);
    const audit = await api.call("/audit?type=factors_reset", { token });
    expect(audit.body.items).toMatchObject([
      { actor: "client", user_id: api.mallory, detail: { reason: "lost the phone" } },
    ]);
  });

  it("A17: connections too; what happens with those of a person without a password has to be said", async () => {
    const connected = `
      INSERT INTO federated_identity (id, provider_id, issuer, subject, user_id, created_at)
      SELECT gen_random_uuid(), $1, 'https://idp.example', gen_random_uuid(), $2, now()`;
    const provider = { alias: "corp", name: "Corp", issuer: "https://idp.example", clientId: "us", secret: "x" };
    const more = { scopes: ["openid"], mode: "linked-only", domains: [], autoLink: false, mfa: [] } as const;
    const adding = { ...provider, ...more, scopes: ["openid"], domains: [], mfa: [] };
    await addIdentityProvider(
      { database: api.database, texts: api.deps.sealedTexts },
      adding,
      byOperatorAt(api.clock.now),
    );
    const [{ id: providerId } = {}] = await api.rows("SELECT id FROM identity_provider");
    await api.rows(connected, [providerId, api.mallory]);
    expect((await factorsOf(api.mallory)).body.connections).toBe(1);
    expect((await reset(api.mallory)).status).toBe(200);
    expect((await factorsOf(api.mallory)).body.connections).toBe(0);

    await api.rows(connected, [providerId, api.mallory]);
    await api.rows("UPDATE end_user SET password_hash = NULL WHERE id = $1", [api.mallory]);
    expect((await reset(api.mallory)).status).toBe(409);
    expect((await reset(api.mallory, { reason: "x", connections: "some" })).status).toBe(400);
    expect((await reset(api.mallory, { reason: "lost the phone", connections: "keep" })).status).toBe(200);
    expect((await factorsOf(api.mallory)).body.connections).toBe(1);
    expect((await reset(api.mallory, { reason: "taken over", connections: "remove" })).status).toBe(200);
    expect((await factorsOf(api.mallory)).body.connections).toBe(0);
  });
});
