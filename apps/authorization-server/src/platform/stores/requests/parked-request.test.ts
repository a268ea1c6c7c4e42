import { memoryStore } from "@countersign/ephemeral";
import { describe, expect, it } from "vitest";
import { type ParkedRequest, readParked, writeParked } from "./parked-request.ts";
import { parkedRequestStore } from "./parked-requests.ts";

const request = { parameters: [["client_id", "web"]] as const, requestUri: undefined };
const written = (progress: ParkedRequest["progress"], more: Partial<ParkedRequest["request"]> = {}) =>
  writeParked({ kind: "redirect", request: { ...request, ...more }, progress });

describe("decision 38: both versions read parked requests during an upgrade", () => {
  const BEFORE =
    '{"kind":"redirect","parameters":[["client_id","web"],["state","s"]],' +
    '"answers":{"signedInUserId":"alice"},"requestUri":"urn:x"}';

  it("this version reads what the previous version wrote, and writes it byte for byte", () => {
    const read = readParked(BEFORE);
    expect(read).toEqual({
      kind: "redirect",
      request: {
        parameters: [
          ["client_id", "web"],
          ["state", "s"],
        ],
        requestUri: "urn:x",
      },
      progress: { signedInUserId: "alice" },
    });
    expect(read && writeParked(read)).toBe(BEFORE);
  });

  it("what this version writes has the members that the previous version reads", () => {
    expect(JSON.parse(written({ another: true }))).toEqual({
      kind: "redirect",
      parameters: [["client_id", "web"]],
      answers: { another: true },
    });
  });

  it("a request that was parked by the previous version is answered and completed here", async () => {
    const store = memoryStore(() => new Date());
    const requests = parkedRequestStore({ store, now: () => new Date() });
    const before = BEFORE.replace(',"requestUri":"urn:x"', "");
    const apply: typeof store.apply = (steps) =>
      store.apply(steps.map((step) => (step.do === "put" ? { ...step, value: before } : step)));
    const theirs = parkedRequestStore({ store: { ...store, apply }, now: () => new Date() });
    const handle = await theirs.park({ kind: "redirect", request, progress: {} }, "browser", []);

    const seen = await requests.find(handle, "browser");
    if (seen === undefined) throw new Error("not found");
    expect(seen.progress).toEqual({ signedInUserId: "alice" });
    const progress = { ...seen.progress, consentedUserId: "alice" };
    await expect(requests.answer(handle, "browser", seen, progress)).resolves.toBe(true);
    const answered = await requests.find(handle, "browser");
    expect(answered?.progress).toEqual({ signedInUserId: "alice", consentedUserId: "alice" });
    await expect(requests.complete(handle, "browser", answered ?? seen)).resolves.toBe(true);
  });

  it.each([
    ["another kind", '{"kind":"ciba","parameters":[],"answers":{}}'],
    ["another shape", '{"kind":"redirect","request":{"parameters":[]},"progress":{}}'],
    ["no progress", '{"kind":"redirect","parameters":[]}'],
  ])("%s, which a later version may write, is treated as unknown", (_, text) => {
    expect(readParked(text)).toBeUndefined();
  });
});

describe("a page of ours that needs a sign-in", () => {
  it("is parked with its kind, and is written again byte for byte", () => {
    const parameters = [["page", "/account"] as const, ["level", "R2"] as const];
    const parked: ParkedRequest = { kind: "account", request: { parameters, requestUri: undefined }, progress: {} };
    const text = writeParked(parked);
    const read = readParked(text);
    expect(read).toEqual(parked);
    expect(read && writeParked(read)).toBe(text);
  });
});

describe("a parked request stores", () => {
  const at = new Date("2030-01-01T12:00:00Z");
  const proving = { userId: "alice", proofs: [{ factor: "password", at } as const] };

  it.each<[string, ParkedRequest["progress"]]>([
    ["nothing", {}],
    ["proofs with their times", { proving }],
    ["proofs, no matter what was done before and after them", { another: true, proving, selectedUserId: "alice" }],
  ])("%s", (_, progress) => {
    const text = written(progress);
    const read = readParked(text);
    expect(read?.progress).toEqual(progress);
    expect(read && writeParked(read)).toBe(text);
  });

  it("how its client pushed it", () => {
    const pushed = { timesEnded: 2, isAuthenticated: true, resolvableUntil: at.getTime(), browser: "digest" };
    const text = written({}, { pushed });
    const read = readParked(text);
    expect(read?.request.pushed).toEqual(pushed);
    expect(read && writeParked(read)).toBe(text);
  });

  it("the people whom the client named, also if none of them is known", () => {
    expect(readParked(written({}, { intended: { userIds: ["alice"] } }))?.request.intended).toEqual({
      userIds: ["alice"],
    });
    expect(readParked(written({}, { intended: { userIds: [] } }))?.request.intended).toEqual({ userIds: [] });
    expect(readParked(written({}))?.request.intended).toBeUndefined();
  });
});
