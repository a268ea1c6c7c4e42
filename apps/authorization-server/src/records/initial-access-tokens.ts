/** Initial access tokens as operators see them: RFC 7591 §1.2. */
import type { Prisma } from "@countersign/database";
import { fromRecords, type RecordsDatabase } from "./records.ts";

const LISTED = {
  id: true,
  note: true,
  usesRemaining: true,
  maxClients: true,
  expiresAt: true,
  createdAt: true,
  _count: { select: { clients: true } },
} satisfies Prisma.InitialAccessTokenSelect;

type ListedRow = Prisma.InitialAccessTokenGetPayload<{ select: typeof LISTED }>;

export interface ListedInitialAccessToken extends Readonly<Omit<ListedRow, "_count">> {
  /** How many clients exist that were registered with it. */
  readonly livingClients: number;
}

/** Every token that was not revoked or purged, the newest first. */
export async function listInitialAccessTokens(database: RecordsDatabase): Promise<readonly ListedInitialAccessToken[]> {
  const rows = await fromRecords(database, ({ initialAccessToken }) =>
    initialAccessToken.findMany({ select: LISTED, orderBy: [{ createdAt: "desc" }, { id: "asc" }] }),
  );
  return rows.map(({ _count, ...token }) => ({ ...token, livingClients: _count.clients }));
}
