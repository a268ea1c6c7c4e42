import { describe, expect, it } from "vitest";
import { freshSeconds } from "./document-freshness.ts";

const date = "Mon, 23 Nov 2026 10:00:00 GMT";

describe("RFC 9111 §4.2: how long a document is fresh", () => {
  it.each([
    ["max-age", { "cache-control": "public, max-age=3600" }, 3600],
    ["max-age in upper case and quotes", { "cache-control": 'Max-Age="3600"' }, 3600],
    ["the difference of Expires and Date", { expires: "Mon, 23 Nov 2026 11:00:00 GMT", date }, 3600],
    ["max-age before Expires", { "cache-control": "max-age=600", expires: "Mon, 23 Nov 2026 11:00:00 GMT", date }, 600],
    ["what is left after Age", { "cache-control": "max-age=3600", age: "600" }, 3000],
  ])("is %s", (_, headers, seconds) => expect(freshSeconds(headers)).toBe(seconds));

  it.each([
    ["no header", {}],
    ["no-store", { "cache-control": "no-store, max-age=3600" }],
    ["no-cache", { "cache-control": "no-cache" }],
    ["max-age=0", { "cache-control": "max-age=0" }],
    ["a malformed max-age", { "cache-control": "max-age=-1" }],
    ["a malformed Expires", { expires: "0", date: "x" }],
    ["an Age beyond max-age", { "cache-control": "max-age=600", age: "9999" }],
  ])("is at least five minutes with %s", (_, headers) => expect(freshSeconds(headers)).toBe(300));

  it("cimx-08: is at most 24 hours, even if the server says ten years", () => {
    expect(freshSeconds({ "cache-control": "max-age=315360000" })).toBe(86_400);
    expect(freshSeconds({ "cache-control": `max-age=${"9".repeat(400)}` })).toBe(86_400);
  });
});
