import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Deployments, openDeployments, query, type Urls } from "../testing/deployments.ts";

let deployments: Deployments;
beforeEach(async () => {
  deployments = await openDeployments();
});
afterEach(() => deployments.close());

const LOGINS = ["OWNER_DATABASE_URL", "DATABASE_URL", "RESOURCE_SERVER_DATABASE_URL"] as const;
const READ = "SELECT * FROM userinfo_v1";

const prepare = (environment: NodeJS.ProcessEnv) => deployments.cli.run(["prepare", "--json"], { environment });

/** The URL of one login, for the database of another URL. */
function loginAt(login: string, place: string): string {
  const url = new URL(login);
  url.pathname = new URL(place).pathname;
  return url.href;
}

/** A database of an earlier version: its readers are members of one role, which all databases of the server share. */
async function preparedBefore(urls: Urls): Promise<void> {
  expect(await prepare(urls)).toMatchObject({ exitCode: 0 });
  const [, name] = new URL(urls.DATABASE_URL).pathname.split("/");
  const reader = new URL(urls.RESOURCE_SERVER_DATABASE_URL).username;
  await query(
    loginAt(urls.ADMIN_DATABASE_URL, urls.DATABASE_URL),
    `REVOKE ALL ON DATABASE "${name}" FROM "${reader}"; REVOKE ALL ON SCHEMA public FROM "${reader}";
     REVOKE ALL ON userinfo_v1 FROM "${reader}"; GRANT countersign_userinfo TO "${reader}";
     GRANT CONNECT ON DATABASE "${name}" TO countersign_userinfo; GRANT USAGE ON SCHEMA public TO countersign_userinfo;
     GRANT SELECT ON userinfo_v1 TO countersign_userinfo`,
  );
}

describe("two deployments on one PostgreSQL server", () => {
  it("db-01: no login of one deployment may connect to the other's database", async () => {
    const [first, second] = [deployments.urls("first"), deployments.urls("second")];
    for (const environment of [first, second]) expect(await prepare(environment)).toMatchObject({ exitCode: 0 });

    for (const name of LOGINS) {
      expect(await query(first[name], READ), name).toEqual([]);
      const elsewhere = loginAt(first[name], second.DATABASE_URL);
      await expect(query(elsewhere, READ), name).rejects.toThrow("permission denied for database");
    }
  });

  it("db-01: until it is prepared, an old deployment is open to readers of others, and always to its own", async () => {
    const [first, second] = [deployments.urls("first"), deployments.urls("second")];
    for (const urls of [first, second]) await preparedBefore(urls);
    const stranger = loginAt(first.RESOURCE_SERVER_DATABASE_URL, second.DATABASE_URL);
    expect(await query(stranger, READ)).toEqual([]);

    expect(await prepare(first)).toMatchObject({ exitCode: 0 });
    // The other deployment is unchanged: an upgrade of one does not interrupt another.
    expect(await query(second.RESOURCE_SERVER_DATABASE_URL, READ)).toEqual([]);
    expect(await prepare(second)).toMatchObject({ exitCode: 0 });
    for (const urls of [first, second]) expect(await query(urls.RESOURCE_SERVER_DATABASE_URL, READ)).toEqual([]);
    await expect(query(stranger, READ)).rejects.toThrow("permission denied for database");
  });

  it("a new deployment is closed to readers of older ones, even without a resource server's login", async () => {
    const [older, newer] = [deployments.urls("older"), deployments.urls("newer")];
    await preparedBefore(older);
    expect(await prepare({ ...newer, RESOURCE_SERVER_DATABASE_URL: "" })).toMatchObject({ exitCode: 0 });
    const stranger = loginAt(older.RESOURCE_SERVER_DATABASE_URL, newer.DATABASE_URL);
    await expect(query(stranger, READ)).rejects.toThrow("permission denied for database");
  });

  it.each(LOGINS)(
    "db-02: %s may not name a login of the other deployment, whose password would change",
    async (name) => {
      const [first, second] = [deployments.urls("first"), deployments.urls("second", "another password")];
      expect(await prepare(first)).toMatchObject({ exitCode: 0 });

      const login = new URL(second[name]);
      login.username = new URL(first[name]).username;
      const refused = await prepare({ ...second, [name]: login.href });
      expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
      expect(refused.stderr).toContain(`is used for the database first-${deployments.suffix}`);
      await expect(query(first[name], READ)).resolves.toEqual([]);
    },
  );
});
