import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, startWorld } from "./testing/test-world.ts";

const { get, post, url, token, bearer, world, reset, stop } = await startWorld();
beforeEach(() => {
  reset();
});
afterAll(() => stop());

describe("responses of the service", () => {
  it("503 while the database is unavailable, with a log line", async () => {
    world.databaseIsDown = true;
    const response = await get();
    expect(response.headers.get("retry-after")).toBe("5");
    await expect(outcome(response)).resolves.toEqual({
      status: 503,
      error: "temporarily_unavailable",
      challenged: undefined,
    });
    expect(world.log).toContainEqual(
      expect.objectContaining({ level: "error", error: "temporarily_unavailable", detail: "database: gone" }),
    );
  });

  it("answers a preflight for the Authorization header", async () => {
    const { status, headers } = await fetch(url, { method: "OPTIONS", headers: { origin: "https://spa.example" } });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-headers")).toContain("authorization");
    expect(headers.get("access-control-allow-methods")).toBe("GET, POST");
  });

  it("meta-07: sends no CORS headers to an opaque origin", async () => {
    const { headers } = await fetch(url, { headers: { ...bearer(), origin: "null" } });
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  it.each(["PUT", "DELETE", "PATCH"])("405 for %s, with the supported methods", async (method) => {
    const { status, headers } = await fetch(url, { method, headers: bearer() });
    expect({ status, allow: headers.get("allow") }).toEqual({ status: 405, allow: "GET, POST" });
  });

  it("404 in JSON for other paths", async () => {
    const response = await fetch(`${url}/more`);
    expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"]);
    await expect(response.json()).resolves.toEqual({ error: "not_found" });
  });

  it.each([
    ["too large a form", 413, () => post(`access_token=${"A".repeat(20_000)}`)],
    ["a compressed form", 415, () => post("x", { "content-encoding": "gzip" })],
    [
      "an unknown charset",
      415,
      () => post("x", { "content-type": "application/x-www-form-urlencoded; charset=klingon" }),
    ],
    ["a broken escape in the path", 404, () => fetch(`${new URL(url).origin}/%E0%A4%A`)],
  ])("4xx in JSON for %s", async (_, status, send) => {
    const response = await send();
    expect(response.status).toBe(status);
    await expect(response.json()).resolves.toHaveProperty("error");
  });

  it("has no token in its log, for any response", async () => {
    await get();
    await get("?scope=phone");
    await get(`?access_token=${token}`, {});
    await post(`access_token=${token}x`);
    expect(world.log.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(world.log)).not.toContain(token.slice(-40));
  });

  it("O4: reports readiness, and stays ready without the database, which all replicas share", async () => {
    const ready = async () => {
      const response = await fetch(new URL("/health/ready", url));
      return [response.status, await response.json()];
    };
    expect(await ready()).toEqual([200, { status: "ready" }]);
    world.databaseIsDown = true;
    await expect.poll(ready, { timeout: 15_000 }).toEqual([200, { status: "ready", degraded: ["database"] }]);
  });

  it("is not ready without a key to verify tokens with", async () => {
    const other = await startWorld();
    await other.issuer.stop();
    const response = await fetch(new URL("/health/ready", other.url));
    expect([response.status, await response.json()]).toEqual([503, { status: "unavailable", failing: ["keys"] }]);
    await other.stop();
  });

  it("sends security headers", async () => {
    const { headers } = await get();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-powered-by")).toBeNull();
  });
});
