import { randomBytes } from "node:crypto";
import { openDatabase } from "@countersign/database";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "./testing/command-line.ts";

let cli: CommandLine;
let suffix: string;
beforeEach(async () => {
  cli = await openCommandLine();
  // Roles belong to the server, which other tests use too.
  suffix = randomBytes(6).toString("hex");
});
afterEach(async () => {
  const { rows } = await cli.database.pool.query("SELECT rolname FROM pg_roles WHERE rolname LIKE $1", [`%${suffix}`]);
  await cli.database.pool.query(`DROP DATABASE IF EXISTS "made-${suffix}" WITH (FORCE)`);
  for (const { rolname } of rows) await cli.database.pool.query(`DROP OWNED BY "${rolname}"; DROP ROLE "${rolname}"`);
  await cli.close();
});

const adminUrl = () => cli.environment.DATABASE_URL ?? "";

/** A URL of the test server for another login, on the database that `prepare` makes. */
function urlOf(login: string, password: string): string {
  const url = new URL(adminUrl());
  url.username = `${login}-${suffix}`;
  url.password = encodeURIComponent(password);
  url.pathname = `/made-${suffix}`;
  return url.href;
}

const everything = (password = "old / password") => ({
  ADMIN_DATABASE_URL: adminUrl(),
  DATABASE_URL: urlOf("owner", password),
  RESOURCE_SERVER_DATABASE_URL: urlOf("reader", password),
});

/** The rows of a statement sent by the login of a URL. */
async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const database = openDatabase({ connectionString, max: 1 });
  try {
    return (await database.pool.query(statement)).rows;
  } finally {
    await database.close();
  }
}

describe("prepare, on a server with nothing on it", () => {
  it("makes the database, its tables, an owner without other powers, and a login that may only read the view", async () => {
    const environment = everything();
    const { exitCode, stdout } = await cli.run(["prepare", "--json"], { environment });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      database: `made-${suffix}`,
      logins: [`owner-${suffix}`, `reader-${suffix}`],
      applied: expect.arrayContaining(["0001_first"]),
    });

    expect(await query(environment.DATABASE_URL, "SELECT count(*)::int AS people FROM end_user")).toEqual([
      { people: 0 },
    ]);
    const powers = "SELECT rolsuper, rolcreatedb, rolbypassrls FROM pg_roles WHERE rolname = current_user";
    expect(await query(environment.DATABASE_URL, powers)).toEqual([
      { rolsuper: false, rolcreatedb: false, rolbypassrls: false },
    ]);
    const reader = environment.RESOURCE_SERVER_DATABASE_URL;
    expect(await query(reader, "SELECT * FROM userinfo_v1")).toEqual([]);
    await expect(query(reader, "SELECT * FROM end_user")).rejects.toThrow("permission denied");
    await expect(query(reader, "CREATE TABLE mine ()")).rejects.toThrow("permission denied");
  });

  it("is done once when several run at the same time", async () => {
    const environment = everything();
    const outcomes = await Promise.all([1, 2, 3].map(() => cli.run(["prepare", "--json"], { environment })));
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    const applied = outcomes.flatMap(({ stdout }) => JSON.parse(stdout).applied);
    expect(applied.filter((name) => name === "0001_first")).toHaveLength(1);
  });

  it("leaves no password where the server could log it: only a verifier is sent", async () => {
    await cli.run(["prepare"], { environment: everything("a-password-to-look-for") });
    const { rows } = await cli.database.pool.query("SELECT rolpassword FROM pg_authid WHERE rolname LIKE $1", [
      `%${suffix}`,
    ]);
    expect(rows).toEqual(Array(2).fill({ rolpassword: expect.stringMatching(/^SCRAM-SHA-256\$4096:/) }));
  });
});

describe("prepare, again", () => {
  it("cred-13: names accounts of an older version whose usernames are the same now, and leaves both at work", async () => {
    const { DATABASE_URL: url } = everything();
    const environment = { ADMIN_DATABASE_URL: adminUrl(), DATABASE_URL: url };
    await cli.run(["prepare"], { environment });
    await query(
      url,
      `INSERT INTO end_user (id, username, created_at, updated_at) SELECT gen_random_uuid(), username, now(), now()
         FROM unnest(ARRAY['stra\u00dfe', 'STRASSE', 'coco', '\u0441\u043e\u0441\u043e', 'Carla']) AS u (username)`,
    );
    const { exitCode, stderr } = await cli.run(["prepare"], { environment });
    expect(exitCode).toBe(0);
    expect(stderr.split("\n").sort()).toEqual([
      expect.stringMatching(
        /^The usernames (STRASSE and stra\u00dfe|stra\u00dfe and STRASSE) are the same username now/,
      ),
      expect.stringMatching(
        /^The usernames (coco and \u0441\u043e\u0441\u043e|\u0441\u043e\u0441\u043e and coco) look alike\. Both/,
      ),
    ]);
    const folded = "SELECT username FROM end_user WHERE username_folded IS NOT NULL ORDER BY username_folded";
    expect(await query(url, folded)).toHaveLength(4);
  });

  it("sets new passwords, and the old ones open nothing any more", async () => {
    const [old, renewed] = [everything(), everything("new password")];
    await cli.run(["prepare"], { environment: old });
    const { exitCode, stdout } = await cli.run(["prepare", "--json"], { environment: renewed });
    expect({ exitCode, applied: JSON.parse(stdout).applied }).toEqual({ exitCode: 0, applied: [] });

    for (const name of ["DATABASE_URL", "RESOURCE_SERVER_DATABASE_URL"] as const) {
      await expect(query(renewed[name], "SELECT 1")).resolves.toHaveLength(1);
      await expect(query(old[name], "SELECT 1")).rejects.toThrow("password authentication failed");
    }
  });

  it("needs no administrator for the resource server's login: who made it may set its password", async () => {
    const environment = everything();
    await cli.run(["prepare"], { environment: { ...environment, RESOURCE_SERVER_DATABASE_URL: "" } });
    const { rows } = await cli.database.pool.query("SELECT rolcreaterole FROM pg_roles WHERE rolname = $1", [
      `owner-${suffix}`,
    ]);
    expect(rows).toEqual([{ rolcreaterole: true }]);
    // The role of the view belongs to whoever made it first on this server: give the owner what its maker would have.
    await cli.database.pool.query(`GRANT countersign_userinfo TO "owner-${suffix}" WITH ADMIN OPTION`);

    const alone = { ...environment, ADMIN_DATABASE_URL: "" };
    expect(await cli.run(["prepare"], { environment: alone })).toMatchObject({ exitCode: 0 });
    expect(await cli.run(["prepare"], { environment: alone })).toMatchObject({ exitCode: 0 });
    await expect(query(alone.RESOURCE_SERVER_DATABASE_URL, "SELECT 1")).resolves.toHaveLength(1);
  });
});

describe("prepare refuses", () => {
  it("a login of the resource server that may do more than read", async () => {
    const environment = everything();
    const reader = `reader-${suffix}`;
    await cli.database.pool.query(`CREATE ROLE "${reader}" LOGIN CREATEROLE`);
    const powerful = await cli.run(["prepare"], { environment });
    expect(powerful).toMatchObject({ exitCode: 1, stdout: "" });
    expect(powerful.stderr).toContain("a login of its own");

    await cli.database.pool.query(`ALTER ROLE "${reader}" NOCREATEROLE; GRANT "owner-${suffix}" TO "${reader}"`);
    const member = await cli.run(["prepare"], { environment });
    expect(member.exitCode).toBe(1);
    expect(member.stderr).toContain(`owner-${suffix}`);
    await expect(query(environment.RESOURCE_SERVER_DATABASE_URL, "SELECT 1")).rejects.toThrow();
  });

  it.each([
    ["a URL without a password", { DATABASE_URL: "postgres://owner@127.0.0.1/made" }, "its password"],
    ["a URL without a database", { DATABASE_URL: "postgres://owner:secret@127.0.0.1" }, "a database"],
    ["a password beyond ASCII", { DATABASE_URL: "postgres://owner:p%C3%A4ss@127.0.0.1/made" }, "ASCII"],
    ["no owner", { DATABASE_URL: "" }, "DATABASE_URL: is not set"],
  ])("%s, before it touches anything", async (_, changes, word) => {
    const refused = await cli.run(["prepare"], { environment: { ...everything(), ...changes } });
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain(word);
    const { rows } = await cli.database.pool.query("SELECT FROM pg_roles WHERE rolname LIKE $1", [`%${suffix}`]);
    expect(rows).toEqual([]);
  });

  it.each([
    ["the owner as the resource server's login", "DATABASE_URL"],
    ["the administrator as the resource server's login", "ADMIN_DATABASE_URL"],
  ] as const)("%s", async (_, name) => {
    const environment = everything();
    const shared = new URL(urlOf("reader", "secret"));
    shared.username = new URL(environment[name]).username;
    const refused = await cli.run(["prepare"], {
      environment: { ...environment, RESOURCE_SERVER_DATABASE_URL: shared.href },
    });
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("must name different logins");
  });

  it("two databases", async () => {
    const other = new URL(urlOf("reader", "secret"));
    other.pathname = "/another";
    const refused = await cli.run(["prepare"], {
      environment: { ...everything(), RESOURCE_SERVER_DATABASE_URL: other.href },
    });
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("the same database");
  });
});
