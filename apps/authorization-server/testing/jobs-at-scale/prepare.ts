/** The rows with certain values that jobs need: an import that runs, and secrets that can be opened. */
import type { Database } from "@countersign/database";
import type { KeyEncryptionKey } from "@countersign/jwt";
import { addImport, receiveLines, startImport } from "../../src/administration/imports/jobs.ts";
import { sealedTexts } from "../../src/issuer/keys/sealed-texts.ts";
import { reseal } from "../../src/platform/jobs/keys/reseal.ts";
import type { KeyEncryptionKeys } from "../../src/platform/jobs/keys/sealed-rows.ts";
import type { Job } from "../../src/platform/jobs/running/schedule.ts";
import type { By } from "../../src/platform/stores/audit/audit-events.ts";
import { totpOwner } from "../../src/platform/stores/ways-in/second-factors.ts";
import { FIRST_AT } from "./fill.ts";

export interface Preparing {
  readonly superuser: Pick<Database, "pool">;
  /** The first seals what jobs open; the last sealed what is sealed again. */
  readonly keys: KeyEncryptionKeys;
  readonly rows: number;
}

const BY: By = { actor: { kind: "operator" }, at: FIRST_AT };
/** More than one run of the job imports. */
const MOST_LINES = 50_000;

/** Adds an import of new people, and starts it. */
export async function startAnImport({ superuser, keys, rows }: Preparing): Promise<void> {
  const lines = Array.from({ length: Math.min(rows, MOST_LINES) }, (_, n) =>
    JSON.stringify({ external_id: `e${n}`, username: `imported${n}`, claims: { email: `imported${n}@example.org` } }),
  );
  const id = await addImport(superuser, { source: "scale", trustVerified: false, allowWeakHashes: false }, BY);
  const refused = await receiveLines(superuser, id ?? "", { first: 1, text: lines.join("\n") }, sealedTexts(keys), BY);
  if (refused !== undefined || (await startImport(superuser, id ?? "", false, BY)) !== undefined)
    throw new Error("the import did not begin");
}

const SEALED_AT_ONCE = 5000;

/** Seals the secrets of authenticator apps under the last key. */
export async function sealFactors({ superuser: { pool }, keys }: Preparing): Promise<void> {
  const old = keys.at(-1) as KeyEncryptionKey;
  const texts = sealedTexts([old]);
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const { rows } = await pool.query<{ id: string; user: string }>(
      'SELECT id, user_id AS "user" FROM totp_factor WHERE id > $1 ORDER BY id LIMIT $2',
      [after, SEALED_AT_ONCE],
    );
    await pool.query(
      `UPDATE totp_factor f SET sealed_secret = g.sealed, key_encryption_key_id = $3
         FROM unnest($1::uuid[], $2::bytea[]) AS g (id, sealed) WHERE f.id = g.id`,
      [
        rows.map(({ id }) => id),
        rows.map(({ id, user }) => Buffer.from(texts.seal("JBSWY3DPEHPK3PXP", totpOwner(user, id)).sealed)),
        old.id,
      ],
    );
    const last = rows.at(-1);
    if (last === undefined || rows.length < SEALED_AT_ONCE) break;
    after = last.id;
  }
  await pool.query("VACUUM ANALYZE totp_factor");
}

/** The commands that work through large tables as jobs do, by their names. */
export const commandsAtScale = (database: Pick<Database, "pool">, keyEncryptionKeys: KeyEncryptionKeys): Job[] => [
  {
    name: "keys reseal",
    everySeconds: 0,
    run: () => reseal({ database, keyEncryptionKeys, pause: async () => {} }, BY),
  },
];
