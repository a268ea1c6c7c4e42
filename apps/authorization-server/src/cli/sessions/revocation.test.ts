import { hashSecret } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { standingAuthorizationStore } from "../../platform/stores/issued/standing-authorizations.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";
import { type Issued, issue } from "../testing/issued.ts";

const live = { session: true, authorization: true };
const ended = { session: false, authorization: false };
const revoked = { session: true, authorization: false };

let cli: CommandLine;
let people: Record<"alice" | "bob", string>;
let clients: readonly [string, string];
beforeAll(async () => {
  cli = await openCommandLine();
  const add = async (name: string) => (await cli.json("users", "add", name, "--generate-password")).id as string;
  people = { alice: await add("alice"), bob: await add("bob") };
  const client = async () =>
    (await cli.json("clients", "add", "--name", "C", "--redirect-uri", "https://app.example/cb")).client_id as string;
  clients = [await client(), await client()];
});
afterAll(() => cli.close());

let alice: Issued;
let bob: Issued;
beforeEach(async () => {
  await cli.json("sessions", "end", "--all");
  alice = await issue(cli.database, people.alice, clients[0], cli.clock.now);
  bob = await issue(cli.database, people.bob, clients[1], cli.clock.now);
});
const states = async () => [await alice.state(), await bob.state()];
const lastAct = async () => (await cli.audited()).at(-1);

describe("sessions end", () => {
  it("signs everyone out, revokes what was issued in the sessions, and audits each session", async () => {
    expect(await cli.json("sessions", "end", "--all")).toEqual({ ended: 2 });
    expect(await states()).toEqual([ended, ended]);
    const acts = (await cli.audited()).slice(-2).map(({ type, actor, user_id }) => [type, actor, user_id]);
    expect(acts).toHaveLength(2);
    expect(acts).toContainEqual(["session_ended", "operator", people.alice]);
    expect(acts).toContainEqual(["session_ended", "operator", people.bob]);
    expect(await cli.json("sessions", "end", "--all")).toEqual({ ended: 0 });
  });

  it("signs one person out and leaves other sessions alone", async () => {
    expect(await cli.json("sessions", "end", "--user", "ALICE")).toEqual({ ended: 1 });
    expect(await states()).toEqual([ended, live]);
  });

  it("ends more sessions than fit into one transaction", async () => {
    await cli.database.pool.query(
      `INSERT INTO browser_session (id, secret_hash, active_user_id, created_at, idle_expires_at, expires_at)
       SELECT gen_random_uuid(), sha256(i::text::bytea), $1, $2, $2, $2 FROM generate_series(1, 1200) i`,
      [people.bob, cli.clock.now],
    );
    expect(await cli.json("sessions", "end", "--user", "bob")).toEqual({ ended: 1201 });
    expect(await states()).toEqual([live, ended]);
  });
});

describe("authorizations revoke", () => {
  it("revokes everything, including what clients got for themselves, and ends no session", async () => {
    const standing = standingAuthorizationStore(cli.database);
    const before = await standing.findOrCreate(clients[0], cli.clock.now);
    expect(await cli.json("authorizations", "revoke", "--all")).toEqual({ revoked: 3 });
    expect(await states()).toEqual([revoked, revoked]);
    expect(await standing.findOrCreate(clients[0], cli.clock.now)).not.toBe(before);
    expect(await lastAct()).toMatchObject({
      type: "authorizations_revoked",
      actor: "operator",
      detail: { revoked: 1 },
    });
    await cli.json("authorizations", "revoke", "--client", clients[0]);
  });

  it("revokes the authorizations of one client only", async () => {
    expect(await cli.json("authorizations", "revoke", "--client", clients[0])).toEqual({ revoked: 1 });
    expect(await states()).toEqual([revoked, live]);
    expect(await lastAct()).toMatchObject({ type: "authorizations_revoked", client_id: clients[0] });
  });

  it("revokes the authorizations of one person, but not those that clients got for themselves", async () => {
    const standing = standingAuthorizationStore(cli.database);
    const before = await standing.findOrCreate(clients[1], cli.clock.now);
    expect(await cli.json("authorizations", "revoke", "--user", "bob")).toEqual({ revoked: 1 });
    expect(await states()).toEqual([live, revoked]);
    expect(await standing.findOrCreate(clients[1], cli.clock.now)).toBe(before);
  });
});

describe("authorizations revoke --all while VACUUM holds the table", () => {
  it("is refused, and nothing was revoked", async () => {
    const holder = await cli.database.pool.connect();
    // The holder says nothing for longer than the command tries.
    await holder.query("SET idle_in_transaction_session_timeout = 0");
    await holder.query("BEGIN");
    await holder.query(`LOCK TABLE "authorization" IN SHARE UPDATE EXCLUSIVE MODE`);
    const { exitCode, stderr } = await cli.run(["authorizations", "revoke", "--all"]);
    await holder.query("COMMIT");
    holder.release(true);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("nothing was revoked");
    expect(await states()).toEqual([live, live]);
  });
});

describe("tokens revoke --all", () => {
  it("revokes every initial access token, and audits each", async () => {
    const made = [await cli.json("tokens", "add"), await cli.json("tokens", "add")];
    expect(await cli.json("tokens", "revoke", "--all")).toEqual({ revoked: 2 });
    const hashes = made.map(({ initial_access_token: token }) => hashSecret(token));
    const kept = "SELECT FROM initial_access_token WHERE token_hash = ANY($1)";
    expect((await cli.database.pool.query(kept, [hashes])).rowCount).toBe(0);
    const acts = (await cli.audited()).slice(-2);
    expect(acts.map(({ type }) => type)).toEqual(["initial_access_token_revoked", "initial_access_token_revoked"]);
    expect(acts.map(({ detail }) => (detail as { id: string }).id).sort()).toEqual(made.map(({ id }) => id).sort());
  });
});

it.each([
  ["sessions", "end"],
  ["authorizations", "revoke"],
  ["tokens", "revoke"],
  ["sessions", "end", "--all", "--user", "alice"],
  ["authorizations", "revoke", "--user", "alice", "--all"],
  ["authorizations", "revoke", "--client", "nobody"],
  ["sessions", "end", "--user", "nobody"],
])("%s %s %s: without a known subject nothing is revoked", async (...argv) => {
  expect((await cli.run(argv)).exitCode).toBe(1);
  expect(await states()).toEqual([live, live]);
});
