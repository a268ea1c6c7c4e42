import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";

const SERVICE = fileURLToPath(new URL("./test-service.ts", import.meta.url));

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<number | null>;
  origin: string;
}

const running: Running[] = [];
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill("SIGKILL");
});

function spawnService(env: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, [SERVICE], { env: { PATH: process.env.PATH, ...env }, stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const exit = once(child, "close").then(([code]) => code as number | null);
  const service = { child, output: () => output, exit, origin: "" };
  running.push(service);
  return service;
}

async function start(env: Record<string, string> = {}): Promise<Running> {
  const service = spawnService(env);
  await until(service, /"port":(\d+)/);
  service.origin = `http://127.0.0.1:${/"port":(\d+)/.exec(service.output())?.[1]}`;
  return service;
}

const until = (service: Running, text: RegExp) =>
  vi.waitFor(() => expect(service.output()).toMatch(text), { timeout: 10_000, interval: 20 });

const indexOf = (service: Running, text: string) => service.output().indexOf(text);

describe.each(["SIGTERM", "SIGINT"] as const)("%s stops the service", (signal) => {
  it("after its running requests, then closes dependencies in order, and exits with 0", async () => {
    const service = await start();
    const slow = fetch(`${service.origin}/slow/400`).then((response) => response.text());
    await until(service, /slow begins/);
    service.child.kill(signal);

    expect(await slow).toBe("done");
    expect(await service.exit).toBe(0);
    expect(indexOf(service, "closing first")).toBeGreaterThan(indexOf(service, '"stopping"'));
    expect(indexOf(service, "closing last")).toBeGreaterThan(indexOf(service, "closing first"));
  });
});

describe("while it stops", () => {
  it("accepts no new connection", async () => {
    const service = await start();
    const slow = fetch(`${service.origin}/slow/500`);
    await until(service, /slow begins/);
    service.child.kill("SIGTERM");
    await until(service, /"stopping"/);
    await expect(fetch(service.origin, { headers: { connection: "close" } })).rejects.toThrow();
    await slow;
  });

  it("is not held up by a connection that is kept alive", async () => {
    const service = await start();
    const agent = new Agent({ keepAlive: true });
    const response = await new Promise<number | undefined>((resolve) => {
      get(`${service.origin}/health/ready`, { agent }, (res) => res.resume().on("end", () => resolve(res.statusCode)));
    });
    expect(response).toBe(200);
    const stoppedAt = performance.now();
    service.child.kill("SIGTERM");
    expect(await service.exit).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(3000);
    agent.destroy();
  });

  it("cuts requests that do not end in time, and closes all the same", async () => {
    const service = await start({ TEST_DRAIN_MS: "200" });
    const slow = fetch(`${service.origin}/slow/60000`);
    slow.catch(() => {}); // looked at below
    await until(service, /slow begins/);
    service.child.kill("SIGTERM");
    await expect(slow).rejects.toThrow();
    expect(await service.exit).toBe(0);
    expect(service.output()).toContain("requests were cut");
    expect(service.output()).toContain("closing last");
  });

  it("exits at once on a second signal, but takes one that follows at once for the same", async () => {
    const service = await start();
    const slow = fetch(`${service.origin}/slow/60000`);
    slow.catch(() => {}); // its connection dies with the service
    await until(service, /slow begins/);
    service.child.kill("SIGINT");
    await until(service, /"stopping"/);
    service.child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(service.child.exitCode).toBeNull();

    service.child.kill("SIGTERM");
    expect(await service.exit).toBe(1);
    expect(service.output()).not.toContain("closing first");
  });

  it.each(["fails", "hangs"])("goes on when a dependency %s, and exits with 1", async (how) => {
    const service = await start({ TEST_CLOSE: how });
    service.child.kill("SIGTERM");
    expect(await service.exit).toBe(1);
    expect(service.output()).toContain("a dependency did not close");
    expect(service.output()).toContain("closing last");
  });
});

describe("what ends the service without being asked", () => {
  it("is a port in use: one clear line, exit 1", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const { port } = holder.address() as { port: number };
    const service = spawnService({ TEST_PORT: String(port) });
    expect(await service.exit).toBe(1);
    expect(service.output()).toBe(
      `Port ${port} on 127.0.0.1 is in use. Stop what uses it, or set PORT to another port.\n`,
    );
    holder.close();
  });

  it("is a rejection that nobody handles: logged, exit 1", async () => {
    const service = await start();
    await fetch(`${service.origin}/reject`).catch(() => {}); // the answer may or may not get out
    expect(await service.exit).toBe(1);
    expect(service.output()).toMatch(/"level":"fatal".*nobody cares/);
  });
});
