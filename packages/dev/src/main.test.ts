import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Facts } from "./ecosystem/ecosystem.ts";
import {
  lives,
  makeWorkspace,
  nineFreePorts,
  type Run,
  startProgram,
  until,
  type Workspace,
} from "./test-workspace.ts";

let workspace: Workspace;
let port: number;
let runs: Run[];

beforeEach(async () => {
  workspace = makeWorkspace();
  port = await nineFreePorts();
  runs = [];
});

afterEach(async () => {
  for (const { child, ended } of runs) {
    child.stdin?.end();
    child.kill("SIGTERM");
    await ended;
  }
  workspace.remove();
});

function start(args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): Run {
  const run = startProgram(workspace, "main.ts", args, { COUNTERSIGN_PORT: String(port), ...environment });
  runs.push(run);
  return run;
}

async function startReady(environment: NodeJS.ProcessEnv = {}): Promise<{ run: Run; facts: Facts }> {
  const readyFile = join(workspace.root, "ready.json");
  const run = start(["--ready-file", readyFile], environment);
  await Promise.race([
    until(() => existsSync(readyFile)),
    run.ended.then(() => Promise.reject(new Error(`the start ended: ${run.output().trim().replaceAll("\n", " | ")}`))),
  ]);
  return { run, facts: JSON.parse(readFileSync(readyFile, "utf8")) as Facts };
}

const serverPid = () =>
  Number(readFileSync(join(workspace.dataDir, "postgres", "cluster", "postmaster.pid"), "utf8").split("\n")[0]);
const environmentOf = async (url: string) => (await (await fetch(url)).json()) as Record<string, string>;
const isOpen = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

describe("a start", () => {
  it("prints all addresses, and gives each service its own secrets and no others", async () => {
    const { run, facts } = await startReady();
    expect(facts).toMatchObject({
      issuer: `http://localhost:${port}`,
      resource: `http://localhost:${port + 1}`,
      client: `http://localhost:${port + 2}`,
      api: `http://localhost:${port + 5}`,
      mcp: `http://localhost:${port + 6}/mcp`,
      administration: `http://localhost:${port + 7}`,
      console: `http://localhost:${port + 4}`,
      accounts: [{ username: "ada", password: "demo" }],
    });
    await until(() => run.output().includes("ada  (password: demo)"));
    expect(run.output()).toContain("[resource-server] warning: something to see");
    expect(run.output()).not.toContain("listening");
    expect(facts).toMatchObject({
      mails: `http://localhost:${port + 3}`,
      mailUrl: expect.stringMatching(/^smtp:\/\/127/),
    });
    expect(run.output()).toContain(`Mails                 http://localhost:${port + 3}`);
    expect(await (await fetch(`${facts.mails}/messages.json`)).json()).toEqual([]);

    const [issuer, resource, client] = await Promise.all(
      [facts.issuer, facts.resource, facts.client].map(environmentOf),
    );
    expect(issuer).toMatchObject({
      DATABASE_URL: facts.databaseUrl,
      MAIL_URL: facts.mailUrl,
      SIGN_UP: "open",
      KEY_ENCRYPTION_KEYS: expect.stringMatching(/^dev1:[\w-]{43}$/),
      NODE_ENV: expect.any(String),
    });
    expect(resource).toMatchObject({ ISSUER: facts.issuer, RESOURCE: facts.resource });
    expect(resource?.DATABASE_URL).toContain("countersign_resource_server:");
    expect(client).toMatchObject({ ISSUER: facts.issuer, BASE_URL: facts.client, CLIENT_ID: "sample-client" });
    const [api, mcp, console] = await Promise.all([facts.api, facts.mcp, facts.console].map(environmentOf));
    expect([api, mcp]).toMatchObject([
      { ISSUER: facts.issuer, RESOURCE: facts.api },
      { ISSUER: facts.issuer, RESOURCE: facts.mcp },
    ]);
    const { AUTHORIZATION_DETAILS_DIR: details = "" } = issuer ?? {};
    expect(JSON.parse(readFileSync(join(details, "payment.json"), "utf8"))).toMatchObject({ resources: [facts.api] });
    expect(console).toMatchObject({ CONSOLE_URL: facts.console, ADMIN_API: `${facts.administration}/admin/api/v1` });
    expect(JSON.parse(console?.CLIENT_KEY ?? "")).toMatchObject({ kty: "EC", crv: "P-256", kid: "console" });
    for (const other of [resource, client, api, mcp, console]) {
      expect(other).not.toHaveProperty("KEY_ENCRYPTION_KEYS");
      expect(other).not.toHaveProperty("MAIL_URL");
    }
    for (const service of [issuer, resource, client]) {
      expect(service).not.toHaveProperty("ADMIN_DATABASE_URL");
      expect(service).not.toHaveProperty("OWNER_DATABASE_URL");
    }
    for (const other of [client, api, mcp]) {
      expect(other).not.toHaveProperty("DATABASE_URL");
      expect(other).not.toHaveProperty("USERINFO_RESPONSE_SECRET");
    }
  });

  it("makes secrets readable by their owner only, and gives the authorization server a login of its own", async () => {
    const { facts } = await startReady();
    for (const file of ["development.json", "ecosystem.json", "postgres/superuser-password"]) {
      expect(statSync(join(workspace.dataDir, file)).mode & 0o777, file).toBe(0o600);
    }
    const client = new pg.Client({ connectionString: facts.databaseUrl });
    await client.connect();
    const { rows } = await client.query("SELECT rolname, rolsuper FROM pg_roles WHERE rolname = current_user");
    await client.end();
    expect(rows).toEqual([{ rolname: "countersign_authorization_server", rolsuper: false }]);
  });

  it("stops services and database on SIGTERM with code 0, and keeps data and secrets for the next one", async () => {
    const first = await startReady();
    const pid = serverPid();
    first.run.child.kill("SIGTERM");
    expect(await first.run.ended).toBe(0);
    expect([lives(pid), await isOpen(first.facts.client), existsSync(join(workspace.root, "ready.json"))]).toEqual([
      false,
      false,
      false,
    ]);

    const second = await startReady();
    const client = new pg.Client({ connectionString: second.facts.databaseUrl });
    await client.connect();
    expect((await client.query("SELECT count(*)::int AS seeds FROM seeded")).rows).toEqual([{ seeds: 2 }]);
    await client.end();
  });

  it("stops everything when the starting process closes its standard input", async () => {
    const { run } = await startReady();
    const pid = serverPid();
    run.child.stdin?.end();
    expect(await run.ended).toBe(0);
    expect(lives(pid)).toBe(false);
  });

  it("leaves nothing behind when it is killed, so the next one starts", async () => {
    const { run, facts } = await startReady();
    const pid = serverPid();
    run.child.kill("SIGKILL");
    await run.ended;
    await until(async () => !lives(pid) && !(await isOpen(facts.issuer)));
    await startReady();
  });

  it("names the service that ended, with its last lines, and exits with 1", async () => {
    const { run, facts } = await startReady();
    const pid = serverPid();
    await fetch(`${facts.resource}/die`).catch(() => {});
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(
      /The resource-server ended with code 3\. Its last lines:[\s\S]*the last words of this service/,
    );
    expect([lives(pid), await isOpen(facts.issuer)]).toEqual([false, false]);
  });

  it.each(["prepare", "seed"])("prints the output of %s when that fails, and stops the database", async (command) => {
    const run = start([], { FAIL_COMMAND: command });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain(`${command} was told to fail`);
    expect(existsSync(join(workspace.dataDir, "postgres", "cluster", "postmaster.pid"))).toBe(false);
  });

  it("names the port that is taken and says what to do, before it creates anything", async () => {
    const other = createServer().listen(port + 1, "127.0.0.1");
    await once(other, "listening");
    const run = start();
    expect(await run.ended).toBe(1);
    expect(run.output().trim()).toMatch(
      new RegExp(`^Port ${port + 1} is taken: .* COUNTERSIGN_PORT=\\d+ npm start\\.$`),
    );
    expect(existsSync(workspace.dataDir)).toBe(false);
    other.close();
  });

  it("reports damaged secrets in one line, and does not replace them", async () => {
    mkdirSync(workspace.dataDir);
    writeFileSync(join(workspace.dataDir, "development.json"), "{");
    const damaged = start();
    expect(await damaged.ended).toBe(1);
    expect(damaged.output().trim()).toMatch(/development\.json is damaged: .* start over\.$/);
  });

  it("refuses a second start on the same data, and leaves the first one alone", async () => {
    const { facts } = await startReady();
    const second = start([], { COUNTERSIGN_PORT: String(await nineFreePorts()) });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain("is in use by another start (process");
    expect(await isOpen(facts.issuer)).toBe(true);
  });

  it("prints the facts as one line with --json, and everything else to standard error", async () => {
    const run = start(["--json"]);
    let stdout = "";
    run.child.stdout?.on("data", (text: string) => {
      stdout += text;
    });
    await until(() => stdout.includes("\n"));
    expect(JSON.parse(stdout)).toMatchObject({ issuer: `http://localhost:${port}` });
  });

  it("accepts the URLs of a proxy in front of it", async () => {
    const { facts } = await startReady({
      COUNTERSIGN_ISSUER: "https://auth.test",
      COUNTERSIGN_CLIENT: "https://app.test",
      COUNTERSIGN_CONSOLE: "https://console.test",
      VIEWS_DIR: "/views",
    });
    expect(facts).toMatchObject({ issuer: "https://auth.test", client: "https://app.test" });
    const issuer = await environmentOf(`http://localhost:${port}`);
    expect(issuer).toMatchObject({ ISSUER: "https://auth.test", VIEWS_DIR: "/views" });
  });

  it.each([
    ["an invalid port", [], { COUNTERSIGN_PORT: "high" }, 'COUNTERSIGN_PORT is "high"'],
    ["an unknown flag", ["--fast"], {}, "Known are --ready-file"],
  ])("refuses %s in one line", async (_, args, environment, sentence) => {
    const run = start(args, environment);
    expect(await run.ended).toBe(1);
    expect(run.output().trim()).toContain(sentence);
    expect(run.output().trim()).not.toContain("\n");
  });
});

describe("the operator's command line", () => {
  const command = (...args: string[]) => {
    const run = startProgram(workspace, "operator.ts", args);
    runs.push(run);
    return run;
  };

  it("says what to do when there is no database yet", async () => {
    const run = command("keys", "list");
    expect(await run.ended).toBe(1);
    expect(run.output().trim()).toBe("There is no database yet: run npm start once, or give the DATABASE_URL of one.");
  });

  /** What the command line is told of each address. */
  const addressesOf = (facts: Facts) => ({
    ISSUER: facts.issuer,
    USERINFO_RESOURCE: facts.resource,
    ADMIN_URL: facts.administration,
    SEED_SAMPLE_CLIENT_URL: facts.client,
    SEED_SAMPLE_API_URL: facts.api,
    SEED_SAMPLE_MCP_URL: facts.mcp,
    SEED_ADMIN_CONSOLE_URL: facts.console,
  });

  it("newcomer F1: uses the database and every address of the running ecosystem, at any ports", async () => {
    const { facts } = await startReady();
    const run = command("show", "all");
    expect(await run.ended).toBe(0);
    const { environment, argv } = JSON.parse(run.output());
    expect(argv).toEqual(["show", "all"]);
    expect(environment).toMatchObject({ ...addressesOf(facts), DATABASE_URL: facts.databaseUrl });
    expect(Object.values<string>(environment).filter((value) => /^http:\/\/localhost:40\d\d/.test(value))).toEqual([]);
    expect(await isOpen(facts.issuer)).toBe(true);
  });

  it("newcomer F1: uses the ports of what runs, regardless of the COUNTERSIGN_PORT of the command", async () => {
    const { facts } = await startReady();
    const run = startProgram(workspace, "operator.ts", ["show"], { COUNTERSIGN_PORT: "5000" });
    runs.push(run);
    expect(await run.ended).toBe(0);
    const { environment } = JSON.parse(run.output());
    expect(environment).toMatchObject(addressesOf(facts));
  });

  it("newcomer F5: allows the hosts that the start allowed, or those that the command itself names", async () => {
    const { facts } = await startReady({ OUTBOUND_ALLOWED_HOSTS: "localhost:8080" });
    const own = [facts.client, facts.console].map((url) => new URL(url).host);
    const allowedBy = async (environment: NodeJS.ProcessEnv) => {
      const run = startProgram(workspace, "operator.ts", ["show"], environment);
      runs.push(run);
      expect(await run.ended).toBe(0);
      return JSON.parse(run.output()).environment.OUTBOUND_ALLOWED_HOSTS;
    };
    expect(await allowedBy({})).toBe(["localhost:8080", ...own].join(","));
    expect(await allowedBy({ OUTBOUND_ALLOWED_HOSTS: "localhost:9090" })).toBe(["localhost:9090", ...own].join(","));
  });

  it("starts the database for one command when nothing runs, and stops it again", async () => {
    const first = await startReady();
    first.run.child.kill("SIGTERM");
    await first.run.ended;
    const run = command("show");
    expect(await run.ended).toBe(0);
    expect(JSON.parse(run.output()).environment).toMatchObject(addressesOf(first.facts));
    expect(existsSync(join(workspace.dataDir, "postgres", "cluster", "postmaster.pid"))).toBe(false);
  });
});
