import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { sealEverything, textsOf } from "../../../testing/everything-sealed.ts";
import { addIdentityProvider } from "../../administration/providers/identity-providers.ts";
import { RESEALED_NOUNS, type ResealedNoun } from "../../platform/jobs/keys/sealed-rows.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

const document = (name: string) => readFile(new URL(`../../../../../docs/${name}`, import.meta.url), "utf8");

/** What replaces each kind when its key-encryption key leaked: a part of a command of the drill. */
const REPLACED: Readonly<Record<ResealedNoun, string>> = {
  signingKeys: "countersign keys remove",
  clientSecrets: "countersign clients rotate-secret",
  webhookKeys: "countersign webhooks rotate-secret",
  hookKeys: "countersign hooks rotate-secret",
  providerSecrets: "countersign providers change corp --secret-file",
  totpSecrets: "countersign users reset-factors",
  mails: "DELETE FROM mail_delivery WHERE sealed_parameters IS NOT NULL",
  importPieces: "DELETE FROM import_job WHERE finished_at IS NULL",
  idempotencyKeys: "DELETE FROM idempotency_key",
};

const STATEMENTS = [
  "DELETE FROM signing_key",
  "DELETE FROM idempotency_key",
  "DELETE FROM mail_delivery WHERE sealed_parameters IS NOT NULL",
  "DELETE FROM import_job WHERE finished_at IS NULL",
];
const WITH_SEALED_SECRET = "SELECT id FROM client WHERE sealed_secret IS NOT NULL";
const PROOFS = "DELETE FROM address_proof";
const WITH_APPS = "SELECT DISTINCT username FROM totp_factor JOIN end_user u ON u.id = user_id";

const WITH_PROVIDER_SECRET = "SELECT alias FROM identity_provider WHERE sealed_secret IS NOT NULL";

const PROVIDER = {
  ...{ alias: "corp", name: "Corp", issuer: "https://corp.example", clientId: "countersign", secret: "secret" },
  ...({ scopes: ["openid"], mode: "linked-only", domains: [], autoLink: false, mfa: [] } as const),
};

let cli: CommandLine;
beforeEach(async () => {
  cli = await openCommandLine();
  await sealEverything(cli);
  await addIdentityProvider({ database: cli.database, texts: textsOf(cli) }, PROVIDER, byOperatorAt(cli.clock.now));
});
afterEach(() => cli.close());

describe("documents: what was sealed under a key-encryption key that is lost is replaced", () => {
  it("the drill has a command for every kind that a key that leaked had sealed", async () => {
    const drill = await document("security/compromise-drill.md");
    const missing = RESEALED_NOUNS.filter((noun) => !drill.includes(REPLACED[noun]));
    expect(missing).toEqual([]);
    for (const statement of [...STATEMENTS, WITH_SEALED_SECRET])
      expect(await document("operations/secrets.md")).toContain(statement);
    for (const statement of [WITH_APPS, WITH_PROVIDER_SECRET, PROOFS]) expect(drill).toContain(statement);
  });

  it("after the commands of the document, nothing is left that only the lost key opens", async () => {
    const environment = { KEY_ENCRYPTION_KEYS: `new:${randomBytes(32).toString("base64url")}` };
    const run = (...words: string[]) => cli.run([...words, "--json"], { environment });
    const { pool } = cli.database;
    expect(await run("keys", "reseal")).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('"k1"') });

    await Promise.all([...STATEMENTS, PROOFS].map((statement) => pool.query(statement)));
    const file = join(tmpdir(), `provider-${randomBytes(8).toString("hex")}`);
    await writeFile(file, "another-secret");
    const [client] = (await pool.query(WITH_SEALED_SECRET)).rows;
    const [person] = (await pool.query(WITH_APPS)).rows;
    const [provider] = (await pool.query(WITH_PROVIDER_SECRET)).rows;
    for (const words of [
      ["clients", "rotate-secret", client.id, "--overlap-hours", "0"],
      ["webhooks", "rotate-secret", "Billing", "--overlap-hours", "0"],
      ["hooks", "rotate-secret", "Plans", "--overlap-hours", "0"],
      ["providers", "change", provider.alias, "--secret-file", file],
      ["users", "reset-factors", person.username, "--reason", "lost keys", "--connections", "keep"],
    ])
      expect(await run(...words)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await run("keys", "reseal")).toMatchObject({ exitCode: 0 });
  });
});
