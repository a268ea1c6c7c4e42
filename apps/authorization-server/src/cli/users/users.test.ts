import { setTimeout } from "node:timers/promises";
import { verify } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { addPerson, disablePerson } from "../../administration/people/people.ts";
import { userStore } from "../../platform/stores/person/users.ts";
import { sessionStore } from "../../platform/stores/session/sessions.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";
import { issue } from "../testing/issued.ts";

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

const add = (username: string) => cli.json("users", "add", username, "--generate-password");
const hashOf = async (username: string) =>
  (await userStore(cli.database).findForSignIn(username))?.passwordHash ?? "no account";
const auditedOf = async (userId: string) => (await cli.audited()).filter((row) => row.user_id === userId);

describe("users add", () => {
  it("creates an account that can sign in with the password from standard input", async () => {
    const added = await cli.run(["users", "add", "stdin", "--password-stdin"], { stdin: "correct horse battery\n" });
    expect(added).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await verify(await hashOf("stdin"), "correct horse battery")).toBe(true);
  });

  it("never prints a password that it was given", async () => {
    const added = await cli.run(["users", "add", "quiet", "--password-stdin", "--json"], {
      stdin: "correct horse battery",
    });
    expect(Object.keys(JSON.parse(added.stdout))).toEqual(["id", "username"]);
    expect(added.stdout + added.stderr).not.toContain("correct horse battery");
  });

  it("prints a password that it generated, and that password works", async () => {
    const { password } = await add("generated");
    expect(password).toMatch(/^[\w-]{43}$/);
    expect(await verify(await hashOf("generated"), password)).toBe(true);
  });

  it("stores claims with their JSON types", async () => {
    const claims = ["email=c@d.example", "email_verified=false", "address.country=UK", "address.locality=Bath"];
    await cli.json("users", "add", "typed", "--generate-password", ...claims.flatMap((claim) => ["--claim", claim]));
    expect((await cli.json("users", "show", "typed")).claims).toEqual({
      email: "c@d.example",
      email_verified: false,
      address: { country: "UK", locality: "Bath" },
      updated_at: "2030-01-01T12:00:00.000Z",
    });
  });

  it("writes an audit event without the password", async () => {
    const { id, password } = await add("noted");
    const rows = await cli.json("audit", "list", "--user", id);
    expect(rows).toMatchObject([{ type: "user_added", actor: "operator", detail: { username: "noted" } }]);
    expect((await auditedOf(id)).map(({ detail }) => detail)).toEqual([{}]);
    expect(JSON.stringify(rows)).not.toContain(password);
  });

  it("refuses a username that differs in case only, and leaves the existing account unchanged", async () => {
    await add("taken");
    const before = await hashOf("taken");
    const again = await cli.run(["users", "add", "TAKEN", "--generate-password"]);
    expect(again).toMatchObject({ exitCode: 1, stdout: "" });
    expect(again.stderr).toContain("taken");
    expect(await hashOf("taken")).toBe(before);
  });

  it("cred-13: refuses a username that looks like another, and stores fullwidth letters as ordinary ones", async () => {
    expect((await cli.json("users", "add", "\uff43oco\uff20example.com", "--generate-password")).username).toBe(
      "coco@example.com",
    );
    const refused = await cli.run(["users", "add", "\u0441\u043e\u0441\u043e@example.com", "--generate-password"]);
    expect(refused).toMatchObject({ exitCode: 1, stdout: "", stderr: expect.stringContaining("is taken") });
  });

  it("lets one of two concurrent commands have a username", async () => {
    const user = { username: "raced", passwordHash: "x", claims: {} };
    const insert = () => addPerson(cli.database, user, byOperatorAt(cli.clock.now));
    const ids = await Promise.all([insert(), insert()]);
    expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
  });

  it.each([
    ["a username with a space", ["a b"], "characters other than"],
    ["an invisible username", ["\u200b"], "characters other than"],
    ["a username with two @", ["a@x,b@y"], "characters other than"],
    ["a username that mixes scripts", ["\u0430lice"], "several scripts"],
    ["an unknown claim", ["x", "--claim", "role=admin"], "role"],
    ["the subject", ["x", "--claim", "sub=alice"], "sub"],
    ["a claim of the wrong type", ["x", "--claim", "email=nobody"], "email"],
    ["a picture with a javascript: URI", ["x", "--claim", "picture=javascript:alert(1)"], "picture"],
  ])("refuses %s, and makes no account", async (_, argv, word) => {
    const before = await cli.json("users", "list");
    const refused = await cli.run(["users", "add", ...argv, "--generate-password"]);
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain(word);
    expect(await cli.json("users", "list")).toEqual(before);
  });

  it("lists every problem of the claims together", async () => {
    const claims = ["--claim", "email=x", "--claim", "website=y", "--claim", "role=z"];
    const { stderr } = await cli.run(["users", "add", "x", "--generate-password", ...claims]);
    for (const name of ["email", "website", "role"]) expect(stderr).toContain(name);
  });

  it.each([
    ["fourteen characters", "fourteen 14 14"],
    ["a name of the person, and four characters", "weakweakweak1234"],
    ["a known sequence of keys", "qwertyuiopasdfg"],
    ["a control character", "a password \0 of hers"],
    ["nothing", ""],
    ["more than a kilobyte", "x".repeat(1025)],
  ])("refuses a password of %s", async (_, stdin) => {
    const refused = await cli.run(["users", "add", "weak", "--password-stdin"], { stdin });
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(await hashOf("weak")).toBe("no account");
  });

  it.each([
    ["no source of a password, without a terminal", []],
    ["two sources of a password", ["--password-stdin", "--generate-password"]],
    ["a password on the command line", ["--password", "secret"]],
    ["an invalid boolean", ["--generate-password", "--claim", "email_verified=yes"]],
    ["a claim twice", ["--generate-password", "--claim", "name=a", "--claim", "name=b"]],
  ])("refuses %s", async (_, argv) => {
    expect(await cli.run(["users", "add", "unclear", ...argv])).toMatchObject({ exitCode: 2, stdout: "" });
    expect(await hashOf("unclear")).toBe("no account");
  });
});

describe("users show", () => {
  it("finds a person by any case of the name, and shows nothing of the password", async () => {
    const { id } = await add("shown");
    const shown = await cli.run(["users", "show", "SHOWN", "--json"]);
    expect(JSON.parse(shown.stdout)).toMatchObject({ id, username: "shown", disabled_at: null });
    expect(shown.stdout).not.toContain("argon2");
  });

  it("finds a user by a proved email address, and not by one that is only claimed", async () => {
    const claimed = ["add", "by-address", "--generate-password", "--claim", "email=By.Address@d.example"];
    const { id } = await cli.json("users", ...claimed, "--claim", "email_verified=true");
    await cli.json("users", "add", "unproved", "--generate-password", "--claim", "email=unproved@d.example");
    expect(await cli.json("users", "show", "by.address@D.example")).toMatchObject({ id, username: "by-address" });
    expect(await cli.run(["users", "show", "unproved@d.example"])).toMatchObject({ exitCode: 1, stdout: "" });
  });

  it.each(["show", "disable", "enable", "delete", "end-sessions"])("refuses an unknown person: %s", async (verb) => {
    expect(await cli.run(["users", verb, "nobody\0"])).toMatchObject({ exitCode: 1, stdout: "" });
  });
});

describe("commands that end a person's access end all of it", () => {
  const given = async (username: string) => {
    const { id } = await add(username);
    const { client_id } = await cli.json("clients", "add", "--name", "App", "--redirect-uri", "https://app.example/cb");
    return { id, issued: await issue(cli.database, id, client_id, cli.clock.now) };
  };

  it("users delete: the account is disabled, and due to be erased", async () => {
    const { id } = await given("gone");
    const told = await cli.json("users", "delete", "gone");
    expect(told).toEqual({ username: "gone", deleted: true });
    const { rows } = await cli.database.pool.query(
      "SELECT disabled_at = deletion_due_at AS due FROM end_user WHERE id = $1",
      [id],
    );
    expect(rows).toEqual([{ due: true }]);
    expect((await auditedOf(id)).at(-1)).toMatchObject({ type: "deletion_requested", actor: "operator" });
  });

  it("users end-sessions: every session of the person", async () => {
    await given("everywhere");
    expect(await cli.json("users", "end-sessions", "everywhere")).toEqual({ ended: 1 });
  });

  it("users disable: sign-in, sessions and authorizations, with one audit event", async () => {
    const { id, issued } = await given("leaving");
    const other = await given("staying");
    await cli.json("users", "disable", "leaving");

    expect(await issued.state()).toEqual({ session: false, authorization: false });
    expect(await other.issued.state()).toEqual({ session: true, authorization: true });
    expect(await hashOf("leaving")).toBe("no account");
    expect((await auditedOf(id)).at(-1)).toMatchObject({ type: "user_disabled", actor: "operator" });
  });

  it("users enable: lets the person sign in again, and restores nothing that ended", async () => {
    const { id, issued } = await given("returning");
    await cli.json("users", "disable", "returning");
    await cli.json("users", "enable", "returning");

    expect(await hashOf("returning")).toMatch(/^\$argon2id\$/);
    expect(await issued.state()).toEqual({ session: false, authorization: false });
    expect((await auditedOf(id)).at(-1)).toMatchObject({ type: "user_enabled" });
  });

  it("users set-password: the old password, sessions and authorizations", async () => {
    const { id, issued } = await given("changing");
    const before = await hashOf("changing");
    const changed = await cli.run(["users", "set-password", "changing", "--password-stdin"], {
      stdin: "a new password of hers",
    });

    expect(changed.exitCode).toBe(0);
    expect(await hashOf("changing")).not.toBe(before);
    expect(await verify(await hashOf("changing"), "a new password of hers")).toBe(true);
    expect(await issued.state()).toEqual({ session: false, authorization: false });
    expect((await auditedOf(id)).at(-1)).toMatchObject({ type: "password_changed", actor: "operator" });
  });

  it("changes nothing if the audit event cannot be written", async () => {
    const { id, issued } = await given("unaudited");
    await cli.database.pool.query(
      "ALTER TABLE audit_event ADD CONSTRAINT no_room CHECK (type <> 'user_disabled') NOT VALID",
    );
    const failed = await cli.run(["users", "disable", "unaudited"]);
    await cli.database.pool.query("ALTER TABLE audit_event DROP CONSTRAINT no_room");

    expect(failed.exitCode).toBe(1);
    expect(await issued.state()).toEqual({ session: true, authorization: true });
    expect(await auditedOf(id)).not.toContainEqual(expect.objectContaining({ type: "user_disabled" }));
  });

  it("refuses to disable twice, and audits once", async () => {
    const { id } = await add("twice");
    await cli.json("users", "disable", "twice");
    expect(await cli.run(["users", "disable", "twice"])).toMatchObject({ exitCode: 1, stdout: "" });
    expect((await auditedOf(id)).map((row) => row.type)).toEqual(["user_added", "user_disabled"]);
  });

  it("includes an authorization that is being issued at the same time", async () => {
    const { id, issued } = await given("racing");
    const sessions = sessionStore(cli.database, { idleSeconds: 3600, absoluteSeconds: 7200 });
    const session = await sessions.find(issued.sessionSecret, { clientId: undefined, resource: "" }, cli.clock.now);

    // A request that issues: it holds its session's row, and writes the authorization before it lets go.
    const request = await cli.database.pool.connect();
    await request.query("BEGIN");
    await request.query("UPDATE browser_session SET idle_expires_at = expires_at WHERE id = $1", [session?.id]);
    const disabling = disablePerson(cli.database, id, byOperatorAt(cli.clock.now), undefined);
    // Not by the connection of the request: within one transaction, PostgreSQL shows the same activity again and again.
    await untilSomebodyWaits(cli.database.pool);
    await request.query(
      `INSERT INTO "authorization"
       SELECT gen_random_uuid(), client_id, user_id, session_id, sid, sub, scopes, resource, nonce,
         claims_request, authorization_details, cnf, acr, amr, auth_time, NULL, code_challenge, redirect_uri,
         code_expires_at, redeemed_at, NULL, created_at, expires_at FROM "authorization" WHERE user_id = $1`,
      [id],
    );
    await request.query("COMMIT");
    request.release();
    await disabling;

    const live = `SELECT FROM "authorization" WHERE user_id = $1 AND revoked_at IS NULL`;
    expect((await cli.database.pool.query(live, [id])).rowCount).toBe(0);
  });
});

describe("OWASP ASVS 6.4.6: an operator lets a person set a password, and does not learn it", () => {
  const mail = { MAIL_URL: "smtp://127.0.0.1:9" };
  const sendLink = (username: string, environment = mail) =>
    cli.run(["users", "send-enrolment-link", username], { environment });

  it("by a link to the address of the account, which the audit log shows", async () => {
    const { id } = await cli.json("users", "add", "enrolled", "--generate-password", "--claim", "email=e@d.example");
    expect(await sendLink("enrolled")).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("e@d.example") });
    const { rows } = await cli.database.pool.query("SELECT kind, address, user_id FROM mail_delivery");
    expect(rows).toEqual([{ kind: "enrolment-link", address: "e@d.example", user_id: id }]);
    expect((await auditedOf(id)).map(({ type }) => type)).toEqual(["user_added", "enrolment_link_sent"]);
  });

  it.each<[string, string[], Record<string, string>, string]>([
    ["without an address", [], mail, "has no email address, or is disabled"],
    ["of a deployment that sends no mail", ["--claim", "email=f@d.example"], { MAIL_URL: "" }, "sends no email"],
  ])("not %s", async (name, claims, environment, says) => {
    const username = `unenrolled.${name.length}`;
    await cli.json("users", "add", username, "--generate-password", ...claims);
    const refused = await sendLink(username, environment as typeof mail);
    expect(refused).toMatchObject({ exitCode: 1, stdout: "", stderr: expect.stringContaining(says) });
  });
});

async function untilSomebodyWaits(connection: {
  query(text: string): Promise<{ rowCount: number | null }>;
}): Promise<void> {
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while ((await connection.query(waiting)).rowCount === 0) await setTimeout(5);
}

describe("a username that is the id of another person", () => {
  it("means the person who has it: a command never acts upon the other one", async () => {
    const { id: victim } = await add("victim");
    const { id: other } = await add(victim);
    await cli.json("users", "disable", victim);
    const { rows } = await cli.database.pool.query("SELECT id FROM end_user WHERE disabled_at IS NOT NULL");
    const disabled = rows.map(({ id }) => id);
    expect([disabled.includes(other), disabled.includes(victim)]).toEqual([true, false]);
  });
});
