import { describe, expect, it } from "vitest";
import { malformedRequestStatus } from "./malformed-requests.ts";
import { openRoutes, raw, recordingLogger } from "./test-http.ts";

describe("a request that cannot be read", () => {
  it("is refused by node itself when its header is too large or no HTTP", async () => {
    const served = await openRoutes({}, { log: recordingLogger().logger });
    const large = `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`;
    expect(await raw(served.port, large)).toMatch(/^HTTP\/1.1 431 /);
    expect(await raw(served.port, "hello\r\n\r\n")).toMatch(/^HTTP\/1.1 400 /);
    await served.close();
  });

  it.each([
    ["an error of ours with a status", Object.assign(new Error("x"), { status: 400 })],
    ["a server's failure", Object.assign(new Error("x"), { status: 500, expose: true })],
    ["something else that a library exposes", Object.assign(new Error("x"), { status: 402, expose: true })],
    ["a decoding failure in our code", new URIError("x")],
    ["no error at all", "x"],
  ])("is not malformed: %s", (_, error) => {
    expect(malformedRequestStatus(error)).toBeUndefined();
  });
});
