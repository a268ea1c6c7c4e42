/** The database of a dump, restored on the test server, and prepared by this version. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { openDeployments, query, type Urls } from "../../src/cli/testing/deployments.ts";
import { issuer, resource } from "../world.ts";
import { LAST_MINUTE } from "./history.ts";
import { type Version, versionAt } from "./version.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** The rows of each table and view, with the columns that the dump has. */
export type Tables = Readonly<Record<string, readonly Row[]>>;
export type Row = Readonly<Record<string, unknown>>;

export interface Restored {
  readonly urls: Urls;
  readonly version: Version;
  /** As the dump has them. */
  readonly before: Tables;
  /** As `prepare` left them. */
  readonly after: Tables;
  /** What `prepare` answered. */
  readonly prepared: { readonly applied: readonly string[] };
  /** The rows of a statement, sent by the superuser. */
  rows(statement: string): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * @param folder below this one: of version 0.1.0 by default
 * @param keys the key-encryption keys of the dump
 */
export async function restore(keys: string, folder = "."): Promise<Restored> {
  const deployments = await openDeployments();
  const urls = deployments.urls();
  const rows = (statement: string) => query(deployments.administrator(), statement);
  await makeDatabase(urls);
  const dump = await readFile(new URL(`${folder}/dump.sql`, import.meta.url), "utf8");
  await query(urls.OWNER_DATABASE_URL, dump);

  const version = thisVersion(urls, keys);
  const columns = await columnsOf(rows);
  const before = await tablesOf(rows, columns);
  const prepared = await version.command(LAST_MINUTE, ["prepare"]);
  const after = await tablesOf(rows, columns);
  return { urls, version, before, after, prepared, rows, close: deployments.close };
}

/** The commands and the server of this version, for these databases. */
export const thisVersion = (urls: Urls, keys: string): Version =>
  versionAt(ROOT, {
    ...urls,
    ISSUER: issuer,
    USERINFO_RESOURCE: resource,
    KEY_ENCRYPTION_KEYS: keys,
    TRUSTED_PROXIES: "127.0.0.1",
    NODE_ENV: "test",
    LOG_LEVEL: "warn",
  });

/** What the operator had: a database, the login that owns it, and the resource server's. */
async function makeDatabase({ ADMIN_DATABASE_URL, OWNER_DATABASE_URL, RESOURCE_SERVER_DATABASE_URL }: Urls) {
  const [owner, reader] = [OWNER_DATABASE_URL, RESOURCE_SERVER_DATABASE_URL].map((url) => {
    const { username, password, pathname } = new URL(url);
    return { name: username, password: decodeURIComponent(password), database: pathname.slice(1) };
  });
  await query(ADMIN_DATABASE_URL, `CREATE ROLE "${owner?.name}" LOGIN CREATEROLE PASSWORD '${owner?.password}'`);
  await query(ADMIN_DATABASE_URL, `CREATE ROLE "${reader?.name}" LOGIN PASSWORD '${reader?.password}'`);
  await query(ADMIN_DATABASE_URL, `GRANT countersign_userinfo TO "${reader?.name}"`);
  await query(ADMIN_DATABASE_URL, `CREATE DATABASE "${owner?.database}" OWNER "${owner?.name}"`);
}

type Ask = Restored["rows"];

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

async function columnsOf(rows: Ask): Promise<readonly Table[]> {
  const found: unknown[] = await rows(
    `SELECT table_name AS name, json_agg(column_name) AS columns
       FROM information_schema.columns WHERE table_schema = 'public' GROUP BY 1 ORDER BY 1`,
  );
  return found as readonly Table[];
}

async function tablesOf(rows: Ask, tables: readonly Table[]): Promise<Tables> {
  const read = tables.map(async ({ name, columns }) => {
    const list = columns.map((column) => `"${column}"`).join(", ");
    const found = await rows(`SELECT to_jsonb(t) AS "row" FROM (SELECT ${list} FROM public."${name}") t`);
    return [name, found.map(({ row }) => row as Row)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
