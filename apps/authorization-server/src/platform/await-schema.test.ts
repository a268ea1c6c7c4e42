/** A service on a database that is not prepared for it, as a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort } from "@countersign/dev/free-port";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { issuer, openWorld, resource, type World } from "../../testing/world.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const LATEST = "SELECT name, sha256 FROM countersign_migration ORDER BY name DESC LIMIT 1";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

let child: ChildProcess | undefined;
afterEach(async () => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
});

async function start(connectionString: string) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const environment = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    ISSUER: `${issuer}/tenant`,
    DATABASE_URL: connectionString,
    KEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64url")}`,
    USERINFO_RESOURCE: resource,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
  };
  const started = spawn(process.execPath, [MAIN], { env: environment, stdio: "pipe" });
  child = started;
  let output = "";
  for (const stream of [started.stdout, started.stderr]) stream.on("data", (bytes) => (output += bytes));
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual" }).catch(() => undefined);
    return (
      response && { status: response.status, again: response.headers.get("retry-after"), text: await response.text() }
    );
  };
  const ready = async () => (await ask("/health/ready"))?.text;
  /** What Prometheus reads of readiness. */
  const measured = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return text.split("\n").filter((line) => /^service_(?:ready|check_failing.*schema)/.test(line));
  };
  const exited = once(started, "exit").then(([code]) => code as number | null);
  return { ask, ready, measured, exited, output: () => output, stop: () => started.kill("SIGTERM") };
}

const patient = { timeout: 40_000 };

describe("O2: a service whose migrations are missing", () => {
  it("is not ready, says which, refuses for now, and joins by itself when they are applied", patient, async () => {
    const [latest] = await world.rows(LATEST);
    await world.rows("DELETE FROM countersign_migration WHERE name = $1", [latest?.name]);
    const service = await start(world.connectionString);

    await expect.poll(service.ready, patient).toBe('{"status":"unavailable","failing":["schema"]}');
    expect(await service.measured()).toEqual([
      'service_ready{service="authorization-server"} 0',
      'service_check_failing{check="schema",service="authorization-server"} 1',
    ]);
    expect((await service.ask("/tenant/health/ready"))?.status).toBe(503);
    expect((await service.ask("/health/live"))?.status).toBe(200);
    for (const path of ["/tenant/authorization?client_id=x", "/tenant/jwks", "/token"])
      expect(await service.ask(path)).toMatchObject({ status: 503, again: "5" });
    await expect.poll(service.output).toContain(`the database lacks migration ${latest?.name}`);
    expect(service.output()).toContain("run countersign prepare");

    const insert = "INSERT INTO countersign_migration (name, sha256) VALUES ($1, $2)";
    await world.rows(insert, [latest?.name, latest?.sha256]);
    await expect.poll(service.ready, patient).toBe('{"status":"ready"}');
    expect(await service.measured()).toEqual([
      'service_ready{service="authorization-server"} 1',
      'service_check_failing{check="schema",service="authorization-server"} 0',
    ]);
    expect((await service.ask("/tenant/jwks"))?.status).toBe(200);
    service.stop();
    expect(await service.exited).toBe(0);
  });

  it("O9: names prepare for an empty database, and O12: ends at once while it waits", patient, async () => {
    const empty = new URL(world.superuserUrl);
    empty.pathname = `/empty_${randomBytes(6).toString("hex")}`;
    const name = empty.pathname.slice(1);
    await world.rows(`CREATE DATABASE ${name} TEMPLATE template0`);
    const service = await start(empty.href);
    await expect.poll(service.ready, patient).toBe('{"status":"unavailable","failing":["schema"]}');
    await expect.poll(service.output).toContain("the database has no tables: run countersign prepare");
    service.stop();
    expect(await service.exited).toBe(0);
    await world.rows(`DROP DATABASE ${name} WITH (FORCE)`);
  });

  it("ends, and says why, if the database does not answer", patient, async () => {
    const service = await start(`postgres://x:secret-word@127.0.0.1:${await freePort()}/x`);
    expect(await service.exited).toBe(1);
    expect(service.output()).toMatch(/^The database cannot be used: connect ECONNREFUSED .*DATABASE_URL\.$/m);
    expect(service.output()).not.toContain("secret-word");
  });
});
