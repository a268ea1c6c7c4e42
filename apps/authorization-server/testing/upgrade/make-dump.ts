/**
 * Makes the dump of a database of an earlier version, and what people and clients hold of it, by the commands and the
 * server of that version:
 *
 *   node testing/upgrade/make-dump.ts <folder of that version, bootstrapped> <URL of a superuser> <folder to write>
 *
 * It writes dump.sql, credentials.json and statements.json. Those beside this file are of version 0.1.0 (commit
 * dd9ccf9), and those in 0.2.0 of commit 2e97e73. It needs the `pg_dump` of that PostgreSQL, and makes the database
 * `upgrade_dump` and its logins there. statements.json has what the service sent, if PostgreSQL was started with
 * `logging_collector=on`, `log_destination=jsonlog`, `log_statement=all` and `log_rotation_size=0`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@countersign/database";
import { issuer, resource } from "../world.ts";
import { firstDay, lastMinute, secondDay } from "./history.ts";
import { statementsOf } from "./statements.ts";
import { versionAt } from "./version.ts";

const [root = "", administrator = "", folder = ""] = process.argv.slice(2);
const DATABASE = "upgrade_dump";
const SERVICE = "upgrade_service";

const urlOf = (login: string) => {
  const url = new URL(administrator);
  [url.username, url.password, url.pathname] = [login, login, `/${DATABASE}`];
  return url.href;
};

const keyEncryptionKeys = { first: `k1:${"A".repeat(43)}`, second: `k2:${"E".repeat(43)}` };
const environment = {
  ISSUER: issuer,
  OWNER_DATABASE_URL: urlOf("upgrade_owner"),
  DATABASE_URL: urlOf(SERVICE),
  RESOURCE_SERVER_DATABASE_URL: urlOf("upgrade_reader"),
  ADMIN_DATABASE_URL: administrator,
  USERINFO_RESOURCE: resource,
  TRUSTED_PROXIES: "127.0.0.1",
  NODE_ENV: "test",
  LOG_LEVEL: "error",
  DYNAMIC_CLIENT_SECRET_TTL_DAYS: "90",
  SEED_SAMPLE_CLIENT_SECRET: "the secret of the sample client of a dump",
  SEED_SAMPLE_CLIENT_URL: "https://sample.example",
};

const under = (keys: readonly string[]) => versionAt(root, { ...environment, KEY_ENCRYPTION_KEYS: keys.join(",") });

const keys = [keyEncryptionKeys.second, keyEncryptionKeys.first];
const first = await firstDay(under([keyEncryptionKeys.first]));
const known = { ...first, ...(await secondDay(under(keys), first)) };
const credentials = { ...known, ...(await lastMinute(under(keys), known)), key_encryption_keys: keys.join(",") };

// INSERT, because COPY is followed by lines that only psql sends. So are backslashes: a newer pg_dump writes some.
const options = ["--inserts", "--no-owner", "--no-acl", "--no-comments", "--no-unlogged-table-data"];
const sql = execFileSync("pg_dump", [...options, urlOf("upgrade_owner")], { encoding: "utf8", maxBuffer: 2 ** 26 });
const ofPsql = /^(?:\\.*|--.*|)\n/gm;
const database = openDatabase({ connectionString: administrator, max: 1 });
const { rows } = await database.pool.query("SELECT pg_read_file(pg_current_logfile('jsonlog')) AS log");
await database.close();

mkdirSync(folder, { recursive: true });
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
write("dump.sql", sql.replaceAll(ofPsql, ""));
write("credentials.json", `${JSON.stringify(credentials, undefined, 2)}\n`);
write("statements.json", `${JSON.stringify(statementsOf(rows[0].log, SERVICE), undefined, 2)}\n`);
