import { NO_SENDER, readParameters } from "@countersign/rules";
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { openBrowser } from "../../../../testing/browser.ts";
import type { ClientName } from "../../../../testing/clients/clients.ts";
import { approve, begin, confirm, poll, typeCode } from "../../../../testing/clients/devices.ts";
import { post, refresh } from "../../../../testing/clients/tokens.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, noon } from "../../../../testing/world.ts";
import { addResourceServer } from "../../../administration/resource-servers/resource-servers.ts";
import { withdrawConsents } from "../../../administration/sessions/consents.ts";
import { endOtherSessions, endSessionsOf } from "../../../administration/sessions/sessions.ts";
import { setPassword } from "../../../administration/ways-in/passwords.ts";
import { deviceCode as deviceCodeGrant } from "./device-code.ts";

const READER = "https://reader.example";
let service: Service;
beforeAll(async () => {
  service = await startService();
  service.pass(600); // The memory of proofs is older than every proof.
  const api = { identifier: READER, name: "Reader", scopes: ["read"], accessTokenSigningAlg: "ES256" } as const;
  await addResourceServer(service.database, { ...api, accessTokenTtlSeconds: 300, listed: false }, byOperatorAt(noon));
});
afterAll(() => service.close());
beforeEach(() => service.pass(60));

const refused = (error: string, status = 400) => ({ status, body: expect.objectContaining({ error }) });

/** A device that began, and was approved. */
async function approved(client: ClientName = "publicDevice", scope = "openid email offline_access") {
  const { body } = await begin(service, client, { scope });
  const browser = openBrowser(service.origin);
  const done = await approve(browser, body.user_code);
  expect(done.body).toContain('id="device-done"');
  return { deviceCode: body.device_code as string, userCode: body.user_code as string, browser };
}

describe("RFC 8628 §3.5: what a poll is answered", () => {
  it("authorization_pending until the person decides, then the tokens, once", async () => {
    const { body } = await begin(service);
    expect(await poll(service, body.device_code)).toMatchObject(refused("authorization_pending"));
    await approve(openBrowser(service.origin), body.user_code);

    const { status, body: tokens, headers } = await poll(service, body.device_code);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(Object.keys(tokens).sort()).toEqual([
      "access_token",
      "expires_in",
      "id_token",
      "refresh_token",
      "scope",
      "token_type",
    ]);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: service.alice, client_id: "publicDevice" });
    expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: service.alice, aud: "publicDevice" });
    expect(decodeJwt(tokens.id_token)).not.toHaveProperty("sid");

    service.pass(5);
    expect(await poll(service, body.device_code)).toMatchObject(refused("invalid_grant"));
  });

  it("dev-03: a poll of a device that waits costs its source as much as any request", async () => {
    const own = await startService({ settings: { TOKEN_REQUESTS_PER_MINUTE: "60" } });
    try {
      const { body } = await begin(own);
      for (let polls = 0; polls < 30; polls++) expect((await poll(own, body.device_code)).status).toBe(400);
      for (let polls = 0; polls < 2; polls++) await poll(own, "made up");
      expect((await poll(own, body.device_code)).status).toBe(429);
    } finally {
      await own.close();
    }
  });

  it("dev-03: slow_down if it polls too fast, and the interval stays longer", async () => {
    const { body } = await begin(service);
    await poll(service, body.device_code);
    expect(await poll(service, body.device_code)).toMatchObject(refused("slow_down"));
    service.pass(6);
    expect(await poll(service, body.device_code)).toMatchObject(refused("slow_down"));
    service.pass(15);
    expect(await poll(service, body.device_code)).toMatchObject(refused("authorization_pending"));
  });

  it("dev-05: access_denied if the person refused, and it stays so", async () => {
    const { body } = await begin(service);
    const browser = openBrowser(service.origin);
    const end = await confirm(browser, await typeCode(browser, body.user_code), "deny");
    expect(end.body).toContain("The device gets no access");
    for (let i = 0; i < 2; i++) expect(await poll(service, body.device_code)).toMatchObject(refused("access_denied"));
  });

  it("dev-05: expired_token when no one decided in time", async () => {
    const { body } = await begin(service);
    service.pass(600);
    expect(await poll(service, body.device_code)).toMatchObject(refused("expired_token"));
  });

  it("dev-05: expired_token if it comes too late for what was approved", async () => {
    const { deviceCode } = await approved();
    service.pass(720);
    expect(await poll(service, deviceCode)).toMatchObject(refused("expired_token"));
  });

  it("dev-r07: expired_token also when nothing is left of the request, but for no code that is made up", async () => {
    const { body } = await begin(service);
    const kept = await approved();
    const tokens = (await poll(service, kept.deviceCode)).body;
    service.pass(3600);
    const code = String(body.device_code);
    expect(await poll(service, code)).toMatchObject(refused("expired_token"));
    const madeUp = `${"A".repeat(43)}${code.slice(43)}`;
    for (const other of [madeUp, code.slice(0, 43), `${code.slice(0, -1)}-`])
      expect(await poll(service, other)).toMatchObject(refused("invalid_grant"));
    expect(await poll(service, code, "secretDevice")).toMatchObject(refused("invalid_grant"));
    // One that gave tokens is still a replay, which ends them (decision 1).
    expect(await poll(service, kept.deviceCode)).toMatchObject(refused("invalid_grant"));
    expect(await refresh(service.origin, "publicDevice", tokens.refresh_token)).toMatchObject(refused("invalid_grant"));
  });

  it("dev-01: invalid_grant for an unknown code, and for the code of another client, which still works", async () => {
    const { deviceCode } = await approved();
    expect(await poll(service, "unknown")).toMatchObject(refused("invalid_grant"));
    expect(await poll(service, deviceCode, "secretDevice")).toMatchObject(refused("invalid_grant"));
    expect((await poll(service, deviceCode)).status).toBe(200);
  });

  it("dev-10: invalid_client for a confidential client without its secret", async () => {
    const { deviceCode } = await approved("secretDevice");
    const sent = { client_id: "secretDevice", device_code: deviceCode };
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    expect(await post(service.origin, "/token", { ...sent, grant_type })).toMatchObject(refused("invalid_client", 401));
    expect((await poll(service, deviceCode, "secretDevice")).status).toBe(200);
  });

  it("the poll names no device_code: invalid_request", async () => {
    expect(await poll(service, "")).toMatchObject(refused("invalid_request"));
  });
});

describe("decision 180: an approval is an authorization, and the device code is its code", () => {
  it("dev-04: of many polls at once one gets tokens", async () => {
    const { deviceCode } = await approved();
    const answers = await Promise.all(Array.from({ length: 8 }, () => poll(service, deviceCode)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) if (status !== 200) expect(body.error).toBe("slow_down");
    const tokens = answers.find(({ status }) => status === 200)?.body;
    expect((await refresh(service.origin, "publicDevice", tokens.refresh_token)).status).toBe(200);
  });

  it("a code that is used again ends what it gave (decision 1), and the audit log has it", async () => {
    const { deviceCode } = await approved();
    const { body } = await poll(service, deviceCode);
    service.pass(5);
    await poll(service, deviceCode);
    expect(await refresh(service.origin, "publicDevice", body.refresh_token)).toMatchObject(refused("invalid_grant"));
    expect(await service.rows("SELECT client_id FROM audit_event WHERE type = 'code_replayed'")).toContainEqual({
      client_id: "publicDevice",
    });
  });

  it("the code is of no use at the authorization code grant", async () => {
    const { deviceCode } = await approved("secretDevice");
    const { headers } = { headers: { authorization: `Basic ${btoa("secretDevice:p%3Aa%25s+s%2B%C3%BC")}` } };
    const sent = { grant_type: "authorization_code", code: deviceCode };
    expect(await post(service.origin, "/token", sent, headers)).toMatchObject(refused("invalid_grant"));
    expect((await poll(service, deviceCode, "secretDevice")).status).toBe(200);
  });

  it("dev-r08: belongs to no session: it goes on when the person signs out where they approved", async () => {
    const { deviceCode, browser } = await approved();
    const question = await browser.get("/end_session");
    await browser.submit(question, "/end_session", {});
    const { body } = await poll(service, deviceCode);
    expect((await refresh(service.origin, "publicDevice", body.refresh_token)).status).toBe(200);
    const rows = await service.rows(`SELECT session_id, sid FROM "authorization" WHERE client_id = 'publicDevice'`);
    for (const row of rows) expect(row).toEqual({ session_id: null, sid: null });
  });

  it("is found in the database, even if the short-lived store was emptied after the approval", async () => {
    const { deviceCode } = await approved();
    const empty = { ...service.deps, deviceRequests: { ...service.deps.deviceRequests, find: async () => undefined } };
    const client = await service.deps.clients.find("publicDevice");
    const tokens = await deviceCodeGrant.exchange(
      readParameters([["device_code", deviceCode]]),
      { client: client as never, sender: NO_SENDER, address: "192.0.2.1" },
      empty,
    );
    expect(tokens.access_token).toBeDefined();
  });

  it("the audit log has the approval with its authorization, and from where the device asked", async () => {
    await approved();
    const [event] = await service.rows(
      `SELECT actor, user_id, client_id, detail FROM audit_event
        WHERE type = 'device_approved' ORDER BY id DESC LIMIT 1`,
    );
    expect(event).toMatchObject({
      actor: "user",
      user_id: service.alice,
      client_id: "publicDevice",
      detail: { authorizationId: expect.any(String), deviceAddress: expect.any(String) },
    });
  });
});

describe("what ends access ends it for devices, too", () => {
  const ends: readonly [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    [
      "devx-04: the person is disabled",
      () => service.rows("UPDATE end_user SET disabled_at = now() WHERE id = $1", [service.alice]),
      () => service.rows("UPDATE end_user SET disabled_at = NULL WHERE id = $1", [service.alice]),
    ],
    [
      "the client is disabled",
      () => service.rows("UPDATE client SET disabled_at = now() WHERE id = 'publicDevice'"),
      () => service.rows("UPDATE client SET disabled_at = NULL WHERE id = 'publicDevice'"),
    ],
  ];
  it.each(ends)("%s before the poll: no tokens, and no refresh afterwards", async (_, end, undo) => {
    const before = await approved();
    const used = await approved();
    const { body } = await poll(service, used.deviceCode);
    await end();
    try {
      const errors = [
        await poll(service, before.deviceCode),
        await refresh(service.origin, "publicDevice", body.refresh_token),
      ];
      for (const { body } of errors) expect(["invalid_grant", "invalid_client"]).toContain(body.error);
    } finally {
      await undo();
    }
  });

  it.each<[string, (by: ReturnType<typeof byOperatorAt>) => Promise<unknown>]>([
    ["by an operator", (by) => endSessionsOf(service.database, service.alice, by)],
    [
      "elsewhere, by the person",
      async (by) => {
        const [session] = await service.rows("SELECT id FROM browser_session WHERE active_user_id = $1 LIMIT 1", [
          service.alice,
        ]);
        return endOtherSessions(service.database, { userId: service.alice, keptId: String(session?.id) }, by);
      },
    ],
  ])("dev-r08: the person is signed out everywhere %s: before the poll and after it", async (_, end) => {
    const [before, used] = [await approved(), await approved()];
    const { body } = await poll(service, used.deviceCode);
    await end(byOperatorAt(service.clock.now));
    expect(await poll(service, before.deviceCode)).toMatchObject(refused("invalid_grant"));
    expect(await refresh(service.origin, "publicDevice", body.refresh_token)).toMatchObject(refused("invalid_grant"));
  });

  it("dev-r08: the person gets another password: what was approved ends, before the poll and after it", async () => {
    const before = await approved();
    const used = await approved();
    const { body } = await poll(service, used.deviceCode);
    const by = byOperatorAt(service.clock.now);
    const [row] = await service.rows("SELECT password_hash FROM end_user WHERE id = $1", [service.alice]);
    const { database, mail } = service.deps;
    await setPassword({ database, mail }, { userId: service.alice, passwordHash: String(row?.password_hash) }, by);
    expect(await poll(service, before.deviceCode)).toMatchObject(refused("invalid_grant"));
    expect(await refresh(service.origin, "publicDevice", body.refresh_token)).toMatchObject(refused("invalid_grant"));
  });

  it("the consent is withdrawn", async () => {
    const { deviceCode } = await approved();
    const whose = { userId: service.alice, clientId: "publicDevice" };
    await withdrawConsents(service.database, whose, byOperatorAt(service.clock.now));
    expect(await poll(service, deviceCode)).toMatchObject(refused("invalid_grant"));
  });

  it("the device revokes its refresh token", async () => {
    const { deviceCode } = await approved();
    const { body } = await poll(service, deviceCode);
    await post(service.origin, "/revoke", { client_id: "publicDevice", token: body.refresh_token });
    expect(await refresh(service.origin, "publicDevice", body.refresh_token)).toMatchObject(refused("invalid_grant"));
  });
});

describe("scopes and resource servers", () => {
  it("devx-05: a poll never widens what was granted", async () => {
    const { deviceCode } = await approved("secretDevice", "openid email");
    const wider = await poll(service, deviceCode, "secretDevice", { scope: "openid email profile" });
    expect(wider).toMatchObject(refused("invalid_scope"));
    service.pass(5);
    const elsewhere = await poll(service, deviceCode, "secretDevice", { resource: READER });
    expect(elsewhere).toMatchObject(refused("invalid_target"));
    service.pass(5);
    const { body } = await poll(service, deviceCode, "secretDevice", { scope: "openid" });
    expect(body.scope).toBe("openid");
  });

  it("RFC 8707 §2: a device gets a token for the resource server that it named", async () => {
    const { body } = await begin(service, "secretDevice", { scope: "read offline_access", resource: READER });
    await approve(openBrowser(service.origin), body.user_code);
    const { body: tokens } = await poll(service, body.device_code, "secretDevice");
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: READER, scope: "read" });
  });

  it("OIDC Core §11: without offline_access there is no refresh token; what was declined is not granted", async () => {
    const { deviceCode } = await approved("publicDevice", "openid email");
    expect((await poll(service, deviceCode)).body).not.toHaveProperty("refresh_token");

    const { body } = await begin(service, "publicDevice", { scope: "openid email" });
    await approve(openBrowser(service.origin), body.user_code, "alice", { scope: [] });
    expect((await poll(service, body.device_code)).body.scope).toBe("openid");
  });
});

describe("RFC 9449: the sender of a device", () => {
  const holder = async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
    const jwk = await exportJWK(publicKey);
    return { jwk, privateKey, jkt: await calculateJwkThumbprint(jwk) };
  };
  const proof = async (by: Awaited<ReturnType<typeof holder>>, path: string) => ({
    dpop: await new SignJWT({ jti: crypto.randomUUID(), htm: "POST", htu: `${issuer}${path}`, iat: seconds() })
      .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk: by.jwk })
      .sign(by.privateKey),
  });
  const seconds = () => Math.floor(service.clock.now.getTime() / 1000);

  it("§5: a proof at the poll binds the tokens", async () => {
    const own = await holder();
    const { deviceCode } = await approved();
    const { body } = await poll(service, deviceCode, "publicDevice", {}, await proof(own, "/token"));
    expect(body.token_type).toBe("DPoP");
    expect(decodeJwt(body.access_token)).toMatchObject({ cnf: { jkt: own.jkt } });
    expect(await refresh(service.origin, "publicDevice", body.refresh_token)).toMatchObject(refused("invalid_grant"));
  });

  it("devx-02: a device that began with a key gets its tokens with that key only", async () => {
    const [own, other] = [await holder(), await holder()];
    const start = await proof(own, "/device_authorization");
    const { body } = await begin(service, "publicDevice", {}, start);
    const early = await poll(service, body.device_code, "publicDevice", {}, await proof(other, "/token"));
    expect(early).toMatchObject(refused("invalid_grant"));
    await approve(openBrowser(service.origin), body.user_code);
    const late = await poll(service, body.device_code, "publicDevice", {}, await proof(other, "/token"));
    expect(late).toMatchObject(refused("invalid_grant"));
    expect(await poll(service, body.device_code)).toMatchObject(refused("invalid_grant"));
    const good = await poll(service, body.device_code, "publicDevice", {}, await proof(own, "/token"));
    expect(good.status).toBe(200);
  });
});
