import { afterEach, describe, expect, it } from "vitest";
import { openBrowser } from "./testing/browser.ts";
import { authorizationOf, goThrough, redeem, standard } from "./testing/flows.ts";
import { type Service, type ServiceOptions, startService } from "./testing/service.ts";

let service: Service;
afterEach(() => service.close());
const start = async (options: ServiceOptions) => {
  service = await startService(options);
};

/** Starts a request from an address; the status, and whether a client was told. */
async function startFrom(address: string, init: RequestInit = {}) {
  const url = init.method === "POST" ? "/authorization" : authorizationOf("W1");
  const headers = { "x-forwarded-for": address };
  const answer = await fetch(`${service.origin}${url}`, { ...init, redirect: "manual", headers });
  if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  return [answer.status, answer.headers.get("location")?.startsWith("https:") ?? false];
}

/** Uses all of the limit of one source up but for so many requests. */
async function useUp(source: string, left: number) {
  const used = Array.from({ length: 600 - left }, () => service.deps.limits.parking.consume(source));
  expect((await Promise.all(used)).every(({ allowed }) => allowed)).toBe(true);
}

describe("dos-07: starting requests has a limit for each address", () => {
  it("of 600 a minute; the next one is shown 429 whatever its method, and no client is told", async () => {
    await start({});
    await useUp("192.0.2.1", 2);
    const post = { method: "POST", body: new URLSearchParams(standard("W1")) };
    expect(await startFrom("192.0.2.1", post)).toEqual([303, false]);
    expect(await startFrom("192.0.2.1")).toEqual([303, false]);
    expect(await startFrom("192.0.2.1", post)).toEqual([429, false]);
    expect(await startFrom("192.0.2.1")).toEqual([429, false]);
    expect(await startFrom("192.0.2.2")).toEqual([303, false]);
  });

  it("a /64 of IPv6 is one address (cred-03)", async () => {
    await start({});
    await useUp("2001:db8:0:0::/64", 1);
    expect(await startFrom("2001:db8::1")).toEqual([303, false]);
    expect(await startFrom("2001:db8::ffff:1")).toEqual([429, false]);
    expect(await startFrom("2001:db8:0:1::1")).toEqual([303, false]);
  });

  it("meta-02: an address that nobody vouches for does not count", async () => {
    await start({ trustedProxies: [] });
    await useUp("127.0.0.1", 1);
    expect(await startFrom("192.0.2.1")).toEqual([303, false]);
    expect(await startFrom("192.0.2.2")).toEqual([429, false]);
  });
});

describe("design §1: without Redis the same way goes over PostgreSQL", () => {
  it("from the request to the tokens, with a page each for sign-in and consent", async () => {
    await start({ ephemeral: "postgres" });
    const browser = openBrowser(service.origin);
    const answer = await goThrough(browser, authorizationOf("W1"));
    expect((await redeem(service.origin, answer.get("code") ?? "")).status).toBe(200);
    expect(await service.rows("SELECT key FROM ephemeral_entry WHERE key LIKE '%parked%'")).toEqual([]);
  });
});
