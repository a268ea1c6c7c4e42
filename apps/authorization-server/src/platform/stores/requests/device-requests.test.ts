import { memoryStore } from "@countersign/ephemeral";
import { deviceCodes, USER_CODES } from "@countersign/rules";
import { describe, expect, it } from "vitest";
import { DEVICE_TTL_SECONDS, deviceRequestStore, MOST_USER_CODES } from "./device-requests.ts";
import { userCodeTries, WRONG_USER_CODES_PER_HOUR } from "./user-code-tries.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const asked = {
  clientId: "c",
  parameters: [["client_id", "c"]],
  timesEnded: 0,
  key: undefined,
  address: "192.0.2.1",
  userAgent: undefined,
  isAuthenticated: false,
} as const;

const codes = deviceCodes([{ key: new Uint8Array(32) }]);

function opened(most?: number) {
  const clock = { now: noon };
  const kept: unknown[] = [];
  const store = memoryStore(() => clock.now);
  const watched = {
    ...store,
    apply: (steps: Parameters<typeof store.apply>[0]) => {
      kept.push(steps);
      return store.apply(steps);
    },
  };
  const requests = deviceRequestStore({ store: watched, now: () => clock.now, codes, ...(most && { most }) });
  const pass = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000);
  };
  return { store, requests, pass, written: () => JSON.stringify(kept) };
}

describe("decision 179: a guess finds a code with a probability of at most 1 in 10 000 an hour", () => {
  it("of all tries that two windows allow within an hour, against all codes that may be open", () => {
    expect((2 * WRONG_USER_CODES_PER_HOUR * MOST_USER_CODES) / USER_CODES).toBeLessThanOrEqual(1e-4);
  });

  it("dev-02: wrong tries of all people together end at the limit", async () => {
    const { store } = opened();
    const tries = userCodeTries(store);
    let allowed = 0;
    for (let i = 0; i < WRONG_USER_CODES_PER_HOUR + 50; i++) {
      const one = { sessionId: `session ${i}`, userId: `person ${i}`, source: `source ${i}`, network: `network ${i}` };
      if ((await tries.count(one)).allowed) allowed += 1;
    }
    expect(allowed).toBe(WRONG_USER_CODES_PER_HOUR);
  });

  it("devx-08: of more requests than that, the oldest user code ends", async () => {
    const { requests } = opened(10);
    const ofClient = await requests.begin({ ...asked, isAuthenticated: true }, []);
    const first = await requests.begin(asked, []);
    for (let i = 1; i < 5; i++) await requests.begin(asked, []);
    expect(await requests.idOf(first.userCode)).toBeDefined();
    const last = await requests.begin(asked, []);
    expect(await requests.idOf(first.userCode)).toBeUndefined();
    expect(await requests.idOf(last.userCode)).toBeDefined();
    // Strangers do not end the codes of clients that authenticate.
    for (let i = 0; i < 20; i++) await requests.begin(asked, []);
    expect(await requests.idOf(ofClient.userCode)).toBeDefined();
  });
});

describe("RFC 8628 §3.2: the codes of a request", () => {
  it("dev-r02: neither of them is stored", async () => {
    const { requests, written } = opened();
    const { deviceCode, userCode } = await requests.begin(asked, []);
    expect(written()).not.toContain(deviceCode);
    expect(written()).not.toContain(userCode);
  });

  it("dev-05: the user code ends with the lifetime; the device is told for as long again", async () => {
    const { requests, pass } = opened();
    const { userCode } = await requests.begin(asked, []);
    const id = (await requests.idOf(userCode)) ?? "";
    pass(DEVICE_TTL_SECONDS);
    expect(await requests.idOf(userCode)).toBeUndefined();
    const found = await requests.find(id);
    expect(found && (await requests.poll(found))).toBe("expired");
    pass(DEVICE_TTL_SECONDS);
    expect(await requests.find(id)).toBeUndefined();
  });

  it("devx-06: of those who decide at the same moment, one decides", async () => {
    const { requests } = opened();
    const { userCode } = await requests.begin(asked, []);
    const found = await requests.find((await requests.idOf(userCode)) ?? "");
    if (found === undefined) throw new Error("the request is gone");
    const claims = await Promise.all([1, 2, 3].map(() => requests.claim(found.device)));
    expect(claims.sort()).toEqual([false, false, true]);
    expect(await requests.idOf(userCode)).toBeUndefined();
  });

  it("dev-03: of polls at the same moment one is in time, and the interval grows for the others", async () => {
    const { requests, pass } = opened();
    const { userCode } = await requests.begin(asked, []);
    const id = (await requests.idOf(userCode)) ?? "";
    const seen = await Promise.all([1, 2, 3].map(() => requests.find(id)));
    const verdicts = await Promise.all(seen.map((found) => found && requests.poll(found)));
    expect(verdicts.sort()).toEqual(["pending", "slow_down", "slow_down"]);
    pass(3);
    const early = await requests.find(id);
    expect(early && (await requests.poll(early))).toBe("slow_down");
    expect((await requests.find(id))?.device.intervalSeconds).toBe(10);
  });

  it("a decision counts, although a poll changes the request at the same moment", async () => {
    const { requests } = opened();
    const { userCode } = await requests.begin(asked, []);
    const id = (await requests.idOf(userCode)) ?? "";
    const found = await requests.find(id);
    await Promise.all([requests.conclude(id, "approved"), found && requests.poll(found)]);
    expect((await requests.find(id))?.device).toMatchObject({ decision: "approved", polledAt: noon });
  });

  it("dev-03: a device that does not listen is told so without a write, and has an answer after a minute", async () => {
    const { requests, pass, written } = opened();
    const { userCode } = await requests.begin(asked, []);
    const id = (await requests.idOf(userCode)) ?? "";
    const polled = async () => {
      const found = await requests.find(id);
      return found && (await requests.poll(found));
    };
    expect(await polled()).toBe("pending");
    for (let interval = 5; interval < 60; interval += 5) expect(await polled()).toBe("slow_down");

    const before = written();
    pass(30);
    expect(await polled()).toBe("slow_down");
    expect(written()).toBe(before);
    pass(30);
    expect(await polled()).toBe("pending");
    expect(written()).not.toBe(before);
  });
});
