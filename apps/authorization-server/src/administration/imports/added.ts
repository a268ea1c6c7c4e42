/** Makes the accounts of new people. */
import { randomUUID } from "node:crypto";
import type { SealedTexts } from "../../issuer/keys/sealed-texts.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import { recordAudits } from "../../platform/stores/audit/audit-rows.ts";
import {
  namesOf,
  retiredHash,
  storedUsername,
  USERNAME_COLUMNS,
  usernameColumns,
} from "../../platform/stores/person/usernames.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { totpOwner } from "../../platform/stores/ways-in/second-factors.ts";
import { TYPED_VALUES, VALUE_NAMES } from "./columns.ts";
import { valuesAfter } from "./held.ts";
import type { ImportedPerson, ImportOptions, ReadLine } from "./line.ts";
import { provedAddressIn, withoutTakenNames } from "./names.ts";
import type { ImportedLine } from "./outcomes.ts";
import { eventOf, type Importing, partition } from "./parts.ts";
import { addPasskeys, withUsableKeys } from "./passkeys.ts";
import { type RefusedLine, refusal } from "./problems.ts";

/** Adds those that can be added, and returns their lines. The others are refused. */
export async function addAll(
  query: Query,
  fresh: readonly ReadLine[],
  { options, sealedTexts, rpId }: Importing,
  by: By,
  refused: RefusedLine[],
): Promise<readonly ImportedLine[]> {
  if (fresh.length === 0) return [];
  const usable = await withUsableKeys(query, fresh, { rpId }, refused);
  const hashes = usable.map(({ person }) => retiredHash(person.username));
  const retired = new Set(
    (await query(RETIRED, [hashes, by.at])).map((row) => (row.hash as Buffer).toString("base64")),
  );
  const [free, gone] = partition(usable, (_, i) => !retired.has(hashes[i]?.toString("base64") ?? ""));
  for (const { line } of gone) refused.push(refusal(line, "retired"));

  const read = free.map((one) => ({ ...one, id: randomUUID(), ...readRow(one.person, options, by.at) }));
  const rows = (await withoutTakenNames(query, read)).map(({ id, row }) => ({ id, ...row }));
  const made = new Set((await query(INSERT, [JSON.stringify(rows), by.at])).map(({ id }) => String(id)));
  const [accounts, taken] = partition(read, ({ id }) => made.has(id));
  for (const { line } of taken) refused.push(refusal(line, "taken"));
  const ids = accounts.map(({ id }) => id);
  await query(LINK, [options.source, accounts.map(({ person }) => person.external_id), ids, by.at]);
  const apps = accounts.flatMap(({ id, person }) =>
    person.totp.map((app) => ({ userId: id, id: randomUUID(), ...app })),
  );
  await addPasskeys(query, accounts, by.at);
  if (apps.length > 0) await addApps(query, apps, sealedTexts(), by);
  await recordAudits(
    query,
    ids.map((userId) => eventOf("user_added", userId, { source: options.source }, by)),
  );
  return accounts.map(({ line, person }) => ({ read: { line, person }, result: "added", changed: [], kept: [] }));
}

/** The columns of a new account, and the names by which its person signs in. */
function readRow(person: ImportedPerson, options: ImportOptions, at: Date) {
  const username = storedUsername(person.username);
  const values = valuesAfter(person, options, { at });
  const row = {
    ...usernameColumns(username),
    webauthn_user_handle: handleOf(person.user_handle),
    disabled_at: person.disabled ? at : null,
    created_at: createdAt(person.created_at, at),
    ...values,
  };
  return { row, names: [...namesOf(username), ...provedAddressIn(values)] };
}

interface NewApp {
  readonly id: string;
  readonly userId: string;
  readonly secret: string;
  readonly name: string;
}

async function addApps(query: Query, apps: readonly NewApp[], texts: Pick<SealedTexts, "seal">, { at }: By) {
  const sealed = apps.map(({ userId, id, secret }) => texts.seal(secret, totpOwner(userId, id)));
  const keyIds = sealed.map(({ keyEncryptionKeyId }) => keyEncryptionKeyId);
  const column = (name: "id" | "userId" | "name") => apps.map((app) => app[name]);
  const secrets = sealed.map((one) => Buffer.from(one.sealed));
  await query(ADD_APPS, [column("id"), column("userId"), column("name"), secrets, keyIds, at]);
}

/** As PostgreSQL reads bytes. */
const handleOf = (base64url: string | undefined): string | null =>
  base64url === undefined ? null : `\\x${Buffer.from(base64url, "base64url").toString("hex")}`;

/** An account is not made in the future. */
const createdAt = (given: string | undefined, now: Date): Date =>
  given === undefined || new Date(given) > now ? now : new Date(given);

const RETIRED = `
  SELECT username_hash AS hash FROM retired_username WHERE username_hash = ANY ($1::bytea[]) AND until > $2`;

// Two cannot take the same name at the same time: the second one is left out.
const INSERT = `
  INSERT INTO end_user (id, ${USERNAME_COLUMNS.join(", ")}, webauthn_user_handle, disabled_at, created_at,
                        ${VALUE_NAMES.join(", ")}, updated_at)
  SELECT p.*, $2 FROM jsonb_to_recordset($1::jsonb)
      AS p (id uuid, ${USERNAME_COLUMNS.map((name) => `${name} text`).join(", ")}, webauthn_user_handle bytea,
            disabled_at timestamptz, created_at timestamptz, ${TYPED_VALUES})
  ON CONFLICT DO NOTHING RETURNING id`;

const LINK = `
  INSERT INTO imported_person (source, external_id, user_id, imported_at)
  SELECT $1, l.external_id, l.user_id, $4 FROM unnest($2::text[], $3::uuid[]) AS l (external_id, user_id)`;

// The first code may be of any step: none was accepted here.
const ADD_APPS = `
  INSERT INTO totp_factor (id, user_id, name, sealed_secret, key_encryption_key_id, last_step, last_used_at, created_at)
  SELECT a.id, a.user_id, a.name, a.sealed, a.key_id, 0, $6, $6
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::text[]) AS a (id, user_id, name, sealed, key_id)`;
