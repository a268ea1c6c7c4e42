import type { Call, Logger } from "@countersign/service";
import { expect, it, vi } from "vitest";
import { problemErrors } from "./errors.ts";

it.each([
  ["22021", 400],
  ["22P02", 400],
  ["22P05", 400],
  ["23505", 500],
])("SQLSTATE %s is answered with %d", (code, status) => {
  const send = vi.fn();
  const call = { req: { method: "POST" }, pattern: "/people", requestId: "r", res: { headersSent: false }, send };
  const log = { info: vi.fn(), error: vi.fn() };
  problemErrors(log as unknown as Logger)(Object.assign(new Error("refused"), { code }), call as unknown as Call);
  expect(send.mock.calls[0]?.[2]).toBe(status);
  expect(JSON.parse(send.mock.calls[0]?.[0])).toMatchObject({ status });
});
