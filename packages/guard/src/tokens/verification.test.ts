import { afterAll, describe, expect, it } from "vitest";
import { guard } from "../guard.ts";
import { createTestIssuer } from "../testing/test-issuer.ts";
import { startServer } from "../testing/test-server.ts";
import { outcome, requestOf, resource } from "../testing/test-world.ts";

let time = Date.parse("2030-01-01T12:00:00Z");
let isDown = false;
let fetches = 0;
const server = await startServer((_, res) => {
  fetches += 1;
  if (isDown) res.writeHead(503).end();
  else res.end(JSON.stringify(issuer.jwks));
});
const now = () => new Date(time);
const issuer = await createTestIssuer({ resource, issuer: server.origin, now });
afterAll(() => server.stop());

const failures: unknown[] = [];
const api = guard({
  issuer: { issuer: server.origin, jwksUri: `${server.origin}/jwks` },
  resource,
  now,
  elapsed: () => time,
  onRefusal: ({ cause }) => cause !== undefined && failures.push(cause),
});
const statusOf = async (token: string) =>
  outcome(await api.check(requestOf({ authorization: `Bearer ${token}` }))).status;

describe("guard-r02: the keys of the issuer", () => {
  it("the API starts without them, and says 503 until they come", async () => {
    isDown = true;
    expect(await statusOf(await issuer.token())).toBe(503);
    expect(failures.length).toBeGreaterThan(0);
    isDown = false;
    time += 1000;
    expect(await statusOf(await issuer.token())).toBe(200);
  });

  it("grdx-02: invented kids cause one fetch in ten seconds, also if it fails; known keys stay good", async () => {
    isDown = true;
    time += 60_000;
    fetches = 0;
    const invented = await Promise.all(
      Array.from({ length: 1000 }, (_, at) => issuer.token({}, { kid: `invented-${at}` })),
    );
    const statuses = await Promise.all(invented.map(statusOf));
    expect([new Set(statuses), fetches]).toEqual([new Set([401]), 1]);
    expect(await statusOf(await issuer.token())).toBe(200);
    time += 10_000;
    await statusOf(await issuer.token({}, { kid: "invented" }));
    expect(fetches).toBe(2);
  });

  it("are used through an outage, up to an hour", async () => {
    time += 3400_000;
    expect(await statusOf(await issuer.token())).toBe(200);
    time += 200_000;
    expect(await statusOf(await issuer.token())).toBe(503);
    isDown = false;
    time += 10_000;
    expect(await statusOf(await issuer.token())).toBe(200);
  });
});
