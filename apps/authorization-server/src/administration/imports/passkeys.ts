/** Passkeys and security keys of imported people: which ones can work here, and their rows. */
import { randomUUID } from "node:crypto";
import { algOf, type CoseKey } from "../../people/sign-in/passkeys/cose-key.ts";
import { type Library, loadLibrary } from "../../people/sign-in/passkeys/library.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import type { ReadLine } from "./line.ts";
import { type Importing, partition } from "./parts.ts";
import { type RefusedLine, refusal } from "./problems.ts";

type Passkey = ReadLine["person"]["passkeys"][number];

/**
 * The lines whose passkeys can work here, all of each: made for our RP ID, with a key of an algorithm that we list, and
 * of no other person. The others are refused.
 */
export async function withUsableKeys(
  query: Query,
  lines: readonly ReadLine[],
  { rpId }: Pick<Importing, "rpId">,
  refused: RefusedLine[],
): Promise<readonly ReadLine[]> {
  const keys = lines.flatMap(({ person }) => person.passkeys);
  if (keys.length === 0) return lines;
  // Loaded here: few imports have passkeys.
  const library = await loadLibrary();
  const known = await query(KNOWN, [keys.map((key) => bytesOf(key.credential_id))]);
  const seen = new Set(known.map(({ id }) => (id as Buffer).toString("base64url")));
  const [usable, others] = partition(lines, ({ person }) =>
    person.passkeys.every((key) => {
      // The unused bits of the last character may differ: the bytes are compared.
      const id = bytesOf(key.credential_id).toString("base64url");
      const isFresh = !seen.has(id);
      seen.add(id);
      return isFresh && rpId !== undefined && key.rp_id === rpId && algIn(key, library) !== undefined;
    }),
  );
  for (const { line } of others) refused.push(refusal(line, "passkey"));
  return usable;
}

/** Adds the passkeys of accounts that were made in this transaction. */
export async function addPasskeys(
  query: Query,
  accounts: readonly { readonly id: string; readonly person: ReadLine["person"] }[],
  at: Date,
): Promise<void> {
  const keys = accounts.flatMap(({ id, person }) => person.passkeys.map((key) => ({ userId: id, ...key })));
  if (keys.length === 0) return;
  const library = await loadLibrary();
  const rows = keys.map(({ credential_id, public_key, ...key }) => ({
    ...key,
    id: randomUUID(),
    credential_id: `\\x${bytesOf(credential_id).toString("hex")}`,
    public_key: `\\x${bytesOf(public_key).toString("hex")}`,
    alg: algIn({ public_key }, library),
  }));
  await query(ADD, [JSON.stringify(rows), at]);
}

const bytesOf = (base64url: string) => Buffer.from(base64url, "base64url");

function algIn({ public_key }: Pick<Passkey, "public_key">, library: Library): number | undefined {
  try {
    const bytes = new Uint8Array(bytesOf(public_key));
    return algOf(library.decodeCredentialPublicKey(bytes) as unknown as CoseKey);
  } catch {
    return undefined; // no CBOR
  }
}

const KNOWN = "SELECT credential_id AS id FROM passkey WHERE credential_id = ANY ($1::bytea[])";

const ADD = `
  INSERT INTO passkey (id, user_id, credential_id, public_key, alg, sign_count, transports, aaguid, backup_eligible,
                       backed_up, "use", rp_id, name, created_at)
  SELECT k.id, k."userId", k.credential_id, k.public_key, k.alg, k.sign_count,
         ARRAY(SELECT jsonb_array_elements_text(k.transports)), k.aaguid, k.backup_eligible, k.backed_up, k."use",
         k.rp_id, k.name, $2
    FROM jsonb_to_recordset($1::jsonb)
      AS k (id uuid, "userId" uuid, credential_id bytea, public_key bytea, alg integer, sign_count bigint,
            transports jsonb, aaguid uuid, backup_eligible boolean, backed_up boolean, "use" text, rp_id text,
            name text)`;
