import { memoryStore } from "@countersign/ephemeral";
import { newSecret } from "@countersign/rules";
import { beforeEach, describe, expect, it } from "vitest";
import { type ParkedRequest, type ParkedRequestStore, parkedRequestStore } from "./parked-requests.ts";

const parked: ParkedRequest = {
  kind: "redirect",
  parameters: [["client_id", "web"]],
  answers: {},
  requestUri: undefined,
};
const browser = newSecret();

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
  it("is found by that browser", async () => {
    const handle = await requests.park(parked, browser);
    await expect(requests.find(handle, browser)).resolves.toMatchObject({
      kind: "redirect",
      parameters: parked.parameters,
      answers: {},
    });
  });

  it("is nothing in another browser, which cannot complete it either", async () => {
    const handle = await requests.park(parked, browser);
    await expect(requests.find(handle, newSecret())).resolves.toBeUndefined();
    await expect(requests.complete(handle, newSecret(), parked)).resolves.toBe(false);
    await expect(requests.find(handle, browser)).resolves.toBeDefined();
  });

  it("is gone after ten minutes", async () => {
    const handle = await requests.park(parked, browser);
    pass(601);
    await expect(requests.find(handle, browser)).resolves.toBeUndefined();
  });
});

describe("architecture §4.2: completing is atomic", () => {
  it("lets one of twenty racing callers win", async () => {
    const handle = await requests.park(parked, browser);
    const wins = await Promise.all(Array.from({ length: 20 }, () => requests.complete(handle, browser, parked)));
    expect(wins.filter(Boolean)).toHaveLength(1);
  });

  it("spends the request URI that it came by (par-05)", async () => {
    const requestUri = await requests.push(parked.parameters, "authorization");
    const seen = { ...parked, requestUri };
    const first = await requests.park(seen, browser);
    const second = await requests.park(seen, browser);

    await expect(requests.complete(first, browser, seen)).resolves.toBe(true);
    await expect(requests.complete(second, browser, seen)).resolves.toBe(false);
    await expect(requests.resolve(requestUri, "authorization")).resolves.toBeUndefined();
  });

  it("records an answer only on the request as it was seen", async () => {
    const handle = await requests.park(parked, browser);
    await expect(requests.answer(handle, browser, parked, { signedInUserId: "u" })).resolves.toBe(true);
    await expect(requests.answer(handle, browser, parked, { signedInUserId: "v" })).resolves.toBe(false);
    await expect(requests.find(handle, browser)).resolves.toMatchObject({ answers: { signedInUserId: "u" } });
  });
});

describe("dos-08: one browser holds twenty requests", () => {
  it("and loses the oldest to the next", async () => {
    const handles: string[] = [];
    for (let i = 0; i < 21; i++) {
      handles.push(await requests.park(parked, browser));
      pass(1);
    }
    await expect(requests.find(handles[0] ?? "", browser)).resolves.toBeUndefined();
    await expect(requests.find(handles[1] ?? "", browser)).resolves.toBeDefined();
    await expect(requests.find(handles[20] ?? "", browser)).resolves.toBeDefined();
  });
});

describe("RFC 9126 §2.2: request URIs", () => {
  it("stand for the request until it is completed (visiting twice is fine)", async () => {
    const requestUri = await requests.push(parked.parameters, "authorization");
    expect(requestUri).toMatch(/^urn:ietf:params:oauth:request_uri:[\w-]{43}$/);
    await expect(requests.resolve(requestUri, "authorization")).resolves.toEqual(parked.parameters);
    await expect(requests.resolve(requestUri, "authorization")).resolves.toEqual(parked.parameters);
  });

  it("are spent once, and end after 90 seconds", async () => {
    const requestUri = await requests.push(parked.parameters, "authorization");
    await expect(requests.spend(requestUri)).resolves.toBe(true);
    await expect(requests.spend(requestUri)).resolves.toBe(false);

    const late = await requests.push(parked.parameters, "authorization");
    pass(91);
    await expect(requests.resolve(late, "authorization")).resolves.toBeUndefined();
  });

  it("end after 90 seconds for new visits, not for the person who came in time and types slowly", async () => {
    const requestUri = await requests.push(parked.parameters, "authorization");
    pass(89);
    const seen = { ...parked, requestUri };
    const handle = await requests.park(seen, browser);
    pass(599);
    await expect(requests.resolve(requestUri, "authorization")).resolves.toBeUndefined();
    await expect(requests.complete(handle, browser, seen)).resolves.toBe(true);
  });

  it("of a logout are none of an authorization, and the other way round", async () => {
    const logout = await requests.push(parked.parameters, "logout");
    await expect(requests.resolve(logout, "logout")).resolves.toEqual(parked.parameters);
    await expect(requests.resolve(logout, "authorization")).resolves.toBeUndefined();
    await expect(requests.spend(logout)).resolves.toBe(false);

    const authorization = await requests.push(parked.parameters, "authorization");
    await expect(requests.resolve(authorization, "logout")).resolves.toBeUndefined();
  });
});

describe("dos-07: so many requests wait altogether and no more", () => {
  it.each([
    ["parked", (full: ParkedRequestStore) => full.park(parked, browser)],
    ["pushed", (full: ParkedRequestStore) => full.push(parked.parameters, "authorization")],
  ])("and the next one that is %s is refused, and not stored", async (_, add) => {
    const stored: string[] = [];
    const full = parkedRequestStore({
      now: () => now,
      store: {
        ...memoryStore(() => now),
        collect: async () => ({ admitted: false, dropped: [] }),
        put: async (key) => void stored.push(key),
      },
    });
    await expect(add(full)).rejects.toMatchObject({ code: "temporarily_unavailable" });
    expect(stored).toEqual([]);
  });
});
