import { describe, expect, it } from "vitest";
import { openRoutes, raw, recordingLogger } from "../test-http.ts";
import { malformedRequestStatus } from "./malformed-requests.ts";

describe("a request that cannot be read", () => {
  it("is refused by Node itself if its header is too large or it is not HTTP", async () => {
    const served = await openRoutes({}, { log: recordingLogger().logger });
    const large = `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`;
    expect(await raw(served.port, large)).toMatch(/^HTTP\/1.1 431 /);
    expect(await raw(served.port, "hello\r\n\r\n")).toMatch(/^HTTP\/1.1 400 /);
    await served.close();
  });

  it.each([
    ["an error of ours with a status", Object.assign(new Error("x"), { status: 400 })],
    ["a server error", Object.assign(new Error("x"), { status: 500, expose: true })],
    ["another exposed error of a library", Object.assign(new Error("x"), { status: 402, expose: true })],
    ["a decoding error in our code", new URIError("x")],
    ["a value that is not an error", "x"],
  ])("is not malformed: %s", (_, error) => {
    expect(malformedRequestStatus(error)).toBeUndefined();
  });
});
