import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { mailsIn } from "../../../../testing/servers/mail.ts";
import { parseKeyEncryptionKeys } from "../../../issuer/keys/key-encryption-keys.ts";
import { type Api, adminResource, startApi } from "../../api/testing/api.ts";
import { assignRole } from "../../roles/roles.ts";

const KEYS = `k1:${randomBytes(32).toString("base64url")}`;
const NOBODY = "00000000-0000-4000-8000-000000000009";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi({ MAIL_URL: "smtp://127.0.0.1:2525", KEY_ENCRYPTION_KEYS: KEYS });
  token = await api.tokenOf("people:read", "people:write");
});
afterAll(() => api.close());
beforeEach(async () => {
  api.pass(3600);
  token = await api.tokenOf("people:read", "people:write");
  await api.rows("DELETE FROM mail_delivery");
});

const send = (userId: string) => api.call(`/people/${userId}/send-reset`, { method: "POST", token });
const mails = () => mailsIn(api.rows, parseKeyEncryptionKeys(KEYS));

describe("ad.4: the link for a new password", () => {
  it("is mailed to the person, is not in the answer, and its sending is audited", async () => {
    const { status, body } = await send(api.alice);
    expect([status, body]).toEqual([204, undefined]);
    const sent = await mails();
    expect(sent).toMatchObject([{ kind: "reset-link", to: "alice@example.org", userId: api.alice }]);
    expect(sent[0]?.parameters.link).toMatch(/^\/reset-password\?token=[\w-]{43}$/);
    const events = await api.rows("SELECT actor, detail FROM audit_event WHERE type = 'enrolment_link_sent'");
    expect(events).toEqual([{ actor: "client", detail: { link: "reset" } }]);
  });

  it("is sent within the limits of the public page: 429, and no mail", async () => {
    expect((await send(api.alice)).status).toBe(204);
    const again = await send(api.alice);
    expect([again.status, Number(again.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(await mails()).toHaveLength(1);
  });

  it("409 without a verified address, and 404 without a person", async () => {
    await api.rows("UPDATE end_user SET disabled_at = now() WHERE id = $1 RETURNING id", [api.alice]);
    expect((await send(api.alice)).status).toBe(409);
    await api.rows("UPDATE end_user SET disabled_at = NULL WHERE id = $1 RETURNING id", [api.alice]);
    expect([(await send(NOBODY)).status, (await send("x")).status]).toEqual([404, 404]);
    expect(await mails()).toEqual([]);
  });

  it("role-03: 403 for a person who may do more", async () => {
    const role = { resource: adminResource, name: "owner" };
    await assignRole(api.database, role, { userId: api.alice }, byOperatorAt(api.clock.now));
    expect((await send(api.alice)).status).toBe(403);
    expect(await mails()).toEqual([]);
  });
});
