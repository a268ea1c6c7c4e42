import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { JWK } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isKeysUnavailable, type RemoteJwks, remoteJwks } from "./remote-keys.ts";
import { generateSigningKey } from "./signing-key.ts";

const [one, two, rsa] = await Promise.all([
  generateSigningKey("ES256"),
  generateSigningKey("ES256"),
  generateSigningKey("RS256"),
]);

let server: Server;
let url: string;
let published: readonly JWK[];
let answer: { status: number; body?: string | undefined; location?: string };
let fetches: number;
let time: number;

beforeEach(async () => {
  published = [one.publicJwk];
  answer = { status: 200 };
  fetches = 0;
  time = Date.parse("2030-01-01T12:00:00Z");
  server = createServer((_, res) => {
    fetches++;
    res.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location });
    res.end(answer.body ?? JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const passSeconds = (seconds: number) => {
  time += seconds * 1000;
};
const open = (options = {}) => remoteJwks(url, { elapsed: () => time, ...options });
const find = (keys: RemoteJwks, kid: string, alg = "ES256") => keys({ alg, kid }, { payload: "", signature: "" });
const noSuchKey = { code: "ERR_JWKS_NO_MATCHING_KEY" };

describe("OIDC Core §10.1.1: the resource server follows a rotation of keys", () => {
  it("fetches the set once for many callers, at the same time and later", async () => {
    const keys = open();
    const found = await Promise.all([find(keys, one.kid), find(keys, one.kid), find(keys, one.kid)]);
    passSeconds(299);
    await find(keys, one.kid);

    expect(found.map((key) => (key as { type?: string }).type)).toEqual(["public", "public", "public"]);
    expect(fetches).toBe(1);
  });

  it("A14: fetches again for an unknown kid, and drops a withdrawn key, after the clock was set back", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2030-01-01T12:00:00Z") });
    try {
      const keys = remoteJwks(url, { coolDownSeconds: 0, maxAgeSeconds: 0 });
      await find(keys, one.kid);
      vi.setSystemTime(Date.parse("2030-01-01T11:00:00Z"));
      published = [two.publicJwk];

      await expect(find(keys, two.kid)).resolves.toBeDefined();
      await expect(find(keys, one.kid)).rejects.toMatchObject(noSuchKey);
    } finally {
      vi.useRealTimers();
    }
  });

  it("fetches again for an unknown kid", async () => {
    const keys = open();
    await find(keys, one.kid);
    published = [one.publicJwk, two.publicJwk];
    passSeconds(10);
    await expect(find(keys, two.kid)).resolves.toMatchObject({ type: "public" });
    expect(fetches).toBe(2);
  });

  it("fetches again for a key that is looked up by more than its kid, at the same bounded rate", async () => {
    const keys = open();
    const isTwo = (all: readonly JWK[]) => all.find(({ kid }) => kid === two.kid);
    await expect(keys.pick(isTwo)).resolves.toBeUndefined();
    published = [one.publicJwk, two.publicJwk];
    await expect(keys.pick(isTwo)).resolves.toBeUndefined();
    passSeconds(10);
    await expect(keys.pick(isTwo)).resolves.toMatchObject({ kid: two.kid });
    await expect(keys.pick(isTwo)).resolves.toMatchObject({ kid: two.kid });
    expect(fetches).toBe(2);
  });

  it("finds no key if the set could not be fetched", async () => {
    answer = { status: 503 };
    await expect(open().pick(() => 1)).rejects.toSatisfy(isKeysUnavailable);
  });

  it("invented kids do not cause repeated fetches", async () => {
    const keys = open();
    await find(keys, one.kid);
    for (let i = 0; i < 50; i++) await expect(find(keys, `invented-${i}`)).rejects.toMatchObject(noSuchKey);
    passSeconds(10);
    const invented = Array.from({ length: 50 }, (_, i) => find(keys, `more-${i}`));
    await Promise.allSettled(invented);
    expect(fetches).toBe(2);
  });

  it("forgets a removed key after five minutes at most", async () => {
    const keys = open();
    await find(keys, one.kid);
    expect(keys.has(one.kid)).toBe(true);

    published = [two.publicJwk];
    passSeconds(300);
    expect(keys.has(one.kid)).toBe(false);
    await expect(find(keys, one.kid)).rejects.toMatchObject(noSuchKey);
    expect({ one: keys.has(one.kid), two: keys.has(two.kid) }).toEqual({ one: false, two: true });
  });

  it("finds no key for a kid that names a member of every object", async () => {
    const keys = open();
    await find(keys, one.kid);
    expect([keys.has("__proto__"), keys.has("constructor")]).toEqual([false, false]);
  });
});

describe("when the issuer does not answer properly", () => {
  it("keeps the old set, but reports an unknown kid as unavailable", async () => {
    const failures: unknown[] = [];
    const keys = open({ onFailure: (err: unknown) => failures.push(err) });
    await find(keys, one.kid);
    answer = { status: 503 };
    passSeconds(300);

    await expect(find(keys, one.kid)).resolves.toMatchObject({ type: "public" });
    expect(keys.has(one.kid)).toBe(false);
    expect(failures).toHaveLength(1);
  });

  it("drops the old set after an hour", async () => {
    const keys = open();
    await find(keys, one.kid);
    answer = { status: 503 };
    passSeconds(3600);
    await expect(find(keys, one.kid)).rejects.toSatisfy(isKeysUnavailable);
  });

  it("reports that it has no keys, and tries again a second later", async () => {
    const keys = open();
    answer = { status: 500 };
    await expect(find(keys, one.kid)).rejects.toSatisfy(isKeysUnavailable);
    await expect(find(keys, one.kid)).rejects.toSatisfy(isKeysUnavailable);
    expect(fetches).toBe(1);

    answer = { status: 200 };
    passSeconds(1);
    await expect(find(keys, one.kid)).resolves.toMatchObject({ type: "public" });
  });

  it.each([
    ["no JSON", "<html>"],
    ["no key set", "[]"],
    ["more than 64 KiB", JSON.stringify({ keys: [], filler: "x".repeat(65_536) })],
    ["more than 100 keys", JSON.stringify({ keys: Array.from({ length: 101 }, () => ({})) })],
  ])("refuses %s", async (_, body) => {
    answer = { status: 200, body };
    await expect(find(open(), one.kid)).rejects.toSatisfy(isKeysUnavailable);
  });

  it("follows no redirect", async () => {
    answer = { status: 302, location: url };
    await expect(find(open(), one.kid)).rejects.toSatisfy(isKeysUnavailable);
    expect(fetches).toBe(1);
  });

  it("stops waiting at the configured timeout", async () => {
    server.removeAllListeners("request");
    await expect(find(open({ timeoutMs: 50 }), one.kid)).rejects.toSatisfy(isKeysUnavailable);
  });

  it.each([
    "http://auth.example/jwks",
    "http://localhost.evil.example/jwks",
    "http://127.0.0.1.evil.example/",
    "file:///etc/passwd",
    "jwks",
  ])("does not fetch %s", async (location) => {
    const failures: unknown[] = [];
    const keys = remoteJwks(location, { onFailure: (err) => failures.push(err) });
    await expect(find(keys, one.kid)).rejects.toSatisfy(isKeysUnavailable);
    expect(String(failures[0])).toContain("neither https nor local");
  });
});

describe("RFC 7517 §5: a set may contain keys of unknown types", () => {
  it("ignores them, and reads the rest", async () => {
    published = [
      { kty: "oct", k: "c2VjcmV0", kid: "oct" },
      { ...rsa.publicJwk, kid: "enc", use: "enc" },
      { ...rsa.publicJwk, kid: "ps", alg: "PS256" },
      { kty: "AKP", kid: "later" },
      one.publicJwk,
    ];
    const keys = open();
    await find(keys, one.kid);
    expect(["oct", "enc", "ps", "later", one.kid].filter((kid) => keys.has(kid))).toEqual([one.kid]);
  });

  it("uses only the public part of a key that was published with its private part", async () => {
    published = [one.privateJwk];
    await expect(find(open(), one.kid)).resolves.toMatchObject({ type: "public" });
  });

  it("finds its address by discovery at each fetch", async () => {
    let asked = 0;
    const keys = remoteJwks(async () => (asked++ === 0 ? `${url}/gone` : url), { elapsed: () => time });
    await find(keys, one.kid);
    passSeconds(300);
    await find(keys, one.kid);
    expect(asked).toBe(2);
  });
});

describe("OIDC Core §10.1: the keys of a client, with a fetcher and a choice of its own", () => {
  const document = () => ({ keys: published });

  it("are fetched by the given fetcher, and chosen by the given function", async () => {
    const asked: string[] = [];
    const fetchDocument = async (address: string) => {
      asked.push(address);
      return document();
    };
    const keys = open({ fetchDocument, usableKeys: () => ({ keys: [two.publicJwk] }) });

    await expect(find(keys, two.kid)).resolves.toBeDefined();
    await expect(find(keys, one.kid)).rejects.toMatchObject(noSuchKey);
    expect([...new Set(asked)]).toEqual([url]);
    expect(fetches).toBe(0);
  });

  it("are not fetched repeatedly for tokens without a kid", async () => {
    const fetchDocument = async () => {
      fetches++;
      return document();
    };
    const keys = open({ fetchDocument, usableKeys: document });
    for (const _ of [1, 2, 3]) {
      passSeconds(20);
      await expect(keys({ alg: "ES256" }, { payload: "", signature: "" })).resolves.toBeDefined();
    }
    expect(fetches).toBe(1);
  });
});

describe("keys are ready", () => {
  const outcome = (keys: RemoteJwks) =>
    keys.ready().then(
      () => "ready",
      (err: unknown) => (isKeysUnavailable(err) ? "unavailable" : "broken"),
    );

  it("when there is a key to verify with, after one fetch", async () => {
    const keys = open();
    expect(await outcome(keys)).toBe("ready");
    expect(await outcome(keys)).toBe("ready");
    expect(fetches).toBe(1);
  });

  it("not while the issuer does not answer, or publishes no key", async () => {
    const keys = open();
    answer = { status: 500 };
    expect(await outcome(keys)).toBe("unavailable");
    passSeconds(2);
    answer = { status: 200, body: '{"keys":[]}' };
    expect(await outcome(keys)).toBe("unavailable");
    passSeconds(11);
    answer = { status: 200 };
    expect(await outcome(keys)).toBe("ready");
  });

  it("for an hour after the issuer last answered", async () => {
    const keys = open();
    await keys.ready();
    answer = { status: 500 };
    passSeconds(3599);
    expect(await outcome(keys)).toBe("ready");
    passSeconds(11);
    expect(await outcome(keys)).toBe("unavailable");
  });

  it("without waiting for a stale set, which is fetched in the background", async () => {
    const keys = open();
    await keys.ready();
    passSeconds(301);
    expect(await outcome(keys)).toBe("ready");
    await expect.poll(() => fetches).toBe(2);
  });
});

describe("a fetch that fails for a local reason", () => {
  const full = new Error("no room");
  const openFull = () => {
    const room = { left: true };
    const fetchDocument = async () => {
      if (!room.left) throw full;
      fetches++;
      return { keys: published };
    };
    return { room, keys: open({ fetchDocument, isOurs: (err: unknown) => err === full }) };
  };

  it("says nothing about the keys: an unknown key is unavailable, and known keys stay valid", async () => {
    const { room, keys } = openFull();
    await find(keys, one.kid);
    room.left = false;
    passSeconds(301);
    await expect(find(keys, two.kid)).rejects.toMatchObject({ code: "keys_unavailable", cause: full });
    await expect(find(keys, one.kid)).resolves.toMatchObject({ type: "public" });
  });

  it("is repeated at once, because no request was sent", async () => {
    const { room, keys } = openFull();
    room.left = false;
    await expect(find(keys, one.kid)).rejects.toMatchObject({ code: "keys_unavailable", cause: full });
    room.left = true;
    await expect(find(keys, one.kid)).resolves.toMatchObject({ type: "public" });
    expect(fetches).toBe(1);
  });
});
