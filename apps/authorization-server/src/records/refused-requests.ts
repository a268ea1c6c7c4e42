/** How operators read why requests of a client were refused. */
import { MOST_OF_CLIENT } from "../stores/client/refused-requests.ts";
import { fromRecords, type RecordsDatabase } from "./records.ts";

/** A refused request, with all those of the same cause. */
export interface RefusedRecord {
  readonly endpoint: string;
  readonly error: string;
  readonly description: string;
  readonly detail: string | null;
  readonly remedy: string | null;
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly times: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

const DAY_MS = 86_400_000;

/** The last refused requests of a client, the newest first, of one day. */
export async function refusedRequestsOf(
  database: RecordsDatabase,
  clientId: string,
  now: Date,
): Promise<readonly RefusedRecord[]> {
  const rows = await fromRecords(database, ({ refusedRequest }) =>
    refusedRequest.findMany({
      where: { clientId, lastAt: { gt: new Date(now.getTime() - DAY_MS) } },
      omit: { id: true, clientId: true },
      orderBy: [{ lastAt: "desc" }, { id: "asc" }],
      take: MOST_OF_CLIENT,
    }),
  );
  return rows.map(({ parameters, ...row }) => ({ ...row, ...(parameters as unknown as Kept) }));
}

type Kept = Pick<RefusedRecord, "names" | "values">;
