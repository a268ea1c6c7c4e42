/** Providers as administrators see them. */
import { type Statements, statementsOf } from "../../platform/records/records.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { selected } from "../entity-values.ts";
import { type ProviderRecord, providerFields } from "./entity.ts";

const COLUMNS = `${selected(providerFields, "identity_provider")}, id, key_encryption_key_id AS "keyEncryptionKeyId"`;
const FROM = "FROM identity_provider";

/** Every provider, by alias. */
export const listProviders = async (database: Statements): Promise<readonly ProviderRecord[]> =>
  (await statementsOf(database)(`SELECT ${COLUMNS} ${FROM} ORDER BY alias`, [])) as unknown as ProviderRecord[];

/** The provider with this alias. */
export const findProvider = (database: Statements, alias: string): Promise<ProviderRecord | undefined> =>
  one(statementsOf(database), "", alias);

/** The same, and no other transaction changes it until that of `query` ends. */
export const lockProvider = (query: Query, alias: string): Promise<ProviderRecord | undefined> =>
  one(query, "FOR NO KEY UPDATE", alias);

const one = async (query: Query, lock: string, alias: string) =>
  (await query(`SELECT ${COLUMNS} ${FROM} WHERE alias = $1 ${lock}`, [alias]))[0] as ProviderRecord | undefined;

/** A provider with our sealed secret there, which a configuration compares; null if we authenticate with our keys. */
export interface DeclarableProvider extends ProviderRecord {
  readonly sealedSecret: Uint8Array | null;
}

/** Every provider that belongs to no organization, by alias, in a transaction. */
export const declarableProviders = async (query: Query): Promise<readonly DeclarableProvider[]> =>
  (await query(DECLARABLE, [])) as unknown as DeclarableProvider[];

const DECLARABLE = `
  SELECT ${COLUMNS}, sealed_secret AS "sealedSecret" ${FROM} WHERE organization_id IS NULL ORDER BY alias`;

/** Records which configuration it belongs to. */
export const markProvider = (query: Query, alias: string, managedBy: string): Promise<unknown> =>
  query("UPDATE identity_provider SET managed_by = $2 WHERE alias = $1", [alias, managedBy]);
