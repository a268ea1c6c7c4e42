import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { initialAccessToken, metadata, send } from "../../../testing/clients/registration.ts";
import { post, refresh, tokensFor } from "../../../testing/clients/tokens.ts";
import { confirm, giveApp, giveRecoveryCodes } from "../../../testing/factors/second-factors.ts";
import { advance, authorizationOf, basic, codeFor, redeem, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import type { Voided } from "../../platform/jobs/void-restored.ts";
import { run } from "../program.ts";

const BACKUP = "2020-01-01T00:00:00Z";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function restored(...argv: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const stdin = argv.find((word) => word.startsWith("{")) ?? "";
  const exitCode = await run(["restored", ...argv.filter((word) => word !== stdin)], {
    environment: { DATABASE_URL: service.connectionString },
    stdin: Readable.from([Buffer.from(stdin)]),
    print: (text) => out.push(text),
    complain: (text) => err.push(text),
    terminal: new PassThrough(),
    now: () => service.clock.now,
  });
  return { exitCode, out: out.join("\n"), err: err.join("\n") };
}

const event = (type: string, about: object = {}) => JSON.stringify({ at: "2025-01-01T00:00:00.000Z", type, ...about });
const invalid = { status: 400, body: { error: "invalid_grant" } };

/** For each noun that is void: what makes one, if the flow does not, and what selects those that still count. */
const VOIDED: Readonly<Record<keyof Voided, { readonly made?: string; readonly left: string }>> = {
  authorizations: { left: `SELECT FROM "authorization" WHERE revoked_at IS NULL` },
  sessions: { left: "SELECT FROM browser_session WHERE expires_at > $1" },
  addressProofs: {
    made: `INSERT INTO address_proof (id, purpose, slot, address, address_canonical, token_hash, tries_left, created_at,
                                      expires_at)
           VALUES (gen_random_uuid(), 'reset', '\\x01', 'a@example.org', 'a@example.org', '\\x01', 5, $1, 'infinity')`,
    left: "SELECT FROM address_proof",
  },
  invitations: {
    made: `INSERT INTO invitation (id, address, address_canonical, token_hash, created_at, expires_at, role_givers)
           VALUES (gen_random_uuid(), 'a@example.org', 'a@example.org', '\\x01', $1, 'infinity', '{}')`,
    left: "SELECT FROM invitation",
  },
  organizationInvitations: {
    made: `WITH o AS (INSERT INTO organization (id, slug, name, created_at)
                      VALUES (gen_random_uuid(), 'o', 'O', $1) RETURNING id)
           INSERT INTO organization_invitation (id, organization_id, address, address_canonical, role_ids, created_at,
                                                expires_at)
           SELECT gen_random_uuid(), id, 'a@example.org', 'a@example.org', '{}', $1, 'infinity' FROM o`,
    left: "SELECT FROM organization_invitation",
  },
  recoveryCodes: { left: "SELECT FROM recovery_code WHERE used_at IS NULL" },
  codesOfApps: { left: "SELECT FROM totp_factor WHERE last_step * 30 <= extract(epoch FROM $1::timestamptz)" },
  rememberedDevices: {
    made: `INSERT INTO remembered_device (id, user_id, secret_hash, label, created_at, last_used_at, expires_at)
           SELECT gen_random_uuid(), id, '\\x01', '', $1, $1, 'infinity' FROM end_user LIMIT 1`,
    left: "SELECT FROM remembered_device",
  },
  initialAccessTokens: { left: "SELECT FROM initial_access_token WHERE expires_at > $1" },
  signingKeys: { left: "SELECT FROM signing_key" },
  mails: {
    made: `INSERT INTO mail_delivery (id, kind, language, address, message_id, attempts, expires_at, next_attempt_at,
                                      sealed_parameters, key_encryption_key_id, created_at)
           VALUES (gen_random_uuid(), 'welcome', 'en', 'a@example.org', 'm', 0, 'infinity', $1, '', 'k', $1)`,
    left: "SELECT FROM mail_delivery WHERE next_attempt_at IS NOT NULL",
  },
  webhookDeliveries: {
    made: `INSERT INTO webhook_delivery (id, webhook_id, event_id, type, attempts, next_attempt_at, created_at)
           VALUES (gen_random_uuid(), gen_random_uuid(), 1, 'sign_in', 0, $1, $1)`,
    left: "SELECT FROM webhook_delivery WHERE next_attempt_at IS NOT NULL",
  },
  logoutDeliveries: {
    made: `INSERT INTO logout_delivery (id, client_id, sid, sub, attempts, next_attempt_at, created_at)
           VALUES (gen_random_uuid(), 'webClient', gen_random_uuid(), 'alice', 0, $1, $1)`,
    left: "SELECT FROM logout_delivery",
  },
  idempotencyKeys: {
    made: `INSERT INTO idempotency_key (caller, key, request_hash, created_at, expires_at)
           VALUES ('c', 'k', '', $1, 'infinity')`,
    left: "SELECT FROM idempotency_key",
  },
  // O7: a dump without --no-unlogged-table-data has what was used, as it was then.
  ephemeralEntries: {
    made: "INSERT INTO ephemeral_entry VALUES ('used', '1', $1::timestamptz + interval '1 day')",
    left: "SELECT FROM ephemeral_entry",
  },
  ephemeralMembers: {
    made: "INSERT INTO ephemeral_member VALUES ('set', 'used', $1, $1::timestamptz + interval '1 day')",
    left: "SELECT FROM ephemeral_member",
  },
  limits: {
    made: "INSERT INTO rate_limit SELECT 'counted', 1 WHERE $1::timestamptz IS NOT NULL",
    left: "SELECT FROM rate_limit WHERE key = 'counted'",
  },
};

const leftOf = async ({ left }: { readonly left: string }) =>
  (
    await service.rows(`SELECT count(*)::int AS n FROM (${left}) AS those WHERE $1::timestamptz IS NOT NULL`, [
      service.clock.now,
    ])
  )[0]?.n;

describe("O6, O7: after a restore nothing is valid that may have been used or ended since the backup", () => {
  it("codes, tokens, sessions, links, invitations, recovery codes, devices, keys and what waited", async () => {
    const browser = openBrowser(service.origin);
    await advance(browser, authorizationOf("webClient"));
    const { refresh_token, access_token } = await tokensFor(
      browser,
      service.origin,
      "offlineClient",
      "openid email offline_access",
    );
    const code = await codeFor(browser, "webClient");
    const token = await initialAccessToken(service);
    await giveRecoveryCodes(service, service.alice);
    await giveApp(service, service.alice);
    for (const { made } of Object.values(VOIDED)) {
      if (made !== undefined) await service.rows(made, [service.clock.now]);
    }
    for (const [noun, row] of Object.entries(VOIDED)) expect([noun, await leftOf(row)]).not.toEqual([noun, 0]);

    const done = await restored("--to", BACKUP, "--json");
    expect(done).toMatchObject({ exitCode: 0, err: "" });
    const { voided } = JSON.parse(done.out);
    expect(Object.keys(voided).sort()).toEqual(Object.keys(VOIDED).sort());
    for (const [noun, row] of Object.entries(VOIDED)) {
      const isVoided = expect.toSatisfy((count: number) => count > 0);
      expect([noun, voided[noun], await leftOf(row)]).toEqual([noun, isVoided, 0]);
    }

    expect(await redeem(service.origin, code)).toMatchObject(invalid);
    expect(await refresh(service.origin, "offlineClient", refresh_token)).toMatchObject(invalid);
    const introspected = await post(service.origin, "/introspect", { token: access_token }, basic("offlineClient"));
    expect(introspected.body.active).toBe(false);
    expect((await send(service, { token, body: metadata })).status).toBe(401);
    expect((await browser.get(authorizationOf("webClient"))).location?.pathname).toBe("/login");
    await service.rows("DELETE FROM totp_factor");
    expect(
      await service.rows("SELECT actor, detail->>'to' AS to FROM audit_event WHERE type = 'deployment_restored'"),
    ).toEqual([{ actor: "operator", to: "2020-01-01T00:00:00.000Z" }]);
  });

  it("it fails while a service that runs makes something valid again, and a further run ends it", async () => {
    await service.rows("UPDATE recovery_code SET used_at = NULL");
    await service.rows(`
      CREATE FUNCTION as_a_service() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.used_at = NULL; RETURN NEW; END $$;
      CREATE TRIGGER as_a_service BEFORE UPDATE ON recovery_code FOR EACH ROW EXECUTE FUNCTION as_a_service()`);
    const { exitCode, err } = await restored("--to", BACKUP);
    expect([exitCode, err]).toEqual([1, "countersign: a service still runs: of recoveryCodes some are valid again"]);
    await service.rows("DROP FUNCTION as_a_service CASCADE");
    expect((await restored("--to", BACKUP)).exitCode).toBe(0);
  });

  it("people keep their passwords and authenticator apps", async () => {
    const app = await giveApp(service, service.alice);
    await restored("--to", BACKUP);
    expect(await service.rows("SELECT count(*)::int AS n FROM totp_factor")).toEqual([{ n: 1 }]);
    const browser = openBrowser(service.origin);
    const page = await signIn(browser, await browser.get(authorizationOf("webClient")));
    // A code that could have been used before is not accepted, and the one after it is.
    const answers = [await confirm(browser, page, app.code()), await confirm(browser, page, app.code(1))];
    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
    service.clock.now = new Date(service.clock.now.getTime() + 60_000);
    expect((await confirm(browser, page, app.code(1))).status).toBe(303);
    await service.rows("DELETE FROM totp_factor");
  });
});

describe("O6: acts of the lost time are repeated from an export", () => {
  it("people and clients that were disabled are again, and what no event says is listed with who did it", async () => {
    const mallory = String((await service.rows("SELECT id::text FROM end_user WHERE username = 'mallory'"))[0]?.id);
    const lines = [
      event("user_disabled", { user_id: service.alice }),
      event("user_enabled", { user_id: service.alice }),
      event("user_deleted", { user_id: mallory }),
      event("client_disabled", { client_id: "webPostClient" }),
      event("client_secret_rotated", { client_id: "o'x", actor: "administrator", actor_id: service.alice }),
      // No such token, no text for its id, an organization that is not there, and a type of a later version.
      event("scim_token_revoked", { detail: { id: "t", organization: "o" } }),
      event("scim_token_revoked", { detail: { id: 1 } }),
      event("organization_removed", { detail: { organization: randomUUID() } }),
      event("vault_removed"),
      event("sign_in", { user_id: service.alice }),
      JSON.stringify({ level: "info", msg: "a line of a log" }),
      JSON.stringify({ at: "2019-01-01T00:00:00.000Z", type: "client_disabled", client_id: "webClient" }),
    ];
    const { out, err, exitCode } = await restored("--to", BACKUP, "--events", "-", "--json", lines.join("\n"));
    expect([exitCode, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toMatchObject({
      repeated: { user_disabled: 1, user_enabled: 1, user_deleted: 1, client_disabled: 1 },
      to_repeat: [
        {
          ...{ TYPE: "client_secret_rotated", BY: "administrator alice", CLIENT: "o'x" },
          ...{ AT: "2025-01-01T00:00:00.000Z", REPEAT: "countersign clients rotate-secret 'o'\\''x'" },
        },
        { TYPE: "scim_token_revoked", DETAIL: expect.stringContaining("organization") },
        { TYPE: "scim_token_revoked" },
        { TYPE: "vault_removed", REPEAT: expect.stringContaining("does not know") },
      ],
    });
    const disabled = await service.rows(
      `SELECT username AS name FROM end_user WHERE disabled_at IS NOT NULL
        UNION SELECT id FROM client WHERE disabled_at IS NOT NULL`,
    );
    expect(disabled.map(({ name }) => name).sort()).toEqual(["mallory", "webPostClient"]);
  });

  it("the events may be in a file", async () => {
    const file = join(tmpdir(), `events-${randomUUID()}.jsonl`);
    await writeFile(file, `${event("password_changed", { user_id: service.alice })}\n`);
    const { out } = await restored("--to", BACKUP, "--events", file);
    await rm(file);
    expect(out).toMatch(/Repeat these acts:\nAT .*\n2025-01-01T00:00:00.000Z +password_changed .* set-password alice,/);
  });

  it.each([
    ["a line that is no JSON", ["--events", "-", "{"], 1, "line 1 is no JSON"],
    ["no time", [], 2, "--to"],
    ["a time that has not passed", ["--to", "2999-01-01T00:00:00Z"], 2, "has passed"],
  ])("%s is refused", async (_, argv, exitCode, sentence) => {
    const to = argv.includes("--to") || exitCode === 2 ? [] : ["--to", BACKUP];
    expect(await restored(...to, ...argv)).toMatchObject({ exitCode, err: expect.stringContaining(sentence) });
  });
});
