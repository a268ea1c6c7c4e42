import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { openBrowser } from "../../../../testing/browser.ts";
import { redirectUriOf } from "../../../../testing/clients/clients.ts";
import { basic, codeFor, redeem } from "../../../../testing/flows.ts";
import { mailsIn } from "../../../../testing/servers/mail.ts";
import { parseKeyEncryptionKeys } from "../../../issuer/keys/key-encryption-keys.ts";
import { ADMIN_SCOPES } from "../../api/scopes.ts";
import { type Api, adminResource, startApi } from "../../api/testing/api.ts";
import { assignRole } from "../../roles/roles.ts";

const KEYS = `k1:${randomBytes(32).toString("base64url")}`;

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi({ MAIL_URL: "smtp://127.0.0.1:2525", KEY_ENCRYPTION_KEYS: KEYS });
  await api.rows("UPDATE client SET scopes = $1 WHERE id = 'offlineClient'", [["openid", ...ADMIN_SCOPES]]);
  const asked = { resource: adminResource, scope: ["openid", ...ADMIN_SCOPES].join(" ") };
  const code = await codeFor(openBrowser(api.origin), "offlineClient", asked);
  const redirect = { redirect_uri: redirectUriOf("offlineClient") };
  token = (await redeem(api.origin, code, redirect, basic("offlineClient"))).body.access_token;
  api.pass(1);
  const owner = { resource: adminResource, name: "owner" };
  await assignRole(api.database, owner, { userId: api.alice }, byOperatorAt(api.clock.now));
});
afterAll(() => api.close());
beforeEach(() => api.rows("DELETE FROM mail_delivery"));

const send = (as = token) => api.call("/mails/test", { method: "POST", token: as });
const mails = () => mailsIn(api.rows, parseKeyEncryptionKeys(KEYS));

describe("a test mail", () => {
  it("409 without a verified address, and from a program, which has none", async () => {
    await api.rows("UPDATE end_user SET email_verified_at = NULL WHERE id = $1", [api.alice]);
    expect((await send()).status).toBe(409);
    await api.rows("UPDATE end_user SET email_verified_at = now() WHERE id = $1", [api.alice]);
    expect((await send(await api.tokenOf("settings:write"))).status).toBe(409);
    expect(await mails()).toEqual([]);
  });

  it("goes to the caller’s own address, once a minute, and is audited", async () => {
    const { status, body } = await send();
    expect([status, body]).toEqual([204, undefined]);
    expect(await mails()).toMatchObject([{ kind: "test", to: "alice@example.org", userId: api.alice }]);
    const events = await api.rows("SELECT actor, user_id FROM audit_event WHERE type = 'test_mail_sent'");
    expect(events).toEqual([{ actor: "administrator", user_id: api.alice }]);
    const again = await send();
    expect([again.status, Number(again.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(await mails()).toHaveLength(1);
  });
});
