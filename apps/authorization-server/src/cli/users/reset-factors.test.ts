import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { passkeyRecord } from "../../../testing/factors/passkey-record.ts";
import { addPasskey } from "../../administration/ways-in/passkeys.ts";
import { addTotp, replaceRecoveryCodes } from "../../administration/ways-in/second-factors.ts";
import { parseKeyEncryptionKeys } from "../../issuer/keys/key-encryption-keys.ts";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { openOutbox } from "../../people/mail/outbox.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

const securityKey = { ...passkeyRecord, use: "second-factor" } as const;

const rows = async (text: string) => (await cli.database.pool.query(text)).rows;

describe("OWASP ASVS 5.0 V6.4.4: users reset-factors", () => {
  it("removes every factor but the password, and says why in the audit log", async () => {
    const { id: userId } = await cli.json("users", "add", "ada", "--generate-password");
    const texts = sealedTexts(parseKeyEncryptionKeys(String(cli.environment.KEY_ENCRYPTION_KEYS)));
    const mail = openOutbox({ isOn: false, domain: "auth.example", texts });
    const deps = { database: cli.database, mail, sealedTexts: texts };
    const by = byOperatorAt(cli.clock.now);
    await addTotp({ userId, browser: "" }, { name: "App", secret: "GEZDGNBVGY3TQOJQ", step: 1 }, deps, by);
    await addPasskey({ ...cli.database, mail }, { userId, browser: "", ...securityKey }, by);
    await replaceRecoveryCodes({ userId, browser: "" }, Array(10).fill("hash"), deps, by);

    const done = await cli.json("users", "reset-factors", "ada", "--reason", "lost the phone");
    expect(done).toEqual({ id: userId, username: "ada", factors_reset: true });
    for (const table of ["totp_factor", "recovery_code", "passkey"])
      expect(await rows(`SELECT * FROM ${table}`)).toEqual([]);
    expect((await cli.audited()).at(-1)).toMatchObject({
      type: "factors_reset",
      actor: "operator",
      user_id: userId,
      detail: { reason: "lost the phone" },
    });
  });

  it("needs a reason", async () => {
    expect((await cli.run(["users", "reset-factors", "ada"])).exitCode).not.toBe(0);
    expect((await cli.run(["users", "reset-factors", "ada", "--reason", " "])).exitCode).not.toBe(0);
  });

  it("A17: asks what happens with the identities of a person who signs in only by them", async () => {
    const { id: userId } = await cli.json("users", "add", "bob", "--generate-password");
    const provider = `
      INSERT INTO identity_provider (id, alias, name, issuer, client_id, scopes, mode, domains, auto_link, mfa,
                                     created_at)
      VALUES (gen_random_uuid(), 'corp', 'Corp', 'https://idp.example', 'us', '{openid}', 'linked-only', '{}', false,
              '{}', now())`;
    const connected = `
      INSERT INTO federated_identity (id, provider_id, issuer, subject, user_id, created_at)
      SELECT gen_random_uuid(), id, 'https://idp.example', 'bob', '${userId}', now() FROM identity_provider`;
    await rows(provider);
    await rows(connected);
    await rows(`UPDATE end_user SET password_hash = NULL WHERE id = '${userId}'`);
    const reset = ["users", "reset-factors", "bob", "--reason", "lost the phone"];
    const asked = await cli.run(reset);
    expect([asked.exitCode, asked.stderr]).toEqual([1, expect.stringContaining("add --connections keep or remove")]);
    expect((await cli.run([...reset, "--connections", "keep"])).exitCode).toBe(0);
    expect(await rows("SELECT subject FROM federated_identity")).toEqual([{ subject: "bob" }]);
    expect((await cli.run([...reset, "--connections", "remove"])).exitCode).toBe(0);
    expect(await rows("SELECT subject FROM federated_identity")).toEqual([]);
  });
});
