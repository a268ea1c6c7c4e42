/** What an attacker could do with the login of a compromised authorization server. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Deployments, openDeployments, query, type Urls } from "../testing/deployments.ts";

let deployments: Deployments;
let urls: Urls;
beforeAll(async () => {
  deployments = await openDeployments();
  urls = deployments.urls();
  await deployments.cli.run(["prepare"], { environment: urls });
});
afterAll(() => deployments.close());

const intruder = (statement: string) => query(urls.DATABASE_URL, statement);
const INSERT_EVENT = "INSERT INTO audit_event (at, type, actor, detail) VALUES (now(), 'signed_in', 'user', '{}')";

describe("db-03: the authorization server's login may change rows, but not the schema or the audit log", () => {
  it.each([
    ["drop the trigger of the audit log", "DROP TRIGGER audit_event_kept ON audit_event"],
    ["disable the trigger", "ALTER TABLE audit_event DISABLE TRIGGER ALL"],
    ["disable all triggers", "SET session_replication_role = replica"],
    [
      "replace the trigger's function",
      "CREATE OR REPLACE FUNCTION keep_audit_event() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
    ],
    ["truncate the audit log", "TRUNCATE audit_event"],
    ["update an event", "UPDATE audit_event SET actor = 'nobody'"],
    ["lock events", "SELECT FROM audit_event FOR UPDATE"],
    ["truncate a table", "TRUNCATE end_user CASCADE"],
    ["delete the key of a person", "DELETE FROM person_key"],
    ["change a table", "ALTER TABLE client ADD COLUMN mine text"],
    ["drop a table", "DROP TABLE client"],
    ["create a table", "CREATE TABLE mine (x text)"],
    ["create a temporary table", "CREATE TEMPORARY TABLE mine (x text)"],
    ["create an index", "CREATE INDEX mine ON client (name)"],
    ["create a function", "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'"],
    ["create a schema", "CREATE SCHEMA mine"],
    ["change the view of the resource server", "ALTER VIEW userinfo_v1 RENAME TO mine"],
    ["create a role", "CREATE ROLE mine LOGIN SUPERUSER"],
    ["create a database", "CREATE DATABASE mine"],
    ["delete a migration record", "DELETE FROM countersign_migration"],
    ["change a migration record", "UPDATE countersign_migration SET name = '0001_mine'"],
    ["read a file", "SELECT pg_read_file('/etc/passwd')"],
    ["run a program", "COPY (SELECT 1) TO PROGRAM 'true'"],
  ])("may not %s", async (_, statement) => {
    await expect(intruder(statement)).rejects.toMatchObject({ code: "42501" }); // The code insufficient_privilege.
  });

  it.each(["owner", "reader"])("may not SET ROLE to the %s", async (login) => {
    await expect(intruder(`SET ROLE "made-${login}-${deployments.suffix}"`)).rejects.toMatchObject({ code: "42501" });
  });

  it("may not set another login's password", async () => {
    const owner = `made-owner-${deployments.suffix}`;
    await expect(intruder(`ALTER ROLE "${owner}" PASSWORD 'mine'`)).rejects.toMatchObject({ code: "42501" });
  });

  it("may not pass its rights on: PostgreSQL only warns, and grants nothing", async () => {
    await intruder("GRANT SELECT ON end_user TO PUBLIC");
    const reader = query(urls.RESOURCE_SERVER_DATABASE_URL, "SELECT FROM end_user");
    await expect(reader).rejects.toMatchObject({ code: "42501" });
  });

  it("adds events, and deletes no event younger than four weeks", async () => {
    await intruder(INSERT_EVENT);
    await expect(intruder("DELETE FROM audit_event")).rejects.toThrow("the audit trail only grows");
    expect(await intruder("SELECT type FROM audit_event")).toEqual([{ type: "signed_in" }]);
  });
});
