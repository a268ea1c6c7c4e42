import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";

const SERVICE = fileURLToPath(new URL("../test-service.ts", import.meta.url));

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
  return watched(spawn(process.execPath, [SERVICE], { env: { PATH: process.env.PATH, ...env }, stdio: "pipe" }));
}

function watched(child: ChildProcessWithoutNullStreams): Running {
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

/** The service, as a shell starts it. */
function shell(command: string, env: Record<string, string>): Running {
  return watched(spawn("/bin/sh", ["-c", command], { env: { PATH: process.env.PATH, ...env }, stdio: "pipe" }));
}

/** A port below 32768, so that no outgoing connection takes it in the meantime. */
const freePort = () => randomInt(10_000, 30_000);

async function start(env: Record<string, string> = {}): Promise<Running> {
  const service = spawnService(env);
  await until(service, /"port":(\d+)/);
  service.origin = `http://127.0.0.1:${/"port":(\d+)/.exec(service.output())?.[1]}`;
  return service;
}

const until = (service: Running, text: RegExp) =>
  vi.waitFor(() => expect(service.output()).toMatch(text), { timeout: 10_000, interval: 20 });

/** Each request has a connection of its own. */
const CLOSED = { headers: { connection: "close" } };

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

describe.skipIf(process.platform !== "linux")("a port that several processes share", () => {
  it("gives each of them a part of the connections, and all to those that remain", async () => {
    const env = { TEST_PORT: String(freePort()), TEST_SHARED: "on" };
    const [first, second] = [await start(env), await start(env)];
    const ask = async () => {
      const asked = Array.from({ length: 60 }, () => fetch(`${first.origin}/slow/20`, CLOSED).then(({ ok }) => ok));
      return (await Promise.all(asked)).every(Boolean);
    };
    expect(await ask()).toBe(true);
    for (const one of [first, second]) expect(one.output()).toContain("slow begins");

    first.child.kill("SIGTERM");
    expect(await first.exit).toBe(0);
    expect(await ask()).toBe(true);
  });

  it("belongs to one process, unless both say that they share it", async () => {
    const first = await start({ TEST_PORT: String(freePort()), TEST_SHARED: "on" });
    const second = spawnService({ TEST_PORT: new URL(first.origin).port });
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain("is in use");
  });
});

describe("O12: a signal during the start", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "%s ends the service, also as the first process of a container",
    async (signal) => {
      const service = spawnService({ TEST_START: "hangs" });
      await until(service, /waiting for a database/);
      service.child.kill(signal);
      // Without a handler there would be no exit code, and the first process of a container would go on.
      expect(await service.exit).toBe(0);
    },
  );
});

describe("while it stops", () => {
  it("accepts no new connection", async () => {
    const service = await start();
    const slow = fetch(`${service.origin}/slow/3000`).then((response) => response.text());
    await until(service, /slow begins/);
    service.child.kill("SIGTERM");
    await vi.waitUntil(async () => (await fetch(service.origin, CLOSED).catch(() => "refused")) === "refused", 2500);
    expect(await slow).toBe("done");
  });

  it("does not wait for an idle keep-alive connection", async () => {
    const service = await start();
    const agent = new Agent({ keepAlive: true });
    const response = await new Promise<number | undefined>((resolve) => {
      get(`${service.origin}/health/ready`, { agent }, (res) => res.resume().on("end", () => resolve(res.statusCode)));
    });
    expect(response).toBe(200);
    const stoppedAt = performance.now();
    service.child.kill("SIGTERM");
    expect(await service.exit).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(6000); // The drain may take ten seconds.
    agent.destroy();
  });

  it("O3b: answers what comes over a kept connection, and accepts no other", async () => {
    const service = await start({ TEST_KEPT_MS: "9000" });
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await ask(service, "/slow/1", kept)).toEqual({ status: 200, connection: "keep-alive" });
    const stoppedAt = performance.now();
    service.child.kill("SIGTERM");
    await until(service, /"stopping"/);

    const isOpen = () =>
      ask(service, "/slow/1", new Agent())
        .then(() => true)
        .catch(() => false);
    await vi.waitUntil(async () => !(await isOpen()), 5000);
    expect(await ask(service, "/slow/1", kept)).toEqual({ status: 200, connection: "close" });
    expect(await service.exit).toBe(0);
    // With its last connection it ends.
    expect(performance.now() - stoppedAt).toBeLessThan(9000);
  });

  it("aborts requests that do not end in time, and still closes dependencies", async () => {
    const service = await start({ TEST_DRAIN_MS: "200" });
    const slow = fetch(`${service.origin}/slow/60000`);
    slow.catch(() => {}); // This is checked below.
    await until(service, /slow begins/);
    service.child.kill("SIGTERM");
    await expect(slow).rejects.toThrow();
    expect(await service.exit).toBe(0);
    expect(service.output()).toContain("requests were aborted");
    expect(service.output()).toContain("closing last");
  });

  it("exits at once on a second signal, but treats one that follows immediately as the same", async () => {
    const service = await start();
    const slow = fetch(`${service.origin}/slow/60000`);
    slow.catch(() => {}); // Its connection ends with the service.
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

  it.each(["fails", "hangs"])("continues when a dependency %s, and exits with 1", async (how) => {
    const service = await start({ TEST_CLOSE: how });
    service.child.kill("SIGTERM");
    expect(await service.exit).toBe(1);
    expect(service.output()).toContain("a dependency did not close");
    expect(service.output()).toContain("closing last");
  });
});

const ask = (service: Running, path: string, agent: Agent) =>
  new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    const asked = get(`${service.origin}${path}`, { agent }, (res) => {
      res.resume().on("end", () => resolve({ status: res.statusCode, connection: res.headers.connection }));
    });
    asked.on("error", reject);
  });

describe("dos-43: while the service waits until its load balancers notice", () => {
  it("is not ready, answers all other requests, and closes each connection with its next response", async () => {
    const service = await start({ TEST_DELAY_MS: "3000" });
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await ask(service, "/slow/1", kept)).toEqual({ status: 200, connection: "keep-alive" });
    const stoppedAt = performance.now();
    service.child.kill("SIGTERM");
    await until(service, /"stopping"/);

    expect(await ask(service, "/slow/1", kept)).toEqual({ status: 200, connection: "close" });
    expect(await ask(service, "/health/ready", kept)).toEqual({ status: 503, connection: "close" });
    expect(await ask(service, "/health/live", new Agent())).toEqual({ status: 200, connection: "close" });
    expect(await service.exit).toBe(0);
    expect(performance.now() - stoppedAt).toBeGreaterThan(3000);
  });

  it("keeps connections in the last quarter, so that a proxy opens none as the listener closes", async () => {
    const service = await start({ TEST_DELAY_MS: "2000", TEST_KEPT_MS: "9000" });
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    service.child.kill("SIGTERM");
    await until(service, /"stopping"/);

    const said: unknown[] = [];
    for (let goesOn = true; goesOn; ) {
      const answer = await ask(service, "/slow/1", kept).catch(() => undefined);
      if (answer !== undefined && answer.connection !== said.at(-1)) said.push(answer.connection);
      goesOn = answer !== undefined;
    }
    expect(said).toEqual(["close", "keep-alive", "close"]);
    expect(await service.exit).toBe(0);
  });

  it("loses no request of a load balancer that keeps connections open and checks readiness every 200 ms", async () => {
    const service = await start({ TEST_DELAY_MS: "1000" });
    const kept = new Agent({ keepAlive: true });
    const failures: unknown[] = [];
    let ready = true;
    const sending = Array.from({ length: 32 }, async () => {
      while (ready) await ask(service, "/slow/1", kept).catch((err: unknown) => failures.push(err));
    });
    setTimeout(() => service.child.kill("SIGTERM"), 300);
    while (ready) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      ready = (await ask(service, "/health/ready", new Agent()).catch(() => undefined))?.status === 200;
    }
    await Promise.all(sending);
    expect(failures).toEqual([]);
    expect(await service.exit).toBe(0);
  });

  it("exits at once on a second signal", async () => {
    const service = await start({ TEST_DELAY_MS: "60000" });
    service.child.kill("SIGTERM");
    await until(service, /"stopping"/);
    await new Promise((resolve) => setTimeout(resolve, 600));
    service.child.kill("SIGTERM");
    expect(await service.exit).toBe(1);
  });
});

describe("dos-45: conditions that do not end the service", () => {
  it("a log that cannot be written", async () => {
    const port = freePort();
    const service = shell(`exec "${process.execPath}" "${SERVICE}" > /dev/full`, { TEST_PORT: String(port) });
    const alive = async () => (await fetch(`http://127.0.0.1:${port}/slow/1`).catch(() => undefined))?.status;
    await expect.poll(alive, { timeout: 10_000 }).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 200)); // This is the log line of that request.
    expect([await alive(), service.child.exitCode]).toEqual([200, null]);
  });

  it("more connections than file descriptors", async () => {
    const port = freePort();
    const service = shell(`ulimit -n 60; exec "${process.execPath}" "${SERVICE}"`, { TEST_PORT: String(port) });
    await until(service, /"listening"/);
    const sockets = Array.from({ length: 200 }, () => connect(port, "127.0.0.1").on("error", () => {}));
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (const socket of sockets) socket.destroy();
    const alive = async () => (await fetch(`http://127.0.0.1:${port}/slow/1`).catch(() => undefined))?.status;
    await expect.poll(alive, { timeout: 15_000 }).toBe(200);
  });

  it("an error of its listening socket", async () => {
    const service = await start();
    await fetch(`${service.origin}/accept-fails`);
    await until(service, /a connection could not be accepted/);
    expect((await fetch(`${service.origin}/slow/1`)).status).toBe(200);
  });
});

describe("conditions that end the service", () => {
  it("a port in use: one clear line, exit 1", async () => {
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

  it("an unhandled rejection: logged, exit 1", async () => {
    const service = await start();
    await fetch(`${service.origin}/reject`).catch(() => {}); // The response may or may not be sent.
    expect(await service.exit).toBe(1);
    expect(service.output()).toMatch(/"level":"fatal".*nobody cares/);
  });
});
