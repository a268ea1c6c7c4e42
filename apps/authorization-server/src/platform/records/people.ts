/** How operators list and create people: OIDC Core §5.1. */
import { randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import { readEmailAddress, type UserClaims, userClaims } from "@countersign/rules";
import {
  FIRST_BY_USERNAME,
  HAS_USERNAME,
  storedUsername,
  USERNAME_COLUMNS,
  usernameValues,
  usernameValuesOf,
} from "../stores/person/usernames.ts";
import type { Query } from "../stores/transaction.ts";
import { HAS_ADDRESS } from "../stores/ways-in/sign-in-names.ts";

export interface NewPerson {
  readonly username: string;
  readonly passwordHash: string;
  readonly claims: UserClaims;
}

export interface PersonSummary {
  readonly id: string;
  readonly username: string;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
}

/**
 * Finds an account by a name by which its user signs in: its username, compared with `foldUsername`, or else its proved
 * email address. Disabled accounts are included.
 */
export async function findPerson({ pool }: Pick<Database, "pool">, name: string): Promise<PersonSummary | undefined> {
  const values = usernameValues(name);
  const [found] = values === undefined ? [] : (await pool.query<PersonSummary>(FIND, [...values])).rows;
  if (found !== undefined) return found;
  const address = readEmailAddress(name)?.canonical;
  return address === undefined ? undefined : (await pool.query<PersonSummary>(FIND_BY_ADDRESS, [address])).rows[0];
}

/**
 * Creates an account and returns its id. If another account has this username, one that looks like it, or the same
 * verified email address, or signs in by one of both, this fails with an error that `isUniqueViolation` recognises.
 */
export async function insertPerson(query: Query, person: NewPerson, at: Date): Promise<string> {
  const { username, passwordHash, claims } = person;
  const id = randomUUID();
  await query(INSERT, [
    ...[id, passwordHash, at, ...addressValues(claims, at)],
    ...usernameValuesOf(storedUsername(username)),
    ...CLAIM_COLUMNS.map((name) => claims[name] ?? null),
  ]);
  return id;
}

/** An address that the operator calls verified counts as proved. */
function addressValues({ email, email_verified }: UserClaims, at: Date): readonly [string | null, Date | null] {
  const canonical = email === undefined ? undefined : readEmailAddress(email)?.canonical;
  return canonical === undefined ? [null, null] : [canonical, email_verified === true ? at : null];
}

const SUMMARY = `SELECT id, username, disabled_at AS "disabledAt", created_at AS "createdAt" FROM end_user`;
const FIND = `${SUMMARY} WHERE ${HAS_USERNAME} ${FIRST_BY_USERNAME}`;
const FIND_BY_ADDRESS = `${SUMMARY} WHERE ${HAS_ADDRESS}`;

/** Claims have the names of their columns. */
const CLAIM_COLUMNS = Object.keys(userClaims.shape) as readonly (keyof UserClaims)[];

const INSERTED = [
  ...["id", "password_hash", "created_at", "email_canonical", "email_verified_at"],
  ...[...USERNAME_COLUMNS, ...CLAIM_COLUMNS],
];
const INSERT = `
  INSERT INTO end_user (updated_at, ${INSERTED.join(", ")})
  VALUES ($3, ${INSERTED.map((_, at) => `$${at + 1}`).join(", ")})`;
