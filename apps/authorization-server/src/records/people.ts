/** How operators list and create people: OIDC Core §5.1. */
import { randomUUID } from "node:crypto";
import type { Database, Prisma } from "@countersign/database";
import { readEmailAddress, type UserClaims } from "@countersign/rules";
import {
  FIRST_BY_USERNAME,
  HAS_USERNAME,
  retiredHash,
  type StoredUsername,
  storedUsername,
  usernameValues,
} from "../stores/person/usernames.ts";
import { compareFolded } from "./clients.ts";
import { fromRecords, type Records, type RecordsDatabase } from "./records.ts";

/** Whether an erased account had this username, or one that looks like it, in the last half year. */
export async function isRetired({ retiredUsername }: Records, username: string, at: Date): Promise<boolean> {
  const where = { usernameHash: retiredHash(username), until: { gt: at } };
  return (await retiredUsername.findFirst({ where, select: { until: true } })) !== null;
}

export interface NewPerson {
  readonly username: string;
  readonly passwordHash: string;
  readonly claims: UserClaims;
}

const SUMMARY = { id: true, username: true, disabledAt: true, createdAt: true } satisfies Prisma.EndUserSelect;

export type PersonSummary = Readonly<Prisma.EndUserGetPayload<{ select: typeof SUMMARY }>>;

/** Every account, by username. */
export async function listPeople(database: RecordsDatabase): Promise<readonly PersonSummary[]> {
  const people = await fromRecords(database, ({ endUser }) => endUser.findMany({ select: SUMMARY }));
  return people.sort((one, other) => compareFolded(one.username, other.username));
}

/** The account of a username, compared with `foldUsername`: as in the sign-in, but including disabled accounts. */
export async function findPerson(
  database: RecordsDatabase & Pick<Database, "pool">,
  username: string,
): Promise<PersonSummary | undefined> {
  const values = usernameValues(username);
  if (values === undefined) return undefined;
  const found = await database.pool.query<{ id: string }>(FIND, [...values]);
  const [row] = found.rows;
  const id = row?.id;
  if (id === undefined) return undefined;
  return (
    (await fromRecords(database, (records) => records.endUser.findUnique({ where: { id }, select: SUMMARY }))) ??
    undefined
  );
}

const FIND = `SELECT id FROM end_user WHERE ${HAS_USERNAME} ${FIRST_BY_USERNAME}`;

/**
 * Creates an account and returns its id. If another account has this username, one that looks like it, or the same
 * verified e-mail address, or signs in by one of both, this fails with an error that `isUniqueViolation` recognises.
 */
export async function insertPerson({ endUser }: Records, person: NewPerson, at: Date): Promise<string> {
  const { username, passwordHash, claims } = person;
  const { id } = await endUser.create({
    data: {
      id: randomUUID(),
      ...usernameFields(storedUsername(username)),
      passwordHash,
      ...fieldsOf(claims),
      ...addressFields(claims, at),
      createdAt: at,
      updatedAt: at,
    },
    select: { id: true },
  });
  return id;
}

const usernameFields = ({ username, folded, look, address }: StoredUsername) => ({
  username,
  usernameFolded: folded,
  usernameLook: look,
  usernameAddress: address,
});

/** An address that the operator calls verified counts as proved. */
function addressFields({ email, email_verified }: UserClaims, at: Date) {
  const emailCanonical = email === undefined ? undefined : readEmailAddress(email)?.canonical;
  if (emailCanonical === undefined) return {};
  return { emailCanonical, emailVerifiedAt: email_verified === true ? at : null };
}

/** Claims by the names of their columns in the schema, where `given_name` is `givenName`. */
const fieldsOf = (claims: UserClaims): Partial<Prisma.EndUserUncheckedCreateInput> =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
      value,
    ]),
  );
