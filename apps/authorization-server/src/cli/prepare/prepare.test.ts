import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Deployments, openDeployments, query } from "../testing/deployments.ts";

let deployments: Deployments;
beforeEach(async () => {
  deployments = await openDeployments();
});
afterEach(() => deployments.close());

const everything = (password?: string) => deployments.urls("made", password);
const prepare = (environment: NodeJS.ProcessEnv) => deployments.cli.run(["prepare", "--json"], { environment });
/** Runs a statement on the server as its administrator. */
const administrator = (statement: string) => deployments.cli.database.pool.query(statement);
const named = (login: string) => `made-${login}-${deployments.suffix}`;

/** The database of an earlier version: services use the owner, who may create roles, or members of the shared role. */
async function prepareWithoutService() {
  const { OWNER_DATABASE_URL, DATABASE_URL, ...others } = everything();
  const environment = { ...others, DATABASE_URL: OWNER_DATABASE_URL };
  expect(await prepare(environment)).toMatchObject({ exitCode: 0 });
  return environment;
}

describe("prepare, on an empty server", () => {
  it("creates the database, its tables, an owner without other rights, and a login for each service", async () => {
    const environment = everything();
    const { exitCode, stdout } = await prepare(environment);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      database: `made-${deployments.suffix}`,
      logins: [named("owner"), named("service"), named("reader")],
      applied: expect.arrayContaining(["0001_first"]),
    });

    for (const url of [environment.OWNER_DATABASE_URL, environment.DATABASE_URL]) {
      expect(await query(url, "SELECT count(*)::int AS people FROM end_user")).toEqual([{ people: 0 }]);
    }
    const { rows } = await administrator(
      `SELECT count(*)::int AS powerless FROM pg_roles WHERE rolname LIKE '%${deployments.suffix}'
         AND NOT (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)`,
    );
    expect(rows).toEqual([{ powerless: 3 }]);
    const reader = environment.RESOURCE_SERVER_DATABASE_URL;
    expect(await query(reader, "SELECT * FROM userinfo_v1")).toEqual([]);
    await expect(query(reader, "SELECT * FROM end_user")).rejects.toThrow("permission denied");
    await expect(query(reader, "CREATE TABLE mine ()")).rejects.toThrow("read-only transaction");
    const writing = "SET transaction_read_only = off; CREATE TABLE mine ()";
    await expect(query(reader, writing)).rejects.toThrow("permission denied");
  });

  it("O10: gives the logins of the services their limits, which also hold behind a pooler", async () => {
    const environment = everything();
    await prepare(environment);
    const { rows } = await administrator(
      `SELECT rolname AS login, setconfig AS limits
         FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole JOIN pg_database d ON d.oid = s.setdatabase
        WHERE datname = 'made-${deployments.suffix}' ORDER BY rolname`,
    );
    expect(rows).toEqual([
      { login: named("reader"), limits: ["statement_timeout=5000", "default_transaction_read_only=on"] },
      { login: named("service"), limits: ["statement_timeout=7000", "idle_in_transaction_session_timeout=7000"] },
    ]);
    expect(await prepare(environment)).toMatchObject({ exitCode: 0 });
  });

  it("creates everything once if several run at the same time", async () => {
    const environment = everything();
    const outcomes = await Promise.all([1, 2, 3].map(() => prepare(environment)));
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    const applied = outcomes.flatMap(({ stdout }) => JSON.parse(stdout).applied);
    expect(applied.filter((name) => name === "0001_first")).toHaveLength(1);
  });

  it("sends no password that the server could log, only a SCRAM verifier", async () => {
    await prepare(everything("a-password-to-look-for"));
    const { rows } = await administrator(
      `SELECT rolpassword FROM pg_authid WHERE rolname LIKE '%${deployments.suffix}'`,
    );
    expect(rows).toEqual(Array(3).fill({ rolpassword: expect.stringMatching(/^SCRAM-SHA-256\$4096:/) }));
  });

  it("creates no other login if only DATABASE_URL is set: that is the owner's", async () => {
    const environment = await prepareWithoutService();
    expect(await query(environment.DATABASE_URL, "SELECT FROM pg_roles WHERE rolname = current_user")).toHaveLength(1);
    const { rows } = await administrator(
      `SELECT rolname AS name FROM pg_roles WHERE rolname LIKE '%${deployments.suffix}' ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([named("owner"), named("reader")]);
  });
});

describe("prepare, on a prepared server", () => {
  it("cred-13: reports accounts of an older version whose usernames are now equal, and keeps both", async () => {
    const environment = everything();
    const url = environment.DATABASE_URL;
    await prepare(environment);
    await query(
      url,
      `INSERT INTO end_user (id, username, created_at, updated_at) SELECT gen_random_uuid(), username, now(), now()
         FROM unnest(ARRAY['stra\u00dfe', 'STRASSE', 'coco', '\u0441\u043e\u0441\u043e', 'Carla']) AS u (username)`,
    );
    const { exitCode, stderr } = await prepare(environment);
    expect(exitCode).toBe(0);
    // Which of the two comes first is random.
    expect(stderr.split("\n")).toHaveLength(2);
    expect(stderr).toMatch(/^The usernames (STRASSE and stra\u00dfe|stra\u00dfe and STRASSE) are equal usernames now/m);
    expect(stderr).toMatch(
      /^The usernames (coco and \u0441\u043e\u0441\u043e|\u0441\u043e\u0441\u043e and coco) look alike\. Both/m,
    );
    const folded = "SELECT username FROM end_user WHERE username_folded IS NOT NULL ORDER BY username_folded";
    expect(await query(url, folded)).toHaveLength(4);
  });

  it("sets new passwords, and the old ones are refused", async () => {
    const [old, renewed] = [everything(), everything("new password")];
    await prepare(old);
    const { exitCode, stdout } = await prepare(renewed);
    expect({ exitCode, applied: JSON.parse(stdout).applied }).toEqual({ exitCode: 0, applied: [] });

    for (const name of ["OWNER_DATABASE_URL", "DATABASE_URL", "RESOURCE_SERVER_DATABASE_URL"] as const) {
      await expect(query(renewed[name], "SELECT 1")).resolves.toHaveLength(1);
      await expect(query(old[name], "SELECT 1")).rejects.toThrow("password authentication failed");
    }
  });

  it("needs no administrator if the owner may create logins", async () => {
    const { ADMIN_DATABASE_URL: _, ...alone } = everything();
    await prepareWithoutService();
    await administrator(`ALTER ROLE "${named("owner")}" CREATEROLE; DROP OWNED BY "${named("reader")}"`);
    await deployments.cli.run(["prepare"], { environment: alone });
    await query(deployments.administrator(), `DROP OWNED BY "${named("reader")}"; DROP ROLE "${named("reader")}"`);

    for (const _time of ["first", "second"]) expect(await prepare(alone)).toMatchObject({ exitCode: 0 });
    expect(await query(alone.DATABASE_URL, "SELECT FROM client")).toEqual([]);
    expect(await query(alone.RESOURCE_SERVER_DATABASE_URL, "SELECT FROM userinfo_v1")).toEqual([]);
  });

  it("grants rights to logins that an administrator created, if the owner may create none", async () => {
    const { ADMIN_DATABASE_URL: _, ...alone } = everything("by hand");
    for (const login of ["owner", "service", "reader"]) {
      await administrator(`CREATE ROLE "${named(login)}" LOGIN PASSWORD 'by hand'`);
    }
    await administrator(`CREATE DATABASE "made-${deployments.suffix}" OWNER "${named("owner")}"`);

    expect(await prepare(alone)).toMatchObject({ exitCode: 0 });
    expect(await query(alone.DATABASE_URL, "SELECT FROM client")).toEqual([]);
    expect(await query(alone.RESOURCE_SERVER_DATABASE_URL, "SELECT FROM userinfo_v1")).toEqual([]);

    const wrong = { ...alone, DATABASE_URL: alone.DATABASE_URL.replace("by%20hand", "guessed") };
    const refused = await prepare(wrong);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain(`the login ${named("service")} has another password`);
  });
});

describe("prepare refuses", () => {
  it.each([
    ["resource server", "reader", "RESOURCE_SERVER_DATABASE_URL"],
    ["authorization server", "service", "DATABASE_URL"],
  ] as const)("a login of the %s that has more rights than it needs", async (whose, login, variable) => {
    const environment = everything();
    await administrator(`CREATE ROLE "${named(login)}" LOGIN CREATEROLE`);
    const powerful = await prepare(environment);
    expect(powerful).toMatchObject({ exitCode: 1, stdout: "" });
    expect(powerful.stderr).toContain(`Give the ${whose} a login of its own`);

    await administrator(`CREATE ROLE "${named("owner")}"`);
    await administrator(`ALTER ROLE "${named(login)}" NOCREATEROLE; GRANT "${named("owner")}" TO "${named(login)}"`);
    const member = await prepare(environment);
    expect(member.exitCode).toBe(1);
    expect(member.stderr).toContain(`may do what ${named("owner")} may`);
    await expect(query(environment[variable], "SELECT 1")).rejects.toThrow();
  });

  it("the owner of the database as the login of a service, if another owner is configured", async () => {
    const { DATABASE_URL: formerly } = await prepareWithoutService();
    const environment = everything();
    const swapped = { ...environment, DATABASE_URL: formerly, OWNER_DATABASE_URL: environment.DATABASE_URL };
    const refused = await prepare(swapped);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain(`belongs to the login ${named("owner")}: name that one in OWNER_DATABASE_URL`);
    // Nothing changed: the old password still works.
    await expect(query(formerly, "SELECT 1")).resolves.toHaveLength(1);

    const alone = await prepare({
      ...swapped,
      ADMIN_DATABASE_URL: "",
      OWNER_DATABASE_URL: deployments.administrator(),
    });
    expect(alone.exitCode).toBe(1);
  });

  it.each([
    ["a URL without a password", { DATABASE_URL: "postgres://owner@127.0.0.1/made" }, "its password"],
    ["a URL without a database", { DATABASE_URL: "postgres://owner:secret@127.0.0.1" }, "a database"],
    [
      "a password with characters beyond ASCII",
      { OWNER_DATABASE_URL: "postgres://owner:p%C3%A4ss@127.0.0.1/made" },
      "ASCII",
    ],
    ["an unsuitable login for the service", { DATABASE_URL: "" }, "DATABASE_URL: is not set"],
  ])("%s, before it changes anything", async (_, changes, word) => {
    const refused = await prepare({ ...everything(), ...changes });
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain(word);
    const { rows } = await administrator(`SELECT FROM pg_roles WHERE rolname LIKE '%${deployments.suffix}'`);
    expect(rows).toEqual([]);
  });

  it.each([
    ["the owner as the resource server's login", "OWNER_DATABASE_URL", "RESOURCE_SERVER_DATABASE_URL"],
    ["the administrator as the resource server's login", "ADMIN_DATABASE_URL", "RESOURCE_SERVER_DATABASE_URL"],
    ["the owner as the authorization server's login", "OWNER_DATABASE_URL", "DATABASE_URL"],
    ["one login for both services", "DATABASE_URL", "RESOURCE_SERVER_DATABASE_URL"],
  ] as const)("%s", async (_, taken, variable) => {
    const environment = everything();
    const shared = new URL(environment[variable]);
    shared.username = new URL(environment[taken]).username;
    const refused = await prepare({ ...environment, [variable]: shared.href });
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("must name different logins");
  });

  it.each(["DATABASE_URL", "RESOURCE_SERVER_DATABASE_URL"] as const)("another database in %s", async (variable) => {
    const environment = everything();
    const other = new URL(environment[variable]);
    other.pathname = "/another";
    const refused = await prepare({ ...environment, [variable]: other.href });
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("the same database");
  });
});
