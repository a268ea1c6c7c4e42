import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { owner, sealEverything } from "../../../testing/everything-sealed.ts";
import { mailsIn } from "../../../testing/servers/mail.ts";
import { pieceOwner } from "../../administration/imports/jobs.ts";
import { clientSecrets } from "../../issuer/clients/secrets.ts";
import { parseKeyEncryptionKeys } from "../../issuer/keys/key-encryption-keys.ts";
import { openKeyRing } from "../../issuer/keys/key-ring.ts";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { SEALED_ROWS } from "../../platform/jobs/keys/sealed-rows.ts";
import { clientStore } from "../../platform/stores/client/clients.ts";
import { hookOwner } from "../../platform/stores/hooks/hooks.ts";
import { claimKey, idempotencyOwner } from "../../platform/stores/idempotency-keys.ts";
import { signingKeyStore } from "../../platform/stores/signing-keys.ts";
import { secondFactorStore, totpOwner } from "../../platform/stores/ways-in/second-factors.ts";
import { webhookOwner } from "../../platform/stores/webhooks/webhook-deliveries.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
let userId: string;
/** The keys of the webhook, the newest first. */
let secrets: string[];
let hookSecrets: string[];
let client: { client_id: string; client_secret: string };
const next = `next:${randomBytes(32).toString("base64url")}`;

beforeEach(async () => {
  cli = await openCommandLine();
  ({ userId, secrets, hookSecrets, client } = await sealEverything(cli));
});
afterEach(() => cli.close());

const both = () => `${next},${cli.environment.KEY_ENCRYPTION_KEYS}`;
const reseal = (keys: string) => cli.run(["keys", "reseal", "--json"], { environment: { KEY_ENCRYPTION_KEYS: keys } });
const sealedWith = async () =>
  (
    await cli.database.pool.query(
      `SELECT key_encryption_key_id AS id FROM signing_key
       UNION SELECT key_encryption_key_id FROM mail_delivery
       UNION SELECT key_encryption_key_id FROM totp_factor
       UNION SELECT key_encryption_key_id FROM webhook
       UNION SELECT previous_key_encryption_key_id FROM webhook
       UNION SELECT key_encryption_key_id FROM hook
       UNION SELECT previous_key_encryption_key_id FROM hook
       UNION SELECT key_encryption_key_id FROM import_piece
       UNION SELECT key_encryption_key_id FROM idempotency_key
       UNION SELECT reply_key_encryption_key_id FROM idempotency_key
       UNION SELECT secret_key_encryption_key_id FROM client WHERE sealed_secret IS NOT NULL`,
    )
  ).rows.map(({ id }) => id);

describe("keys reseal", () => {
  it("seals everything again, so the old key-encryption key is no longer needed, and audits it", async () => {
    expect(JSON.parse((await reseal(both())).stdout)).toEqual({
      signing_keys: 7,
      client_secrets: 1,
      mails: 1,
      totp_secrets: 1,
      provider_secrets: 0,
      webhook_keys: 2,
      hook_keys: 2,
      import_pieces: 2,
      idempotency_keys: 2,
      key_encryption_key_id: "next",
    });
    expect(await sealedWith()).toEqual(["next"]);
    expect((await cli.audited()).at(-1)).toMatchObject({
      type: "keys_resealed",
      actor: "operator",
      detail: {
        keyEncryptionKeyId: "next",
        signingKeys: 7,
        clientSecrets: 1,
        mails: 1,
        totpSecrets: 1,
        providerSecrets: 0,
        webhookKeys: 2,
        hookKeys: 2,
        importPieces: 2,
        idempotencyKeys: 2,
      },
    });

    const keyEncryptionKeys = parseKeyEncryptionKeys(next);
    const again = sealedTexts(keyEncryptionKeys);
    const repeated = await claimKey(
      cli.database.pool,
      owner,
      again.seal("", idempotencyOwner("request", owner)),
      cli.clock.now,
    );
    expect(repeated && again.open(repeated.request, idempotencyOwner("request", owner))).toBe("hash");
    expect(repeated?.reply && again.open(repeated.reply, idempotencyOwner("reply", owner))).toBe("reply");
    const found = await clientStore(cli.database).find(client.client_id);
    expect(String(clientSecrets(keyEncryptionKeys).open(found ?? { id: "" }))).toBe(client.client_secret);
    const store = signingKeyStore(cli.database);
    const log = { error: () => {}, info: () => {} };
    const ring = await openKeyRing({ store, keyEncryptionKeys, algs: ["ES256"], now: () => cli.clock.now, log });
    expect((await ring.signer("ES256")).alg).toBe("ES256");
    await ring.close();

    const [piece] = (await cli.database.pool.query("SELECT * FROM import_piece WHERE number = 2")).rows;
    const sealedPiece = { sealed: piece.sealed_lines, keyEncryptionKeyId: piece.key_encryption_key_id };
    const lines = sealedTexts(keyEncryptionKeys).open(sealedPiece, pieceOwner(piece.job_id, 2));
    expect(lines.split("\n")).toHaveLength(50);

    const rows = async (text: string) => (await cli.database.pool.query(text)).rows;
    const [app] = await secondFactorStore(cli.database).totpOf(userId);
    if (app === undefined) throw new Error("there is no app");
    expect(sealedTexts(keyEncryptionKeys).open(app, totpOwner(userId, app.id))).toBe("GEZDGNBVGY3TQOJQ");
    expect(await mailsIn(rows, keyEncryptionKeys)).toMatchObject([{ parameters: { code: "123456" } }]);

    const [hook] = await rows("SELECT id::text, sealed_secret, sealed_previous_secret FROM webhook");
    const opened = [hook.sealed_secret, hook.sealed_previous_secret].map((sealed) =>
      sealedTexts(keyEncryptionKeys).open({ sealed, keyEncryptionKeyId: "next" }, webhookOwner(hook.id)),
    );
    expect(opened).toEqual(secrets);
    const [asked] = await rows("SELECT id::text, sealed_secret, sealed_previous_secret FROM hook");
    const openedHook = [asked.sealed_secret, asked.sealed_previous_secret].map((sealed) =>
      sealedTexts(keyEncryptionKeys).open({ sealed, keyEncryptionKeyId: "next" }, hookOwner(asked.id)),
    );
    expect(openedHook).toEqual(hookSecrets);
  });

  it("A9: a sign-in that holds one row delays no other, and its row is sealed again once it is free", async () => {
    const other = await cli.database.pool.connect();
    await other.query("BEGIN");
    await other.query("SELECT FROM totp_factor FOR UPDATE");
    const resealing = reseal(both());
    await expect.poll(async () => (await sealedWith()).toSorted(), { timeout: 15_000 }).toEqual(["k1", "next"]);
    await expect
      .poll(
        async () => (await cli.database.pool.query("SELECT FROM webhook WHERE key_encryption_key_id = 'k1'")).rowCount,
      )
      .toBe(0);
    await other.query("COMMIT");
    other.release();
    expect(JSON.parse((await resealing).stdout)).toMatchObject({ totp_secrets: 1, signing_keys: 7 });
    expect(await sealedWith()).toEqual(["next"]);
  }, 30_000);

  it("A9: what cannot be opened is named and left, and everything else is sealed again, in batches", async () => {
    const texts = sealedTexts(parseKeyEncryptionKeys(String(cli.environment.KEY_ENCRYPTION_KEYS)));
    const sealed = (id: string) => Buffer.from(texts.seal("{}", ["mail", id]).sealed);
    const ids = Array.from({ length: 2100 }, () => randomUUID());
    await cli.database.pool.query(
      `INSERT INTO mail_delivery (id, kind, language, address, sealed_parameters, key_encryption_key_id, message_id,
                                  attempts, next_attempt_at, expires_at, created_at)
       SELECT id, 'welcome', 'en', 'a@example.org', sealed, 'k1', 'm', 0, now(), now(), now()
         FROM unnest($1::uuid[], $2::bytea[]) AS m (id, sealed)`,
      [ids, ids.map((id, n) => sealed(n === 1500 ? "another" : id))],
    );
    const result = await reseal(both());
    expect([result.exitCode, JSON.parse(result.stdout)]).toMatchObject([1, { mails: 2100, totp_secrets: 1 }]);
    expect(result.stderr).toContain(`could not be opened, and are sealed as before: mail_delivery ${ids[1500]}`);
    const left = await cli.database.pool.query("SELECT id FROM mail_delivery WHERE key_encryption_key_id = 'k1'");
    expect(left.rows).toEqual([{ id: ids[1500] }]);
    expect((await cli.audited()).at(-1)).toMatchObject({ type: "keys_resealed", detail: { mails: 2100, broken: 1 } });
  });

  it("A9: every column that names a key-encryption key is sealed again, but that of hints (decision 121)", async () => {
    const { rows } = await cli.database.pool.query(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name LIKE '%key_encryption_key_id' ORDER BY name`,
    );
    const covered = SEALED_ROWS.map(({ table, keyId }) => `${table}.${keyId}`);
    expect(rows.map(({ name }) => name)).toEqual([...covered, "provider_session.key_encryption_key_id"].toSorted());
  });

  it("changes nothing the second time", async () => {
    await reseal(both());
    expect(JSON.parse((await reseal(both())).stdout)).toMatchObject({
      signing_keys: 0,
      client_secrets: 0,
      mails: 0,
      totp_secrets: 0,
    });
  });

  it("changes nothing if a key-encryption key is missing, and shows no key", async () => {
    const refused = await reseal(next);
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain('sealed with key-encryption key "k1", which KEY_ENCRYPTION_KEYS does not have');
    expect(refused.stderr).not.toContain(next.slice(5));
    expect(await sealedWith()).toEqual(["k1"]);
    expect((await cli.audited()).map(({ type }) => type)).not.toContain("keys_resealed");
  });
});

describe("clients rotate-secret, for a client whose secret is an HMAC key", () => {
  it("seals the new secret as well, and gives it the same length", async () => {
    const { client_secret } = await cli.json("clients", "rotate-secret", client.client_id);
    expect(Buffer.from(client_secret, "base64url")).toHaveLength(64);
    const secrets = clientSecrets(parseKeyEncryptionKeys(String(cli.environment.KEY_ENCRYPTION_KEYS)));
    const found = await clientStore(cli.database).find(client.client_id);
    expect(String(secrets.open(found ?? { id: "" }))).toBe(client_secret);
  });

  it("refuses without key-encryption keys, and keeps the old secret", async () => {
    const environment = { KEY_ENCRYPTION_KEYS: undefined };
    const before = await clientStore(cli.database).find(client.client_id);
    expect(await cli.run(["clients", "rotate-secret", client.client_id], { environment })).toMatchObject({
      exitCode: 1,
    });
    expect((await clientStore(cli.database).find(client.client_id))?.sealedSecret).toEqual(before?.sealedSecret);
  });
});
