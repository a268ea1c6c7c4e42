/**
 * Makes dump.sql and credentials.json anew, by the commands and the server of an earlier version:
 *
 *   node testing/upgrade/make-dump.ts <worktree of that version, bootstrapped> <URL of a PostgreSQL administrator>
 *
 * Needs the `pg_dump` of that PostgreSQL, and makes the database `upgrade_dump` and two logins there. What is in the
 * repository was made of commit dd9ccf9, on PostgreSQL 15.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { issuer, resource } from "../world.ts";
import { firstDay, lastMinute, secondDay } from "./history.ts";
import { versionAt } from "./version.ts";

const [worktree = "", administrator = ""] = process.argv.slice(2);

/** As that version had it: the authorization server owns the database. */
const urlOf = (login: string) => {
  const url = new URL(administrator);
  [url.username, url.password, url.pathname] = [login, login, "/upgrade_dump"];
  return url.href;
};

const keyEncryptionKeys = { first: `k1:${"A".repeat(43)}`, second: `k2:${"E".repeat(43)}` };
const environment = {
  ISSUER: issuer,
  DATABASE_URL: urlOf("upgrade_owner"),
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

const under = (keys: readonly string[]) => versionAt(worktree, { ...environment, KEY_ENCRYPTION_KEYS: keys.join(",") });

const keys = [keyEncryptionKeys.second, keyEncryptionKeys.first];
const first = await firstDay(under([keyEncryptionKeys.first]));
const known = { ...first, ...(await secondDay(under(keys), first)) };
const credentials = { ...known, ...(await lastMinute(under(keys), known)), key_encryption_keys: keys.join(",") };

const [dump, held] = ["dump.sql", "credentials.json"].map((name) => new URL(name, import.meta.url)) as [URL, URL];
// INSERT, because COPY is followed by lines that only psql sends. So are backslashes: a newer pg_dump writes some.
const sql = execFileSync("pg_dump", ["--inserts", "--no-owner", "--no-comments", urlOf("upgrade_owner")], {
  encoding: "utf8",
  maxBuffer: 2 ** 26,
});
const ofPsql = /^(?:\\.*|--.*|)\n/gm;
writeFileSync(dump, sql.replaceAll(ofPsql, ""));
writeFileSync(held, `${JSON.stringify(credentials, undefined, 2)}\n`);
