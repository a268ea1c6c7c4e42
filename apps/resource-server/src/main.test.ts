/** The service in a separate process, as an operator starts it. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort } from "@countersign/dev/free-port";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { authorizationId, startDatabase } from "./testing/test-database.ts";
import { startIssuer } from "./testing/test-issuer.ts";

const database = await startDatabase();
afterAll(() => database.stop());

let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill("SIGKILL");
});

/** Starts main.ts with only this environment. `output` is what it has written so far. */
function start(environment: Record<string, string>) {
  const started = spawn(process.execPath, [fileURLToPath(new URL("main.ts", import.meta.url))], { env: environment });
  child = started;
  let written = "";
  started.stdout.on("data", (chunk) => (written += chunk));
  started.stderr.on("data", (chunk) => (written += chunk));

  const exited = once(started, "exit").then(([code]) => code as number | null);
  return { stop: () => started.kill("SIGTERM"), exited, output: () => written };
}

describe("the resource server as a process", () => {
  it("finds the issuer's keys by discovery, returns claims, and stops cleanly", async () => {
    const port = await freePort();
    const resource = `http://127.0.0.1:${port}`;
    const issuer = await startIssuer(resource);
    await database.owner.query(`UPDATE "authorization" SET resource = $1 WHERE id = $2`, [resource, authorizationId]);
    const service = start({
      ISSUER: issuer.issuer,
      RESOURCE: resource,
      DATABASE_URL: database.readerUrl,
      PORT: String(port),
    });
    await expect.poll(() => service.output(), { timeout: 20_000 }).toContain("listening");

    const token = await issuer.accessToken(new Date());
    const response = await fetch(`${resource}/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    await expect(response.json()).resolves.toMatchObject({ sub: "alice", email: "alice@example.com" });
    expect((await fetch(`${resource}/health/ready`)).status).toBe(200);

    service.stop();
    await expect(service.exited).resolves.toBe(0);
    await issuer.stop();
  });

  it("O3b: refuses connections until it has the issuer's keys, so a proxy asks another replica", async () => {
    const port = await freePort();
    const resource = `http://127.0.0.1:${port}`;
    const issuer = await startIssuer(resource);
    await database.owner.query(`UPDATE "authorization" SET resource = $1 WHERE id = $2`, [resource, authorizationId]);
    issuer.describeAs({ jwks_uri: `${issuer.issuer}/nowhere` });
    const service = start({
      ISSUER: issuer.issuer,
      RESOURCE: resource,
      DATABASE_URL: database.readerUrl,
      PORT: String(port),
    });
    await expect.poll(() => service.output(), { timeout: 20_000 }).toContain("the issuer's keys cannot be fetched");
    const code = await fetch(`${resource}/health/live`).catch(({ cause }) => cause.code);
    expect([code, service.output().includes("listening")]).toEqual(["ECONNREFUSED", false]);

    issuer.describeAs({});
    const token = await issuer.accessToken(new Date());
    const answers: (number | undefined)[] = [];
    const ask = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${resource}/userinfo`, { headers }).catch(() => undefined);
      answers.push(answer?.status);
      return answers.at(-1);
    };
    await expect.poll(ask, { timeout: 20_000, interval: 20 }).toBeDefined();
    expect(answers.at(-1)).toBe(200);

    service.stop();
    await expect(service.exited).resolves.toBe(0);
    await issuer.stop();
  });

  it("is not ready, and logs the reason, while the database or the issuer's keys are unavailable", async () => {
    const port = await freePort();
    const nowhere = `127.0.0.1:${await freePort()}`;
    const service = start({
      ISSUER: `http://${nowhere}`,
      RESOURCE: `http://127.0.0.1:${port}`,
      DATABASE_URL: `postgres://x:x@${nowhere}/x`,
      PORT: String(port),
    });
    await expect.poll(() => service.output(), { timeout: 20_000 }).toContain("listening");
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
    expect(response.status).toBe(503);
    await expect(response.json()).resolves.toEqual({ status: "unavailable", failing: ["database", "keys"] });

    service.stop();
    await expect(service.exited).resolves.toBe(0);
  });

  it("names the missing variables, and does not start", async () => {
    const service = start({ ISSUER: "http://localhost:4000" });
    await expect(service.exited).resolves.toBe(1);
    expect(service.output()).toContain("RESOURCE: is not set");
    expect(service.output()).not.toContain("    at ");
  });
});
