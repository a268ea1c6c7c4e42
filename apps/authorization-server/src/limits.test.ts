import { afterEach, describe, expect, it } from "vitest";
import { openBrowser } from "../testing/browser.ts";
import { clientSecret, redirectUriOf } from "../testing/clients/clients.ts";
import { asClient, post } from "../testing/clients/tokens.ts";
import { advance, authorizationOf, basic, redeem, standard, type TokenAnswer } from "../testing/flows.ts";
import { type Service, type ServiceOptions, startService } from "../testing/service.ts";

let service: Service;
afterEach(() => service.close());
const start = async (options: ServiceOptions) => {
  service = await startService(options);
};

/** Starts a request from an address. Returns the status, and whether the client got an error. */
async function startFrom(address: string, init: RequestInit = {}) {
  const url = init.method === "POST" ? "/authorization" : authorizationOf("webClient");
  const headers = { "x-forwarded-for": address };
  const answer = await fetch(`${service.origin}${url}`, { ...init, redirect: "manual", headers });
  if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  return [answer.status, answer.headers.get("location")?.startsWith("https:") ?? false];
}

/** Uses the limit of one source up, except for this number of requests. */
async function useUp(source: string, left: number) {
  const used = Array.from({ length: 600 - left }, () => service.deps.limits.parking.perSource.consume(source));
  expect((await Promise.all(used)).every(({ allowed }) => allowed)).toBe(true);
}

describe("dos-07: starting requests is limited for each address", () => {
  it("to 600 a minute; the next one is shown 429 for any method, and the client gets no error", async () => {
    await start({});
    await useUp("192.0.2.1", 2);
    const post = { method: "POST", body: new URLSearchParams(standard("webClient")) };
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

  it("dos-21: a /48 of IPv6 and a /24 of IPv4 have 3000 a minute for all their addresses", async () => {
    await start({});
    for (const network of ["2001:db8:1::/48", "192.0.2.0/24"]) {
      const used = Array.from({ length: 2999 }, () => service.deps.limits.parking.perNetwork.consume(network));
      expect((await Promise.all(used)).every(({ allowed }) => allowed)).toBe(true);
    }
    for (const [one, another, elsewhere] of [
      ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:2:1::1"],
      ["192.0.2.1", "192.0.2.2", "198.51.100.1"],
    ] as const) {
      expect(await startFrom(one)).toEqual([303, false]);
      expect(await startFrom(another)).toEqual([429, false]);
      expect(await startFrom(elsewhere)).toEqual([303, false]);
    }
  });

  it("one address cannot use up the limit of its network", async () => {
    await start({});
    await useUp("192.0.2.1", 0);
    for (let n = 0; n < 3; n++) expect(await startFrom("192.0.2.1")).toEqual([429, false]);
    const left = Array.from({ length: 3000 }, () => service.deps.limits.parking.perNetwork.consume("192.0.2.0/24"));
    expect((await Promise.all(left)).every(({ allowed }) => allowed)).toBe(true);
  });

  it("meta-02: an untrusted X-Forwarded-For is ignored", async () => {
    await start({ trustedProxies: [] });
    await useUp("127.0.0.1", 1);
    expect(await startFrom("192.0.2.1")).toEqual([303, false]);
    expect(await startFrom("192.0.2.2")).toEqual([429, false]);
  });
});

describe("meta-11: behind a proxy, a page and a call count for the same address", () => {
  const lastOf = async (forwarded: string) => {
    const headers = { "x-forwarded-for": forwarded };
    const form = { method: "POST", redirect: "manual", headers } as const;
    await fetch(`${service.origin}/authorization`, { ...form, body: new URLSearchParams(standard("webClient")) });
    await fetch(`${service.origin}${authorizationOf("webClient")}`, { redirect: "manual", headers });
  };

  it.each([
    ["with the port of a connection", (n: number) => `203.0.113.9:${40_000 + n}`, "203.0.113.9"],
    ["with an invalid address", (n: number) => `text-${n}`, "127.0.0.1"],
  ])("%s: one counter", async (_, forwarded, source) => {
    await start({});
    await useUp(source, 3);
    await lastOf(forwarded(1));
    expect(await startFrom(forwarded(2))).toEqual([303, false]);
    expect(await startFrom(forwarded(3))).toEqual([429, false]);
    expect(await startFrom(forwarded(4), { method: "POST", body: new URLSearchParams(standard("webClient")) })).toEqual(
      [429, false],
    );
  });
});

describe("RFC 6749 §2.3.1: guessing client credentials is limited (cred-03)", () => {
  const guess = (client: string, secret: string, address: string, path = "/token") =>
    post(
      service.origin,
      path,
      { grant_type: "x", token: "x" },
      { ...basic(client, secret), "x-forwarded-for": address },
    );
  const guessing = async (times: number, client: (n: number) => string, address: string) => {
    const answers = await Promise.all(Array.from({ length: times }, (_, n) => guess(client(n), "wrong", address)));
    return answers.map(({ status }) => status);
  };

  it("to 100 a minute for one client from one source, at any endpoint, also for the right secret", async () => {
    await start({});
    expect(new Set(await guessing(100, () => "webClient", "192.0.2.1"))).toEqual(new Set([401]));
    const answers = [
      await guess("webClient", "wrong", "192.0.2.1"),
      await guess("webClient", clientSecret, "192.0.2.1"),
      await guess("webClient", clientSecret, "192.0.2.1", "/introspect"),
      await guess("webClient", clientSecret, "192.0.2.1", "/revoke"),
    ];
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      answers.map(() => [429, "temporarily_unavailable"]),
    );
    for (const { headers } of answers) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);

    expect((await guess("webClient", clientSecret, "192.0.2.2", "/revoke")).status).toBe(200);
    expect((await guess("webPostClient", "wrong", "192.0.2.1")).status).toBe(401);
  });

  it("to 1000 a minute from one source, for all client_ids", async () => {
    await start({});
    expect(new Set(await guessing(1000, (n) => `unknown ${n}`, "192.0.2.1"))).toEqual(new Set([401]));
    expect(await guessing(2, (n) => `another ${n}`, "192.0.2.1")).toEqual([429, 429]);
    expect(await guessing(1, () => "another", "192.0.2.2")).toEqual([401]);
  });

  it("successful authentication does not call the store", async () => {
    await start({ proxied: true, ephemeral: "configured" });
    const sent: string[] = [];
    service.proxy.tap((bytes) => void sent.push(bytes.toString("latin1")));
    for (let i = 0; i < 5; i++)
      expect((await guess("webClient", clientSecret, "192.0.2.1", "/revoke")).status).toBe(200);
    expect(sent.join("")).not.toContain("rate_limit");
    expect((await guess("webClient", "wrong", "192.0.2.1")).status).toBe(401);
    expect(sent.join("")).toContain("rate_limit");
  });
});

describe("RFC 6819 §4.4.1.11: a flood of token requests is limited", () => {
  const ask = (address: string, secret = clientSecret) =>
    post(service.origin, "/token", { grant_type: "x" }, { ...basic("webClient", secret), "x-forwarded-for": address });

  const redeemAs = (client: "webClient" | "publicClient", code: string, address = "192.0.2.1") => {
    const { headers, fields } = asClient(client);
    const form = { grant_type: "authorization_code", code, redirect_uri: redirectUriOf(client), ...fields };
    return post(service.origin, "/token", form, { ...headers, "x-forwarded-for": address });
  };
  const times = async (count: number, send: () => Promise<TokenAnswer>) => {
    const statuses: number[] = [];
    for (let i = 0; i < count; i++) statuses.push((await send()).status);
    return statuses;
  };

  it.each<[string, number, () => Promise<TokenAnswer>]>([
    ["of a client that proves nothing", 401, () => ask("192.0.2.1", "wrong")],
    ["of a public client", 400, () => redeemAs("publicClient", "made up")],
  ])("for each source, before any other check; a refused request %s counts twenty times", async (_, status, send) => {
    await start({ settings: { TOKEN_REQUESTS_PER_MINUTE: "100" }, ephemeral: "configured" });
    expect(await times(7, send)).toEqual([...Array(5).fill(status), 429, 429]);
    const refused = await ask("192.0.2.1");
    expect([refused.status, refused.body.error]).toEqual([429, "temporarily_unavailable"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask("192.0.2.2")).status).toBe(400);
  });

  it("tok-19: an invented code that a stranger sent to the client counts once; its people can sign in", async () => {
    await start({ settings: { TOKEN_REQUESTS_PER_MINUTE: "100" }, ephemeral: "configured" });
    expect(await times(99, () => redeemAs("webClient", "made up"))).toEqual(Array(99).fill(400));
    const browser = openBrowser(service.origin);
    const code = (await advance(browser, authorizationOf("webClient"))).get("code") ?? "";
    expect(
      (await redeem(service.origin, code, {}, { ...basic("webClient"), "x-forwarded-for": "192.0.2.1" })).status,
    ).toBe(200);
    expect((await redeemAs("webClient", "made up")).status).toBe(429);
  });

  it("for each authenticated client, from any address", async () => {
    await start({ settings: { TOKEN_REQUESTS_PER_MINUTE: "60" }, ephemeral: "configured" });
    for (let i = 1; i <= 60; i++) expect((await ask(`192.0.2.${i}`)).status).toBe(400);
    expect((await ask("192.0.2.61")).status).toBe(429);
    expect((await ask("192.0.2.62", "wrong")).status).toBe(401);
  });
});

describe("architecture §1: without Redis the same flow works on PostgreSQL", () => {
  it("from the request to the tokens, with pages for sign-in and consent", async () => {
    await start({ proxied: true, ephemeral: "configured" });
    const browser = openBrowser(service.origin);
    const answer = await advance(browser, authorizationOf("webClient"));
    expect((await redeem(service.origin, answer.get("code") ?? "")).status).toBe(200);
    expect(await service.rows("SELECT key FROM ephemeral_entry WHERE key LIKE '%parked%'")).toEqual([]);
  });
});
