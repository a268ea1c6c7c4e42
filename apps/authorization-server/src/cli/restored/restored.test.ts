import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { initialAccessToken, metadata, send } from "../../../testing/clients/registration.ts";
import { post, refresh, tokensFor } from "../../../testing/clients/tokens.ts";
import { giveApp, giveRecoveryCodes } from "../../../testing/factors/second-factors.ts";
import { advance, authorizationOf, basic, codeFor, redeem, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
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
    await service.rows(
      `INSERT INTO invitation (id, address, address_canonical, token_hash, created_at, expires_at, role_givers)
       VALUES (gen_random_uuid(), 'a@example.org', 'a@example.org', '\\x01', now(), now() + interval '1 day', '{}')`,
    );
    // O7: a dump without --no-unlogged-table-data has what was used, as it was then.
    await service.rows("INSERT INTO ephemeral_entry VALUES ('used', '1', now() + interval '1 day')");
    await service.rows("INSERT INTO ephemeral_member VALUES ('set', 'used', now(), now() + interval '1 day')");
    await service.rows("INSERT INTO rate_limit VALUES ('counted', 1)");

    const done = await restored("--to", BACKUP, "--json");
    expect(done).toMatchObject({ exitCode: 0, err: "" });
    const { voided } = JSON.parse(done.out);
    for (const noun of [
      "authorizations",
      "sessions",
      "invitations",
      "recoveryCodes",
      "initialAccessTokens",
      "signingKeys",
      "ephemeralEntries",
      "ephemeralMembers",
      "limits",
    ])
      expect([noun, voided[noun]]).toEqual([noun, expect.toSatisfy((count: number) => count > 0)]);

    expect(await redeem(service.origin, code)).toMatchObject(invalid);
    expect(await refresh(service.origin, "offlineClient", refresh_token)).toMatchObject(invalid);
    const introspected = await post(service.origin, "/introspect", { token: access_token }, basic("offlineClient"));
    expect(introspected.body.active).toBe(false);
    expect((await send(service, { token, body: metadata })).status).toBe(401);
    const rows = await service.rows(`
      SELECT (SELECT count(*) FROM recovery_code WHERE used_at IS NULL)::int AS codes,
             (SELECT count(*) FROM signing_key)::int AS keys, (SELECT count(*) FROM invitation)::int AS invitations,
             (SELECT count(*) FROM ephemeral_entry)::int AS entries,
             (SELECT count(*) FROM ephemeral_member)::int AS members`);
    expect(rows).toEqual([{ codes: 0, keys: 0, invitations: 0, entries: 0, members: 0 }]);
    expect((await browser.get(authorizationOf("webClient"))).location?.pathname).toBe("/login");
    expect(
      await service.rows("SELECT actor, detail->>'to' AS to FROM audit_event WHERE type = 'deployment_restored'"),
    ).toEqual([{ actor: "operator", to: "2020-01-01T00:00:00.000Z" }]);
  });

  it("people keep their passwords and authenticator apps", async () => {
    const app = await giveApp(service, service.alice);
    await restored("--to", BACKUP);
    expect(await service.rows("SELECT count(*)::int AS n FROM totp_factor")).toEqual([{ n: 1 }]);
    const browser = openBrowser(service.origin);
    const page = await signIn(browser, await browser.get(authorizationOf("webClient")));
    expect([page.status, app.code().length]).toEqual([200, 6]);
    await service.rows("DELETE FROM totp_factor");
  });
});

describe("O6: acts of the lost time are repeated from an export", () => {
  it("people and clients that were deleted or disabled are again, and other acts are listed", async () => {
    const mallory = String((await service.rows("SELECT id::text FROM end_user WHERE username = 'mallory'"))[0]?.id);
    const lines = [
      event("user_disabled", { user_id: service.alice }),
      event("user_enabled", { user_id: service.alice }),
      event("user_deleted", { user_id: mallory }),
      event("client_disabled", { client_id: "webPostClient" }),
      event("scim_token_revoked", { detail: { id: "t" } }),
      event("sign_in", { user_id: service.alice }),
      JSON.stringify({ level: "info", msg: "a line of a log" }),
      JSON.stringify({ at: "2019-01-01T00:00:00.000Z", type: "client_disabled", client_id: "webClient" }),
    ];
    const { out, err, exitCode } = await restored("--to", BACKUP, "--events", "-", "--json", lines.join("\n"));
    expect([exitCode, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toMatchObject({
      repeated: { user_disabled: 1, user_enabled: 1, user_deleted: 1, client_disabled: 1 },
      to_repeat: [{ TYPE: "scim_token_revoked" }],
    });
    const disabled = await service.rows(
      `SELECT username AS name FROM end_user WHERE disabled_at IS NOT NULL
        UNION SELECT id FROM client WHERE disabled_at IS NOT NULL`,
    );
    expect(disabled.map(({ name }) => name).sort()).toEqual(["mallory", "webPostClient"]);
  });

  it("the events may be in a file", async () => {
    const file = join(tmpdir(), `events-${randomUUID()}.jsonl`);
    await writeFile(file, `${event("role_revoked", { user_id: service.alice })}\n`);
    const { out } = await restored("--to", BACKUP, "--events", file);
    await rm(file);
    expect(out).toMatch(/Repeat these acts:\nAT .*\n2025-01-01T00:00:00.000Z +role_revoked/);
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
