import { promises as dns } from "node:dns";
import type { RequestListener, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isFetchRefused } from "./fetch-refused.ts";
import { type GuardedFetch, type GuardedFetchOptions, openGuardedFetch } from "./guarded-fetch.ts";
import { fetcherTo, type Listener, PUBLIC_HOST, resolverOf, startListener, testCa } from "./testing/listener.ts";

const wanted = { kind: "keys", mediaTypes: ["application/json"], maxBytes: 1024 } as const;
const json: RequestListener = (_req, res) => res.setHeader("content-type", "application/json").end("{}");
const address = `https://${PUBLIC_HOST}/jwks`;

let listener: Listener;
let fetchers: GuardedFetch[];
beforeEach(async () => {
  listener = await startListener(json);
  fetchers = [];
});
afterEach(async () => {
  for (const fetcher of fetchers) await fetcher.close();
  await listener.close();
});

function open(options: Partial<GuardedFetchOptions> = {}): GuardedFetch {
  const fetcher = fetcherTo(listener.port, options);
  fetchers.push(fetcher);
  return fetcher;
}
/** The fetcher with real connections. Only the resolver is replaced. */
function openBare(options: Partial<GuardedFetchOptions> = {}): GuardedFetch {
  const fetcher = openGuardedFetch({ allowedHosts: new Set(), extraCa: testCa, ...options });
  fetchers.push(fetcher);
  return fetcher;
}
const refusal = expect.objectContaining({ code: "fetch_refused" });

describe("specification §4.8 rule 4: a document of a public name", () => {
  it("is fetched, with its media type", async () => {
    listener.answer((_req, res) => res.setHeader("content-type", "Application/JSON; charset=utf-8").end('{"keys":[]}'));
    const fetched = await open().get(address, wanted);
    expect({ ...fetched, body: String(fetched.body) }).toEqual({
      mediaType: "application/json",
      body: '{"keys":[]}',
      caching: { date: expect.any(String) },
    });
  });

  it("is fetched if it has exactly the maximum size", async () => {
    listener.answer((_req, res) => res.setHeader("content-type", "application/json").end("x".repeat(1024)));
    expect((await open().get(address, wanted)).body).toHaveLength(1024);
  });

  it("ssrf-15: is requested without cookies or credentials", async () => {
    const seen: unknown[] = [];
    listener.answer((req, res) => {
      seen.push([req.method, req.url, req.httpVersion, req.headers]);
      json(req, res);
    });
    process.env.HTTPS_PROXY = "http://127.0.0.1:9";
    await open().get(`${address}?a=b#fragment`, wanted);
    delete process.env.HTTPS_PROXY;
    const headers = {
      host: PUBLIC_HOST,
      connection: "close",
      accept: "application/json",
      "accept-encoding": "identity",
      "user-agent": "Countersign",
    };
    expect(seen).toEqual([["GET", "/jwks?a=b", "1.1", headers]]);
  });

  it("is refused if the certificate is for another name, or of an unknown CA", async () => {
    const lookup = resolverOf({ "stranger.example": ["93.184.215.14"], [PUBLIC_HOST]: ["93.184.215.14"] });
    await expect(open({ lookup }).get("https://stranger.example/", wanted)).rejects.toEqual(refusal);
    await expect(open({ extraCa: undefined }).get(address, wanted)).rejects.toEqual(refusal);
  });
});

describe("an address inside the network is refused, and no connection is made", () => {
  it.each([
    ["ssrf-01", "https://127.0.0.1:PORT/x"],
    ["ssrf-01", "https://localhost:PORT/x"],
    ["ssrf-01", "https://[::1]:PORT/x"],
    ["ssrf-02", "http://127.0.0.1:PORT/x"],
    ["ssrf-04", "https://2130706433:PORT/"],
    ["ssrf-12", "https://pub.example@127.0.0.1:PORT/"],
    ["ssrf-12", "https://127.0.0.1:PORT#@pub.example/"],
  ])("%s: %s", async (_, target) => {
    const at = target.replace("PORT", String(listener.port));
    const fetcher = openBare();
    expect(fetcher.mayFetch(at)).toBe(false);
    await expect(fetcher.get(at, wanted)).rejects.toEqual(refusal);
    expect(listener.connections()).toBe(0);
  });

  it.each([
    ["ssrf-03: the name of a metadata service", ["169.254.169.254"]],
    ["ssrf-07: a public name with a loopback address", ["127.0.0.1"]],
    ["ssrf-07: a public name with a public and a private address", ["93.184.215.14", "10.0.0.1"]],
    ["ssrf-07: a public name with a mapped loopback address", ["::ffff:127.0.0.1"]],
    ["ssrf-07: a public name with the NAT64 form of one", ["64:ff9b::7f00:1"]],
    ["a name without an address", []],
  ])("%s", async (_, addresses) => {
    const lookup = resolverOf({ [PUBLIC_HOST]: addresses });
    const fetcher = open({ lookup });
    expect(fetcher.mayFetch(address)).toBe(true);
    await expect(fetcher.get(address, wanted)).rejects.toEqual(refusal);
    expect(listener.connections()).toBe(0);
  });

  it("ssrf-07: a name is resolved once per connection, which goes to the resolved address", async () => {
    let lookups = 0;
    const fetcher = open({
      lookup: (hostname, options, callback) => {
        lookups += 1;
        const found = lookups === 1 ? ["93.184.215.14"] : ["127.0.0.1"]; // The name is rebound after the first answer.
        resolverOf({ [PUBLIC_HOST]: found })(hostname, options, callback);
      },
    });
    await fetcher.get(address, wanted);
    expect(lookups).toBe(1);
    await expect(fetcher.get(address, wanted)).rejects.toEqual(refusal);
    expect(listener.connections()).toBe(1);
  });

  it("a host that the deployment allows is reached at its own address", async () => {
    const at = `https://localhost:${listener.port}/jwks`;
    const fetcher = openBare({ allowedHosts: new Set([`localhost:${listener.port}`]) });
    expect(fetcher.mayFetch(at)).toBe(true);
    expect(String((await fetcher.get(at, wanted)).body)).toBe("{}");
  });
});

it("dos-24: a public name is resolved without a thread, and an allowed host by the system", async () => {
  const asked: string[] = [];
  const lookup = vi.spyOn(dns.Resolver.prototype, "resolve4").mockImplementation(async (name: string) => {
    asked.push(name);
    return ["10.0.0.1"];
  });
  const bare = openBare({ allowedHosts: new Set(["localhost"]) });
  const error: unknown = await bare.get(address, wanted).catch((err: unknown) => err);
  expect(String(error)).toContain("not public");
  await bare.get(`https://localhost:${listener.port}/jwks`, wanted);
  expect(asked).toEqual([PUBLIC_HOST]);
  lookup.mockRestore();
});

describe("a form that is sent", () => {
  it("ssrf-15: is sent unchanged, without cookies or credentials, and only the status is returned", async () => {
    const seen: unknown[] = [];
    listener.answer(async (req, res) => {
      let body = "";
      for await (const chunk of req) body += chunk;
      seen.push([req.method, req.url, req.headers, body]);
      res.writeHead(204).end();
    });
    expect(await open().postForm(`${address}?a=b`, { token: "x&y=z" })).toBe(204);
    const headers = {
      host: PUBLIC_HOST,
      connection: "close",
      "content-type": "application/x-www-form-urlencoded",
      "content-length": "15",
      "accept-encoding": "identity",
      "user-agent": "Countersign",
    };
    expect(seen).toEqual([["POST", "/jwks?a=b", headers, "token=x%26y%3Dz"]]);
  });

  it("ssrf-18: follows no redirect, ends at its time limit, and does not read an endless response", async () => {
    listener.answer((_req, res) => res.writeHead(307, { location: address }).end());
    expect(await open().postForm(address, {})).toBe(307);
    expect(listener.connections()).toBe(1);

    listener.answer(() => {});
    await expect(open({ timeoutMs: 50 }).postForm(address, {})).rejects.toEqual(refusal);

    listener.answer((_req, res) => {
      res.writeHead(200);
      const more = () => void (res.destroyed || res.write("x".repeat(65_536), more));
      more();
    });
    expect(await open({ timeoutMs: 1000 }).postForm(address, {})).toBe(200);
  });

  it("ssrf-07: is not sent to a name with a private address", async () => {
    const lookup = resolverOf({ [PUBLIC_HOST]: ["10.0.0.1"] });
    await expect(open({ lookup }).postForm(address, {})).rejects.toEqual(refusal);
    expect(listener.connections()).toBe(0);
  });
});

describe("a response that is not the document", () => {
  it.each([
    [302, "https://127.0.0.1:PORT/"],
    [307, "http://pub.example/"],
    [301, "https://other.example/"],
    [308, "/elsewhere"],
  ])("ssrf-10: %i to %s is not followed", async (status, location) => {
    listener.answer((_req, res) => {
      res.writeHead(status, { location: location.replace("PORT", String(listener.port)) }).end("{}");
    });
    await expect(open().get(address, wanted)).rejects.toEqual(refusal);
    expect(listener.connections()).toBe(1);
  });

  it.each<[string, RequestListener]>([
    ["ssrf-14: a 404 with HTML", (_req, res) => res.writeHead(404, { "content-type": "text/html" }).end("<p>secret")],
    ["ssrf-14: a 500", (_req, res) => res.writeHead(500).end("secret")],
    ["an empty 204", (_req, res) => res.writeHead(204).end()],
    ["another media type", (_req, res) => res.setHeader("content-type", "text/html").end("{}")],
    ["no media type", (_req, res) => res.end("{}")],
    ["a connection that breaks", (req) => req.socket.destroy()],
    [
      "a body that is cut off",
      (_req, res) => {
        res.writeHead(200, { "content-type": "application/json", "content-length": "100" }).write("{");
        setTimeout(() => res.destroy(), 20);
      },
    ],
    [
      "ssrf-13: one byte too much",
      (_req, res) => res.setHeader("content-type", "application/json").end("x".repeat(1025)),
    ],
    [
      "ssrf-13: a compressed bomb",
      (_req, res) =>
        res
          .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
          .end(gzipSync(Buffer.alloc(10_000_000))),
    ],
    [
      "ssrf-13: headers of 16 KB",
      (_req, res) => res.writeHead(200, { "content-type": "application/json", "x-long": "x".repeat(16_384) }).end("{}"),
    ],
  ])("%s is refused", async (_, answer) => {
    listener.answer(answer);
    const error: unknown = await open()
      .get(address, wanted)
      .catch((err: unknown) => err);
    expect(isFetchRefused(error)).toBe(true);
    expect(String(error)).not.toContain("secret");
  });

  it("ssrf-13: an endless body is read no further than the limit", async () => {
    let sent = 0;
    let closed = false;
    listener.answer((_req, res) => {
      res.writeHead(200, { "content-type": "application/json" });
      res.on("close", () => {
        closed = true;
      });
      const chunk = Buffer.alloc(16_384);
      const more = () => {
        if (closed) return;
        sent += chunk.length;
        if (res.write(chunk)) setImmediate(more);
        else res.once("drain", more);
      };
      more();
    });
    await expect(open().get(address, wanted)).rejects.toEqual(refusal);
    for (let waits = 0; !closed && waits < 100; waits++) await sleep(10);
    expect(closed).toBe(true);
    expect(sent).toBeLessThan(20_000_000);
  });

  it.each<[string, RequestListener]>([
    ["no response", () => {}],
    [
      "a body at a byte every 20 ms",
      (_req, res) => {
        res.writeHead(200, { "content-type": "application/json" });
        const timer = setInterval(() => res.write("x"), 20);
        res.on("close", () => clearInterval(timer));
      },
    ],
    [
      "headers at a byte every 20 ms",
      (req) => {
        req.socket.write("HTTP/1.1 200 OK\r\nx-slow: ");
        const timer = setInterval(() => req.socket.write("x"), 20);
        req.socket.on("close", () => clearInterval(timer));
      },
    ],
  ])("ssrf-13: %s is aborted in time", async (_, answer) => {
    listener.answer(answer);
    // Without a limit these responses never end.
    await expect(open({ timeoutMs: 200 }).get(address, wanted)).rejects.toEqual(refusal);
  });

  it("ssrf-13: a document can have a time limit of its own, which is never longer", async () => {
    listener.answer(() => {});
    for (const [timeoutMs, own] of [
      [600_000, 100],
      [100, 600_000],
    ] as const)
      await expect(open({ timeoutMs }).get(address, { ...wanted, timeoutMs: own })).rejects.toEqual(refusal);
  });
});

describe("dos-23: slow servers occupy few fetch slots, separated by kind and owner", () => {
  const object = (clientId: string) => ({ ...wanted, kind: "request object", clientId }) as const;
  const full = { code: "temporarily_unavailable", status: 503 };

  /** Starts all these fetches at a server that does not answer. The returned function lets them end. */
  async function hold(fetcher: GuardedFetch, all: readonly Parameters<GuardedFetch["get"]>[]) {
    const waiting: ServerResponse[] = [];
    listener.answer((_req, res) => void waiting.push(res));
    const fetching = all.map((one) => fetcher.get(...one).catch((err: unknown) => err));
    while (waiting.length < all.length) await sleep(5);
    return async () => {
      for (const res of waiting) res.destroy();
      for (const err of await Promise.all(fetching)) expect(isFetchRefused(err)).toBe(true);
    };
  }

  it("a client has four of the 32 slots for request objects, and none of the slots for keys", async () => {
    const fetcher = open({ timeoutMs: 30_000 });
    const eight = Array.from(
      { length: 32 },
      (_, n): Parameters<GuardedFetch["get"]> => [address, object(`client ${n >> 2}`)],
    );
    const letGo = await hold(fetcher, eight);
    await expect(fetcher.get(address, object("client 0"))).rejects.toMatchObject(full);
    await expect(fetcher.get(address, object("another client"))).rejects.toMatchObject(full);

    listener.answer(json);
    await expect(fetcher.get(address, wanted)).resolves.toBeDefined();
    await letGo();
    await expect(fetcher.get(address, object("client 0"))).resolves.toBeDefined();
  });

  it("a client that used up its slots leaves those of other clients free", async () => {
    const fetcher = open({ timeoutMs: 30_000 });
    const letGo = await hold(fetcher, Array(4).fill([address, object("slow")]));
    await expect(fetcher.get(address, object("slow"))).rejects.toMatchObject(full);
    listener.answer(json);
    await expect(fetcher.get(address, object("quick"))).resolves.toBeDefined();
    await letGo();
  });

  it("a host has 16 of the 64 slots for keys, and an allowed host may use all", async () => {
    const lookup = resolverOf({ [PUBLIC_HOST]: ["93.184.215.14"], localhost: ["127.0.0.1"] });
    const fetcher = open({ timeoutMs: 30_000, lookup, allowedHosts: new Set([`localhost:${listener.port}`]) });
    const vouched = `https://localhost:${listener.port}/jwks`;
    const letGo = await hold(fetcher, Array(16).fill([address, wanted]));
    await expect(fetcher.get(address, wanted)).rejects.toMatchObject(full);
    const letMoreGo = await hold(fetcher, Array(48).fill([vouched, wanted]));
    await expect(fetcher.get(vouched, wanted)).rejects.toMatchObject(full);
    await Promise.all([letGo(), letMoreGo()]);
  });
});
