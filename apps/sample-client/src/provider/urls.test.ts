import { describe, expect, it } from "vitest";
import { isHttpsOrLocal, localPath } from "./urls.ts";

describe("addresses that receive secrets are https, or on this machine", () => {
  it.each([
    "https://op.example",
    "http://localhost:4000",
    "http://auth.localhost",
    "http://127.0.0.1",
    "http://[::1]:1",
  ])("accepts %s", (url) => expect(isHttpsOrLocal(url)).toBe(true));

  it.each(["http://op.example", "http://localhost.evil.example", "http://evil-localhost", "ftp://localhost", "/x", ""])(
    "refuses %s",
    (url) => expect(isHttpsOrLocal(url)).toBe(false),
  );
});

describe("rp-13: only a path on this site is accepted as the return path", () => {
  it.each(["/", "/a/b?c=d#e", "/a%20b", "/caf%C3%A9"])("accepts %s", (path) => expect(localPath(path)).toBe(path));

  it.each([
    "//evil.example",
    "/\\evil.example",
    "/%09/evil.example",
    "/\t/evil.example",
    "https:evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/..//evil.example",
    "/.//evil.example",
    "/%2Fevil.example",
    "/%5Cevil.example",
    "/%zz",
    "a/b",
    "",
    `/${"x".repeat(512)}`,
    `/${'"'.repeat(200)}`,
  ])("falls back to / for %j", (path) => expect(localPath(path)).toBe("/"));

  it.each([undefined, ["/a"], { a: "/a" }])("falls back to / for a value that is not text", (value) => {
    expect(localPath(value)).toBe("/");
  });
});
