/** A fetch ends in time, no matter what the server does. Cases run side by side, because each waits for its limit. */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { type SlowAnswer, slowAnswers } from "@countersign/dev/test-slow-answers";
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from "vitest";
import { fetchJwks, fetchPicture, fetchRequestObject, fetchSector } from "./documents.ts";
import { type GuardedFetch, openGuardedFetch } from "./guarded-fetch.ts";
import { fetcherTo, PUBLIC_HOST, startListener, testCa } from "./testing/listener.ts";

const TIMEOUT_MS = 1000;
/** The time limit for what must end by itself. */
const PATIENT_MS = 8000;
const address = `https://${PUBLIC_HOST}/x`;
const log = { info: vi.fn() };

/** Each outgoing call, the media type that it accepts, and its error if there is no response. */
const calls: readonly (readonly [string, string, (through: GuardedFetch) => Promise<unknown>, unknown])[] = [
  ["jwks_uri", "application/json", (through) => fetchJwks(through, address), "fetch_refused"],
  ["logo_uri", "image/png", (through) => fetchPicture({ outbound: through, log }, address), undefined],
  [
    "sector_identifier_uri",
    "application/json",
    (through) => fetchSector({ outbound: through, log }, address),
    undefined,
  ],
  [
    "request_uri",
    "application/jwt",
    (through) => fetchRequestObject({ outbound: through, log }, address, "webClient"),
    undefined,
  ],
];
const logoutToken = (through: GuardedFetch) => through.postForm(address, { logout_token: "x" });

/** The result of a call to a server with this behaviour, its duration, and the connections, which are closed. */
async function outcomeOf(
  call: (through: GuardedFetch) => Promise<unknown>,
  [answer, mediaType]: readonly [SlowAnswer, string],
  { onTestFinished }: Pick<TestContext, "onTestFinished">,
  timeoutMs = TIMEOUT_MS,
) {
  const closed: Promise<unknown>[] = [];
  const listener = await startListener(({ socket }) => {
    closed.push(new Promise((resolve) => socket.once("close", resolve)));
    answer(socket, mediaType);
  });
  const through = fetcherTo(listener.port, { timeoutMs });
  onTestFinished(async () => {
    await through.close();
    await listener.close();
  });
  const began = performance.now();
  const outcome: unknown = await call(through).catch((err: { code?: unknown }) => err.code);
  const connections = (await Promise.all(closed)).length;
  return { outcome, connections, ms: performance.now() - began };
}

const without = (pattern: RegExp) => slowAnswers.filter(([what]) => !pattern.test(what));
const withBody = slowAnswers.filter(([what]) => /body|and then nothing/.test(what));

describe.concurrent("a call is aborted in time, and its connection is closed", () => {
  for (const [name, mediaType, call, none] of calls) {
    it.for(slowAnswers)(`ssrf-13: ${name} of a server that %s`, async ([, answer], context) => {
      const { outcome, connections, ms } = await outcomeOf(call, [answer, mediaType], context);
      expect([outcome, connections]).toEqual([none, 1]);
      expect(ms).toBeGreaterThan(TIMEOUT_MS - 50);
      expect(ms).toBeLessThan(TIMEOUT_MS + 1500);
    });
  }

  it.for(without(/body|and then nothing/))(
    "ssrf-18: a logout token for a server that %s",
    async ([, answer], context) => {
      const { outcome, connections, ms } = await outcomeOf(logoutToken, [answer, ""], context);
      expect([outcome, connections]).toEqual(["fetch_refused", 1]);
      expect(ms).toBeLessThan(TIMEOUT_MS + 1500);
    },
  );
});

describe.concurrent("a call that needs only the headers ends with them", () => {
  it.for(withBody)("ssrf-18: a logout token, which is accepted by a server that %s", async ([, answer], context) => {
    const { outcome, connections, ms } = await outcomeOf(logoutToken, [answer, "text/plain"], context, PATIENT_MS);
    expect([outcome, connections, ms < PATIENT_MS / 2]).toEqual([200, 1, true]);
  });

  it.for(withBody)("ssrf-14: a document of another media type, of a server that %s", async ([, answer], context) => {
    const keys = (through: GuardedFetch) => fetchJwks(through, address);
    const { outcome, connections, ms } = await outcomeOf(keys, [answer, "text/html"], context, PATIENT_MS);
    expect([outcome, connections, ms < PATIENT_MS / 2]).toEqual(["fetch_refused", 1, true]);
  });
});

describe("ssrf-13: a server that accepts connections, but starts no TLS", () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on("error", () => {}).resume()));
  beforeAll(() => new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve)));
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it("every call ends in time, and each connection is closed", async () => {
    const { port } = silent.address() as AddressInfo;
    const through = fetcherTo(port, { timeoutMs: TIMEOUT_MS });
    const began = performance.now();
    const all = [...calls.map(([, , call]) => call), logoutToken].map((call) =>
      call(through).catch((err: { code?: unknown }) => err.code),
    );
    expect(await Promise.all(all)).toEqual([...calls.map(([, , , none]) => none), "fetch_refused"]);
    expect(performance.now() - began).toBeLessThan(TIMEOUT_MS + 1500);
    expect(sockets).toHaveLength(all.length);
    await expect.poll(() => sockets.every(({ closed }) => closed), { timeout: 5000 }).toBe(true);
    await through.close();
  });
});

it("a fetch may take five seconds by default", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  const listener = await startListener((_req, res) => res.writeHead(500).end());
  const bare = openGuardedFetch({ allowedHosts: new Set(["localhost"]), extraCa: testCa });
  const wanted = { kind: "keys", mediaTypes: [], maxBytes: 1 } as const;
  await expect(bare.get(`https://localhost:${listener.port}/x`, wanted)).rejects.toThrow("the response was 500");
  expect(timeout.mock.calls).toEqual([[5000]]);
  timeout.mockRestore();
  await bare.close();
  await listener.close();
});
