import { hashSecret } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

const rowOf = async (id: string) =>
  (await cli.database.pool.query("SELECT * FROM initial_access_token WHERE id = $1", [id])).rows[0];
const actsOn = async (id: string) =>
  (await cli.audited()).filter((row) => (row.detail as { id?: string }).id === id).map((row) => row.type);

describe("RFC 7591 §3: tokens add", () => {
  it("prints a token, stores only its hash, and audits it without the token", async () => {
    const { id, initial_access_token } = await cli.json("tokens", "add", "--note", "for Eve");
    expect(initial_access_token).toMatch(/^[\w-]{43}$/);
    expect(await rowOf(id)).toMatchObject({ token_hash: hashSecret(initial_access_token), note: "for Eve" });

    expect(await actsOn(id)).toEqual(["initial_access_token_added"]);
    expect(JSON.stringify([await rowOf(id), await cli.audited()])).not.toContain(initial_access_token);
  });

  it("allows one client and seven days by default", async () => {
    const { id } = await cli.json("tokens", "add");
    expect(await rowOf(id)).toMatchObject({ uses_remaining: 1, expires_at: new Date("2030-01-08T12:00:00Z") });
  });

  it.each([
    [["--uses", "3", "--expires-in", "30m"], { uses_remaining: 3, expires_at: new Date("2030-01-01T12:30:00Z") }],
    [["--uses", "unlimited"], { uses_remaining: null, max_clients: null }],
    [["--clients", "5"], { uses_remaining: null, max_clients: 5 }],
    [["--clients", "5", "--uses", "9"], { uses_remaining: 9, max_clients: 5 }],
    [["--expires-in", "12h"], { expires_at: new Date("2030-01-02T00:00:00Z") }],
    [["--expires-in", "365d"], { expires_at: new Date("2031-01-01T12:00:00Z") }],
  ])("stores the given limits: %j", async (argv, expected) => {
    const { id } = await cli.json("tokens", "add", ...argv);
    expect(await rowOf(id)).toMatchObject(expected);
  });

  it.each([
    ["--uses", "0"],
    ["--clients", "0"],
    ["--uses", "-1"],
    ["--uses", "1.5"],
    ["--uses", "1000001"],
    ["--expires-in", "7"],
    ["--expires-in", "0d"],
    ["--expires-in", "366d"],
    ["--expires-in", "1w"],
  ])("refuses %s %s, and creates nothing", async (flag, value) => {
    const before = await cli.json("tokens", "list");
    expect(await cli.run(["tokens", "add", `${flag}=${value}`])).toMatchObject({ exitCode: 2, stdout: "" });
    expect(await cli.json("tokens", "list")).toEqual(before);
  });

  it("refuses a note with control characters", async () => {
    expect(await cli.run(["tokens", "add", "--note", "\u001b[2J"])).toMatchObject({ exitCode: 1, stdout: "" });
  });
});

describe("tokens list and revoke", () => {
  it("says for each token whether it can still be used, and shows no token", async () => {
    const { id, initial_access_token } = await cli.json("tokens", "add", "--expires-in", "1h");
    const listed = async () => (await cli.json("tokens", "list")).find((token: { id: string }) => token.id === id);
    expect(await listed()).toMatchObject({ usable: true, uses_remaining: 1 });

    cli.clock.now = new Date("2030-01-01T13:00:00Z");
    expect(await listed()).toMatchObject({ usable: false });
    cli.clock.now = new Date("2030-01-01T12:00:00Z");
    await cli.database.pool.query("UPDATE initial_access_token SET uses_remaining = 0 WHERE id = $1", [id]);
    expect(await listed()).toMatchObject({ usable: false });
    expect(JSON.stringify(await listed())).not.toContain(initial_access_token);
  });

  it("shows the number of clients, and whether more are possible", async () => {
    const { id } = await cli.json("tokens", "add", "--clients", "1");
    const listed = async () => (await cli.json("tokens", "list")).find((token: { id: string }) => token.id === id);
    expect(await listed()).toMatchObject({ clients: 0, max_clients: 1, usable: true });

    const made = await cli.json("clients", "add", "--name", "A", "--redirect-uri", "https://rp.example/cb");
    await cli.database.pool.query("UPDATE client SET initial_access_token_id = $1 WHERE id = $2", [id, made.client_id]);
    expect(await listed()).toMatchObject({ clients: 1, max_clients: 1, usable: false });
    expect((await cli.run(["tokens", "list"])).stdout).toContain("1 of 1");
    await cli.json("tokens", "revoke", id);
    expect((await cli.json("clients", "show", made.client_id)).client_id).toBe(made.client_id);
  });

  it("revokes once, with one audit event", async () => {
    const { id } = await cli.json("tokens", "add");
    await cli.json("tokens", "revoke", id);
    expect(await rowOf(id)).toBeUndefined();
    expect(await cli.run(["tokens", "revoke", id])).toMatchObject({ exitCode: 1, stdout: "" });
    expect(await actsOn(id)).toEqual(["initial_access_token_added", "initial_access_token_revoked"]);
  });

  it("refuses an invalid id", async () => {
    expect(await cli.run(["tokens", "revoke", "' OR 1=1"])).toMatchObject({ exitCode: 1, stdout: "" });
  });
});
