/** How operators list and create clients: RFC 6749 §2. */
import type { Prisma } from "@countersign/database";
import { CLIENT_ROWS, type ClientMembers, clientFields, registeredItself } from "@countersign/rules";
import { CLIENT_ID, present, type Row } from "../stores/client/client-rows.ts";
import type { NewClient } from "../stores/client/clients.ts";
import { type Records, type RecordsDatabase, readRecords } from "./records.ts";

/** A client with its times, but without its secret. */
export interface ListedClient extends ClientMembers {
  readonly id: string;
  readonly hasLogo: boolean;
  readonly resourceServer?: string | undefined;
  /** The configuration that declares it. */
  readonly managedBy?: string | undefined;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
}

const LISTED = {
  ...(Object.fromEntries(CLIENT_ROWS.map(({ field }) => [field, true])) as Record<keyof ClientMembers, true>),
  id: true,
  resourceServer: true,
  managedBy: true,
  disabledAt: true,
  createdAt: true,
  logo: { select: { clientId: true } },
} satisfies Prisma.ClientSelect;

type ListedRow = Prisma.ClientGetPayload<{ select: typeof LISTED }>;

const listedOf = ({ logo, ...row }: ListedRow): ListedClient => ({
  ...present<Omit<ListedClient, "hasLogo">>(row as unknown as Row<Omit<ListedClient, "hasLogo">>),
  hasLogo: logo !== null,
});

/** Every client, by name. */
export async function listClients(database: RecordsDatabase): Promise<readonly ListedClient[]> {
  const rows = await readRecords(database, ({ client }) => client.findMany({ select: LISTED, orderBy: { id: "asc" } }));
  return rows.map(listedOf).sort((one, other) => compareFolded(one.name, other.name));
}

/** Compares two texts without regard to case. */
function compareFolded(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a === b ? 0 : a < b ? -1 : 1;
}

/** A client with the time of the last sign-in to it. */
export interface FoundClient extends ListedClient {
  /** To five minutes. Null if no sign-in is known. */
  readonly lastSignInAt: Date | null;
}

const FOUND = { ...LISTED, signIn: { select: { lastAt: true } } } satisfies Prisma.ClientSelect;

/** The client of an id, disabled or not. */
export async function findClient(database: RecordsDatabase, id: string): Promise<FoundClient | undefined> {
  if (!CLIENT_ID.test(id)) return undefined;
  const row = await readRecords(database, ({ client }) => client.findUnique({ where: { id }, select: FOUND }));
  if (row === null) return undefined;
  const { signIn, ...found } = row;
  return { ...listedOf(found), lastSignInAt: signIn?.lastAt ?? null };
}

/** The scopes of the clients that there are of these ids. */
export async function scopesOfClients(
  database: RecordsDatabase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const where = { id: { in: [...ids] } };
  const found = await readRecords(database, ({ client }) =>
    client.findMany({ where, select: { id: true, scopes: true } }),
  );
  return new Map(found.map(({ id, scopes }) => [id, scopes]));
}

/** A client with what a configuration compares. */
export interface DeclarableClient extends ListedClient {
  readonly secretHash: Uint8Array | undefined;
  /** Whether it manages its own registration. */
  readonly isOwn: boolean;
}

/** The clients that operators made, and those of some ids, by id. */
export async function declarableClients({ client }: Records, ids: readonly string[]) {
  const madeByOperators = { registrationAccessTokenHash: null, NOT: { id: { startsWith: "https://" } } };
  const rows = await client.findMany({
    where: { OR: [madeByOperators, { id: { in: [...ids] } }] },
    select: { ...LISTED, secretHash: true, registrationAccessTokenHash: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ secretHash, registrationAccessTokenHash, ...row }): DeclarableClient => {
    const isOwn = registeredItself({ id: row.id, hasRegistrationToken: registrationAccessTokenHash !== null });
    return { ...listedOf(row), secretHash: secretHash ?? undefined, isOwn };
  });
}

/** Creates a client. If its id exists already, this fails with an error that `isUniqueViolation` recognises. */
export async function insertClient({ client }: Records, made: NewClient, at: Date): Promise<void> {
  const { id, metadata, logo, secretHash, sealedSecret, secretKeyEncryptionKeyId = null } = made;
  const secret = { secretHash: bytes(secretHash), sealedSecret: bytes(sealedSecret), secretKeyEncryptionKeyId };
  // Each field has the name of its column in the schema: a test compares the two.
  const fields = clientFields(metadata) as unknown as Prisma.ClientUncheckedCreateInput;
  const picture = logo && { create: { mediaType: logo.mediaType, image: Uint8Array.from(logo.image) } };
  await client.create({
    data: {
      ...fields,
      ...secret,
      id,
      resourceServer: made.resourceServer ?? null,
      createdAt: at,
      ...(picture && { logo: picture }),
    },
    select: { id: true },
  });
}

const bytes = (value: Uint8Array | undefined) => (value === undefined ? null : Uint8Array.from(value));
