/** The restore of docs/backup.md: a dump of an older version, into the database that `prepare` of this version made. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDeployments, query } from "../../src/cli/testing/deployments.ts";
import known from "../upgrade/0.2.0/credentials.json" with { type: "json" };
import { LAST_MINUTE } from "../upgrade/history.ts";
import { thisVersion } from "../upgrade/restored.ts";

let deployments: Awaited<ReturnType<typeof openDeployments>>;
beforeAll(async () => {
  deployments = await openDeployments();
});
afterAll(() => deployments.close());

const read = (path: string) => readFile(new URL(path, import.meta.url), "utf8");

it("op.7: what the page has psql do makes room for a dump of 0.2.0, and gives the logins their rights", async () => {
  const urls = deployments.urls();
  const { command } = thisVersion(urls, known.key_encryption_keys);
  await command(LAST_MINUTE, ["prepare"]);

  const [emptying = ""] = /^psql .*$/m.exec(await read("../../../../docs/backup.md")) ?? [];
  const statements = [...emptying.matchAll(/--command='([^']+)'/g)].map(([, statement = ""]) => statement);
  expect(statements).toHaveLength(2);
  for (const statement of statements) await query(urls.OWNER_DATABASE_URL, statement);
  await query(urls.OWNER_DATABASE_URL, await read("../upgrade/0.2.0/dump.sql"));

  const { applied } = await command(LAST_MINUTE, ["prepare"]);
  expect(applied).toContain("0489_trusted_issuers");
  const people = await query(urls.DATABASE_URL, "SELECT username FROM end_user WHERE username = 'carol'");
  expect(people).toEqual([{ username: "carol" }]);
  expect(await query(urls.RESOURCE_SERVER_DATABASE_URL, "SELECT sub FROM userinfo_v1 LIMIT 0")).toEqual([]);
});
