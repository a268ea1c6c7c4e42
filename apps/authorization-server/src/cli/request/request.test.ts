import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { inTransaction } from "../../platform/stores/transaction.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

const FAILED = "29yEVkYSCwdG";
const OTHER = "0b7f2b4e-27a5-4a3e-9d0e-0f6c1f2d3a4b";
const at = new Date("2030-01-01T11:30:00Z");

let cli: CommandLine;
let carol: string;
let folder: string;
let log: string;
beforeAll(async () => {
  cli = await openCommandLine();
  carol = (await cli.json("users", "add", "carol", "--generate-password")).id;
  const actor = { kind: "person", userId: carol } as const;
  const of = (reference: string) => ({ userId: carol, actor, at, address: "192.0.2.7", reference }) as const;
  await inTransaction(cli.database.pool, async (query) => {
    await recordAudit(query, { type: "sign_in_failed", ...of(FAILED) });
    await recordAudit(query, { type: "sign_in", ...of(OTHER), detail: { amr: ["pwd"] } });
  });
  folder = await mkdtemp(join(tmpdir(), "countersign-request-"));
  log = join(folder, "authorization-server.log");
  const line = (fields: object) => JSON.stringify({ level: "info", time: at.toISOString(), pid: 1, ...fields });
  await writeFile(
    log,
    [
      line({ requestId: FAILED, method: "POST", route: "/login", status: 200, msg: "request" }),
      line({ reference: FAILED, error: "invalid_request", detail: "csrf", msg: "the form is stale" }),
      line({ requestId: "another-one", route: "/token", msg: "request" }),
      line({ requestId: "of-carol-too", userId: carol, route: "/authorization", msg: "request" }),
      line({ msg: `${FAILED} is only quoted here` }),
      line({ time: "2029-12-01T00:00:00Z", requestId: "long-ago", userId: carol, msg: "request" }),
      `${FAILED} is no JSON`,
    ].join("\n"),
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await cli.close();
});

const typesIn = ({ events }: { events: { type: string }[] }) => events.map(({ type }) => type);
const messagesIn = ({ lines }: { lines: { msg: string }[] }) => lines.map(({ msg }) => msg);

describe("decision 214: request", () => {
  it("finds what a reference leads to: events, and the lines of a log", async () => {
    const found = await cli.json("request", FAILED, "--log", log);
    expect(typesIn(found)).toEqual(["sign_in_failed"]);
    expect(messagesIn(found)).toEqual(["request", "the form is stale"]);
  });

  it("finds a reference that a proxy gave, without a log", async () => {
    const found = await cli.json("request", OTHER);
    expect(found).toMatchObject({ events: [{ type: "sign_in", reference: OTHER, user_id: carol }], lines: [] });
  });

  it("finds the requests of a person since a time", async () => {
    const found = await cli.json("request", "--user", "CAROL", "--since", "1h", "--log", log);
    expect(typesIn(found)).toEqual(["user_added", "sign_in", "sign_in_failed"]);
    expect(found.lines.map(({ requestId, reference }: Record<string, string>) => requestId ?? reference)).toEqual([
      FAILED,
      FAILED,
      "of-carol-too",
    ]);
    expect(typesIn(await cli.json("request", "--user", carol, "--since", "29m"))).toEqual(["user_added"]);
  });

  it("prints events and lines in the order of time", async () => {
    const { stdout } = await cli.run(["request", FAILED, "--log", log]);
    const [heading, ...rows] = stdout.split("\n");
    expect(heading).toMatch(/^at +reference +what +about$/);
    expect(rows).toEqual([
      expect.stringMatching(/sign_in_failed +user=.* address=192\.0\.2\.7/),
      expect.stringMatching(/info: request +method=POST route=\/login status=200$/),
      expect.stringMatching(/info: the form is stale +error=invalid_request detail=csrf$/),
    ]);
  });

  it("reads a log from standard input", async () => {
    const piped = { level: "warn", time: at.toISOString(), requestId: "a-reference", msg: "piped" };
    const stdin = `${JSON.stringify(piped)}\n`;
    const { stdout } = await cli.run(["request", "a-reference", "--log", "-"], { stdin });
    expect(stdout).toContain("warn: piped");
  });

  it("reads the log of the sample client, and names the request here that caused what it shows", async () => {
    const ours = { time: at.toISOString(), event: "sign_in_failed", reference: "of-the-client" };
    const stdin = `${JSON.stringify({ ...ours, providerReference: FAILED, reasons: ["invalid_grant"] })}\n`;
    const { stdout } = await cli.run(["request", "of-the-client", "--log", "-"], { stdin });
    expect(stdout).toMatch(/of-the-client +sign_in_failed +providerReference=29yEVkYSCwdG/);
    expect(stdout).toMatch(new RegExp(`\n\nThe answers that caused it have the references: ${FAILED}$`));
    expect((await cli.json("request", "of-the-client", "--log", log)).causes).toEqual([]);
  });

  it("what a log has moves no cursor, wherever it is printed", async () => {
    const hostile = "\u001b]0;owned\u0007\u202e";
    const line = {
      time: at.toISOString(),
      event: "e",
      reference: "of-the-client",
      traceId: hostile,
      providerReference: hostile,
    };
    const { stdout } = await cli.run(["request", "of-the-client", "--log", "-"], {
      stdin: `${JSON.stringify(line)}\n`,
    });
    expect(stdout.match(/owned/g)).toHaveLength(4);
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it("decision 222: names the trace, by the reference or by a line of the log", async () => {
    const trace = "5c2d8a0b6f4e49c1a7d3e2f10b9c8d7e";
    const continued = `${trace}-b7ad6b7169203331`;
    expect((await cli.json("request", trace)).traces).toEqual([trace]);
    expect((await cli.json("request", continued)).traces).toEqual([trace]);
    expect((await cli.json("request", FAILED)).traces).toEqual([]);

    const line = { level: "info", time: at.toISOString(), requestId: "of-a-proxy", traceId: trace, msg: "request" };
    const { stdout } = await cli.run(["request", "of-a-proxy", "--log", "-"], { stdin: `${JSON.stringify(line)}\n` });
    expect(stdout).toMatch(new RegExp(`request +traceId=${trace}\n\nIf .* traces are: ${trace}$`));
  });

  it("finds all requests of a trace, whose reference is that of the request which began it", async () => {
    const trace = "9d2d8a0b6f4e49c1a7d3e2f10b9c8d7e";
    const [token, userinfo] = [`${trace}-b7ad6b7169203331`, `${trace}-c7ad6b7169203332`];
    const event = { userId: carol, actor: { kind: "client", clientId: "web" }, at, address: "192.0.2.7" } as const;
    await inTransaction(cli.database.pool, (query) =>
      recordAudit(query, { type: "token_revoked", ...event, reference: token }),
    );
    const line = (requestId: string, traceId: string) =>
      `${JSON.stringify({ level: "info", time: at.toISOString(), requestId, traceId, msg: "request" })}\n`;
    const stdin = [line(token, trace), line(userinfo, trace), line("of-another", trace.replace("9d", "8d"))].join("");
    const { stdout } = await cli.run(["request", trace, "--log", "-"], { stdin });
    expect(stdout).toContain("token_revoked");
    for (const reference of [token, userinfo]) expect(stdout).toMatch(new RegExp(`${reference} +info: request`));
    expect(stdout).not.toContain("of-another");
  });

  it("says so if nothing is known", async () => {
    expect((await cli.run(["request", "unknown-one"])).stdout).toContain("Nothing is known of it");
  });

  it.each([
    ["neither a reference nor a person", [], "give a reference, or --user"],
    ["both", [FAILED, "--user", "carol"], "give a reference, or --user"],
    ["a log that is not there", [FAILED, "--log", "/nowhere.log"], "cannot read the log /nowhere.log: "],
  ])("refuses %s", async (_, argv, sentence) => {
    const { exitCode, stderr } = await cli.run(["request", ...argv]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  });
});
