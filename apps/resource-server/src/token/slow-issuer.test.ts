/** Every request of the resource server to the issuer ends in time, regardless of what the issuer does. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { slowAnswers } from "@countersign/dev/test-slow-answers";
import { isKeysUnavailable, remoteJwks } from "@countersign/jwt";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { userinfoResponses } from "../userinfo/userinfo-response.ts";
import { discoverJwksUri } from "./discovery.ts";

const timeoutMs = 300;
let answer: RequestListener;
let closed: Promise<unknown>[];
const slow = createServer((req, res) => {
  closed.push(new Promise((resolve) => req.socket.on("error", () => {}).once("close", resolve)));
  answer(req, res);
});
await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
beforeEach(() => {
  closed = [];
});
afterAll(() => {
  slow.closeAllConnections();
  slow.close();
});

const secret = "s".repeat(43);
const isUnavailable = (err: unknown) => (err as { code?: unknown }).code === "temporarily_unavailable";
const kid = { alg: "ES256", kid: "k" };

/** Each outgoing call, the media type that it accepts, and its error if there is no response. */
const calls: readonly (readonly [string, string, () => Promise<unknown>, (err: unknown) => boolean])[] = [
  ["discovery", "application/json", () => discoverJwksUri(url, { timeoutMs }), (err) => err instanceof Error],
  [
    "a key",
    "application/json",
    async () => remoteJwks(`${url}/jwks`, { timeoutMs })(kid, { payload: "", signature: "" }),
    isKeysUnavailable,
  ],
  [
    "a key by discovery",
    "application/json",
    () => remoteJwks(() => discoverJwksUri(url, { timeoutMs })).ready(),
    isKeysUnavailable,
  ],
  [
    "an answer that is signed",
    "application/jwt",
    () =>
      userinfoResponses({ url, secret, timeoutMs })(
        { token: "t", method: "GET", proof: undefined, certificate: undefined, listener: undefined } as const,
        { scope: undefined, mediaType: "application/jwt" },
      ),
    isUnavailable,
  ],
];

describe.each(calls)("dos-27: %s", (_, mediaType, call, isExpected) => {
  it.each(slowAnswers)("to an issuer that %s is aborted in time, and its connection closed", async (_what, slowly) => {
    answer = ({ socket }) => slowly(socket, mediaType);
    const began = performance.now();
    const failure: unknown = await call().then(
      () => "an answer",
      (err: unknown) => err,
    );
    const took = performance.now() - began;
    expect([isExpected(failure), took > timeoutMs - 50, took < timeoutMs + 1500]).toEqual([true, true, true]);
    expect(await Promise.all(closed)).toHaveLength(1);
  });
});

it("dos-27: each may take three seconds by default", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  answer = (_req, res) => res.writeHead(500).end();
  await Promise.allSettled([
    discoverJwksUri(url),
    remoteJwks(`${url}/jwks`).ready(),
    userinfoResponses({ url, secret })(
      { token: "t", method: "GET", proof: undefined, certificate: undefined, listener: undefined } as const,
      { scope: undefined, mediaType: "application/jwt" },
    ),
  ]);
  expect(timeout.mock.calls).toEqual([[3000], [3000], [3000]]);
  timeout.mockRestore();
});
