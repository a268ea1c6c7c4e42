import { memoryStore, type Step } from "@countersign/ephemeral";
import { newSecret } from "@countersign/rules";
import { beforeEach, describe, expect, it } from "vitest";
import type { ParkedRequest } from "./parked-request.ts";
import { type ParkedRequestStore, parkedRequestStore } from "./parked-requests.ts";

const parameters = [["client_id", "web"]] as const;
const parked: ParkedRequest = { kind: "redirect", request: { parameters, requestUri: undefined }, progress: {} };
const cameBy = (requestUri: string): ParkedRequest => ({ ...parked, request: { parameters, requestUri } });
const browser = newSecret();
const code = { step: "code", address: "ada@example.org" } as const;
const details = { step: "details", address: "ada@example.org", proofId: "p" } as const;

let now: Date;
let requests: ParkedRequestStore;
beforeEach(() => {
  now = new Date("2030-01-01T12:00:00Z");
  requests = parkedRequestStore({ store: memoryStore(() => now), now: () => now });
});

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

describe("sess-05: a parked request belongs to one browser", () => {
  it("that browser finds it", async () => {
    const handle = await requests.park(parked, browser, []);
    await expect(requests.find(handle, browser)).resolves.toMatchObject({
      kind: "redirect",
      request: { parameters },
      progress: {},
    });
  });

  it("another browser does not find it, and cannot complete it", async () => {
    const handle = await requests.park(parked, browser, []);
    await expect(requests.find(handle, newSecret())).resolves.toBeUndefined();
    await expect(requests.complete(handle, newSecret(), parked)).resolves.toBe(false);
    await expect(requests.find(handle, browser)).resolves.toBeDefined();
  });

  it("it expires after ten minutes", async () => {
    const handle = await requests.park(parked, browser, []);
    pass(601);
    await expect(requests.find(handle, browser)).resolves.toBeUndefined();
  });
});

describe("architecture §4.2: completing is atomic", () => {
  it("one of twenty concurrent callers succeeds", async () => {
    const handle = await requests.park(parked, browser, []);
    const wins = await Promise.all(Array.from({ length: 20 }, () => requests.complete(handle, browser, parked)));
    expect(wins.filter(Boolean)).toHaveLength(1);
  });

  it("spends its request URI (par-05)", async () => {
    const requestUri = await requests.push(parameters, "authorization", []);
    const seen = cameBy(requestUri);
    const first = await requests.park(seen, browser, []);
    const second = await requests.park(seen, browser, []);

    await expect(requests.complete(first, browser, seen)).resolves.toBe(true);
    await expect(requests.complete(second, browser, seen)).resolves.toBe(false);
    await expect(requests.resolve(requestUri, "authorization")).resolves.toBeUndefined();
  });

  it("stores an answer only if the request has not changed since it was read", async () => {
    const handle = await requests.park(parked, browser, []);
    await expect(requests.answer(handle, browser, parked, { signedInUserId: "u" })).resolves.toBe(true);
    await expect(requests.answer(handle, browser, parked, { signedInUserId: "v" })).resolves.toBe(false);
    await expect(requests.find(handle, browser)).resolves.toMatchObject({ progress: { signedInUserId: "u" } });
  });
});

describe("dos-08: one browser has at most twenty requests", () => {
  it("and the next one replaces the oldest", async () => {
    const handles: string[] = [];
    for (let i = 0; i < 21; i++) {
      handles.push(await requests.park(parked, browser, []));
      pass(1);
    }
    await expect(requests.find(handles[0] ?? "", browser)).resolves.toBeUndefined();
    await expect(requests.find(handles[1] ?? "", browser)).resolves.toBeDefined();
    await expect(requests.find(handles[20] ?? "", browser)).resolves.toBeDefined();
  });
});

describe("dos-07: a source over its limit parks nothing", () => {
  const limit = { name: "parking", points: 1, durationSeconds: 60 };
  const counted = [{ do: "count", counts: [{ limit, key: "192.0.2.1" }] }] as const;

  it.each<[string, (requests: ParkedRequestStore) => Promise<string>]>([
    ["for a page", (requests) => requests.park(parked, browser, counted)],
    ["by POST", (requests) => requests.push(parameters, "authorization", counted)],
  ])("%s", async (_, attempt) => {
    const puts: string[] = [];
    const store = memoryStore(() => now);
    const apply = async (steps: readonly Step[]) => {
      const outcome = await store.apply(steps);
      puts.push(...steps.flatMap((step) => (step.do === "put" && outcome.done ? step.key : [])));
      return outcome;
    };
    const requests = parkedRequestStore({ now: () => now, store: { ...store, apply } });
    await attempt(requests);
    await expect(attempt(requests)).rejects.toMatchObject({ code: "temporarily_unavailable", retryAfterSeconds: 60 });
    expect(puts).toHaveLength(1);
    for (const key of puts) expect(await store.get(key)).toBeDefined();
  });
});

describe("RFC 9126 §2.2: request URIs", () => {
  it("is valid until the request is completed (visiting twice is fine)", async () => {
    const requestUri = await requests.push(parameters, "authorization", []);
    expect(requestUri).toMatch(/^urn:ietf:params:oauth:request_uri:[\w-]{43}$/);
    await expect(requests.resolve(requestUri, "authorization")).resolves.toEqual({ parameters, pushed: undefined });
    await expect(requests.resolve(requestUri, "authorization")).resolves.toEqual({ parameters, pushed: undefined });
  });

  it("is spent once, and expires after 90 seconds", async () => {
    const requestUri = await requests.push(parameters, "authorization", []);
    await expect(requests.spend({ requestUri, pushed: undefined })).resolves.toBe(true);
    await expect(requests.spend({ requestUri, pushed: undefined })).resolves.toBe(false);

    const late = await requests.push(parameters, "authorization", []);
    pass(91);
    await expect(requests.resolve(late, "authorization")).resolves.toBeUndefined();
  });

  it("expires after 90 seconds for new visits, but not for a person who came in time and types slowly", async () => {
    const requestUri = await requests.push(parameters, "authorization", []);
    pass(89);
    const seen = cameBy(requestUri);
    const handle = await requests.park(seen, browser, []);
    pass(599);
    await expect(requests.resolve(requestUri, "authorization")).resolves.toBeUndefined();
    await expect(requests.complete(handle, browser, seen)).resolves.toBe(true);
  });

  it("is kept for as long as a sign-up goes on, and is then spent once", async () => {
    const requestUri = await requests.push(parameters, "authorization", []);
    let seen = cameBy(requestUri);
    const handle = await requests.park(seen, browser, []);
    const steps = [code, { ...code, address: "other@example.org" }, code, details];
    for (const signUp of steps) {
      pass(590);
      await expect(requests.answer(handle, browser, seen, { signUp })).resolves.toBe(true);
      seen = { ...seen, progress: { signUp } };
    }
    pass(590);
    await expect(requests.resolve(requestUri, "authorization")).resolves.toBeUndefined();
    await expect(requests.complete(handle, browser, seen)).resolves.toBe(true);
    await expect(requests.spend({ requestUri, pushed: undefined })).resolves.toBe(false);
  });

  it("that was spent elsewhere stays spent", async () => {
    const requestUri = await requests.push(parameters, "authorization", []);
    const seen = cameBy(requestUri);
    const handle = await requests.park(seen, browser, []);
    await requests.spend({ requestUri, pushed: undefined });
    await requests.answer(handle, browser, seen, { signUp: code });
    const going = { ...seen, progress: { signUp: code } };
    await expect(requests.complete(handle, browser, going)).resolves.toBe(false);
  });

  it("of a logout is not valid for an authorization, and the other way round", async () => {
    const logout = await requests.push(parameters, "logout", []);
    await expect(requests.resolve(logout, "logout")).resolves.toEqual({ parameters, pushed: undefined });
    await expect(requests.resolve(logout, "authorization")).resolves.toBeUndefined();
    await expect(requests.spend({ requestUri: logout, pushed: undefined })).resolves.toBe(false);

    const authorization = await requests.push(parameters, "authorization", []);
    await expect(requests.resolve(authorization, "logout")).resolves.toBeUndefined();
  });
});

describe("RFC 9126 §7.3: a request that its client pushed", () => {
  const byClient = { parameters, ttlSeconds: 30, isAuthenticated: true, timesEnded: 0 };
  const begun = async (requestUri: string, by = browser) => {
    const found = await requests.resolve(requestUri, "authorization", by);
    if (found === undefined) throw new Error("not found");
    return { ...parked, request: { ...found, requestUri } };
  };

  it("belongs to the browser that parks it, which may visit it again", async () => {
    const requestUri = await requests.pushByClient(byClient, []);
    const seen = await begun(requestUri);
    await requests.park(seen, browser, []);
    await expect(requests.resolve(requestUri, "authorization", newSecret())).resolves.toBeUndefined();
    await expect(requests.resolve(requestUri, "authorization")).resolves.toBeUndefined();
    const again = await begun(requestUri);
    const handle = await requests.park(again, browser, []);
    await expect(requests.complete(handle, browser, again)).resolves.toBe(true);
  });

  it("is parked for one of two browsers that began at the same time", async () => {
    const requestUri = await requests.pushByClient(byClient, []);
    const [one, other] = [await begun(requestUri), await begun(requestUri, newSecret())];
    await requests.park(one, browser, []);
    await expect(requests.park(other, newSecret(), [])).rejects.toThrow("request_uri is unknown or expired");
  });

  it("expires as it was pushed, but not for a person who came in time", async () => {
    const requestUri = await requests.pushByClient(byClient, []);
    pass(29);
    const seen = await begun(requestUri);
    const handle = await requests.park(seen, browser, []);
    pass(2);
    await expect(requests.resolve(requestUri, "authorization", browser)).resolves.toBeUndefined();
    pass(590);
    await expect(requests.complete(handle, browser, seen)).resolves.toBe(true);
  });

  it("is stored without its request URI, so a copy of the store opens nothing", async () => {
    const stored: unknown[] = [];
    const store = memoryStore(() => now);
    const apply: typeof store.apply = (steps) => {
      stored.push(steps);
      return store.apply(steps);
    };
    const watched = parkedRequestStore({ store: { ...store, apply }, now: () => now });
    const requestUri = await watched.pushByClient(byClient, []);
    expect(JSON.stringify(stored)).not.toContain(requestUri.split(":").at(-1));
  });
});

describe("dos-07: the number of requests is limited, and strangers lock no one out", () => {
  const signedIn = { signedInUserId: "alice" };
  const shrunk = (step: Step): Step =>
    step.do === "collect" && step.bounds.limit === 200_000 ? { ...step, bounds: { ...step.bounds, limit: 3 } } : step;
  /** A store with places for three requests of a kind instead of 200 000. */
  const small = () => {
    const store = memoryStore(() => now);
    return parkedRequestStore({
      now: () => now,
      store: {
        ...store,
        apply: (steps) => store.apply(steps.map(shrunk)),
      },
    });
  };
  const strangers = async (full: ParkedRequestStore, times: number) => {
    for (let n = 0; n < times; n++) await full.park(parked, newSecret(), []);
    for (let n = 0; n < times; n++) await full.push(parameters, "authorization", []);
  };

  it("the next one replaces the oldest unanswered one, and is never refused", async () => {
    const full = small();
    const first = await full.park(parked, browser, []);
    const second = await full.park(parked, browser, []);
    await strangers(full, 2);
    await expect(full.find(first, browser)).resolves.toBeUndefined();
    await expect(full.find(second, browser)).resolves.toBeDefined();
    await strangers(full, 1);
    await expect(full.find(second, browser)).resolves.toBeUndefined();
  });

  it("also if it was pushed", async () => {
    const full = small();
    const requestUri = await full.push(parameters, "logout", []);
    await strangers(full, 2);
    await expect(full.resolve(requestUri, "logout")).resolves.toEqual({ parameters, pushed: undefined });
    await strangers(full, 1);
    await expect(full.resolve(requestUri, "logout")).resolves.toBeUndefined();
  });

  it("RFC 9126 §2.3: a refused push does not prolong the places of others", async () => {
    const full = small();
    const byClient = { parameters, ttlSeconds: 90, isAuthenticated: true, timesEnded: 0 };
    for (let n = 0; n < 3; n++) await full.pushByClient(byClient, []);
    pass(60);
    for (let n = 0; n < 3; n++) await expect(full.pushByClient(byClient, [])).rejects.toMatchObject({ status: 503 });
    pass(31); // what was pushed has expired
    for (let n = 0; n < 3; n++) await expect(full.pushByClient(byClient, [])).resolves.toBeDefined();
  });

  it("RFC 9126 §2.3: a push of an authenticated client is refused if there is no room, without replacing", async () => {
    const full = small();
    const byClient = { parameters, ttlSeconds: 90, isAuthenticated: true, timesEnded: 0 };
    const uris = [];
    for (let n = 0; n < 3; n++) uris.push(await full.pushByClient(byClient, []));
    await strangers(full, 9);
    const refused = { code: "temporarily_unavailable", status: 503 };
    await expect(full.pushByClient(byClient, [])).rejects.toMatchObject(refused);
    await expect(full.pushByClient({ ...byClient, ttlSeconds: 5 }, [])).rejects.toMatchObject(refused);
    for (const uri of uris) await expect(full.resolve(uri, "authorization")).resolves.toBeDefined();

    const [requestUri = ""] = uris;
    const { pushed } = (await full.resolve(requestUri, "authorization")) ?? { pushed: undefined };
    await expect(full.spend({ requestUri, pushed })).resolves.toBe(true);
    await expect(full.pushByClient(byClient, [])).resolves.toBeDefined();
  });

  it("dos-22: a request that a person has answered stays until it is completed, with its request URI", async () => {
    const full = small();
    const requestUri = await full.push(parameters, "authorization", []);
    const seen = cameBy(requestUri);
    const handle = await full.park(seen, browser, []);
    await expect(full.answer(handle, browser, seen, signedIn)).resolves.toBe(true);
    await strangers(full, 9);

    const answered = { ...seen, progress: signedIn };
    await expect(full.find(handle, browser)).resolves.toEqual(answered);
    await expect(full.complete(handle, browser, answered)).resolves.toBe(true);
  });

  it("answered requests have their own places, and a completed one frees its places", async () => {
    const full = small();
    const answered = async () => {
      const handle = await full.park(parked, browser, []);
      await full.answer(handle, browser, parked, signedIn);
      return handle;
    };
    const [first, second] = [await answered(), await answered(), await answered()];
    await full.complete(second ?? "", browser, { ...parked, progress: signedIn });
    await answered();
    await expect(full.find(first ?? "", browser)).resolves.toBeDefined();
    await answered();
    await expect(full.find(first ?? "", browser)).resolves.toBeUndefined();
  });

  it("a sign-up takes its place again at each step, with its request URI", async () => {
    const full = small();
    const requestUri = await full.push(parameters, "authorization", []);
    const seen = cameBy(requestUri);
    const handle = await full.park(seen, browser, []);
    await strangers(full, 2);
    await expect(full.answer(handle, browser, seen, { signUp: code })).resolves.toBe(true);
    await strangers(full, 2);
    const going = { ...seen, progress: { signUp: code } };
    await expect(full.find(handle, browser)).resolves.toEqual(going);
    await expect(full.complete(handle, browser, going)).resolves.toBe(true);
  });

  it("an answered request that its own browser replaced frees its place", async () => {
    const store = memoryStore(() => now);
    const discarded: string[] = [];
    const apply = (steps: readonly Step[]) => {
      discarded.push(...steps.flatMap((step) => (step.do === "discard" ? step.set : [])));
      return store.apply(steps);
    };
    const requests = parkedRequestStore({ now: () => now, store: { ...store, apply } });
    const handle = await requests.park(parked, browser, []);
    await requests.answer(handle, browser, parked, signedIn);
    discarded.length = 0;
    for (let n = 0; n < 20; n++) await requests.park(parked, browser, []);
    expect(discarded).toContain("answered");
  });
});
