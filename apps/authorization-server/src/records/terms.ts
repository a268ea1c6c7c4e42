/** The terms that people accept, as operators see them. */
import { fromRecords, type Records, type RecordsDatabase } from "./records.ts";

export interface TermsRecord {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** The address of the text by language tag. */
  readonly urls: Readonly<Record<string, string>>;
  readonly requiredFrom: Date;
  readonly createdAt: Date;
}

/** Every version of every name; the newest first. */
export const listTerms = (database: RecordsDatabase): Promise<readonly TermsRecord[]> =>
  fromRecords(database, listTermsIn);

/** The same in a transaction. */
export const listTermsIn = async ({ termsDocument }: Records): Promise<readonly TermsRecord[]> =>
  // The act that adds terms checked the addresses.
  (await termsDocument.findMany({
    orderBy: [{ name: "asc" }, { requiredFrom: "desc" }, { createdAt: "desc" }],
  })) as readonly TermsRecord[];

/** The terms of this name and version. */
export async function findTerms(
  database: RecordsDatabase,
  { name, version }: Pick<TermsRecord, "name" | "version">,
): Promise<TermsRecord | undefined> {
  const found = await fromRecords(database, ({ termsDocument }) =>
    termsDocument.findUnique({ where: { name_version: { name, version } } }),
  );
  return (found ?? undefined) as TermsRecord | undefined;
}
