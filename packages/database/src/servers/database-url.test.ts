import { describe, expect, it } from "vitest";
import { databaseUrlProblem, parseDatabaseUrl } from "./database-url.ts";

const read = "?target_session_attrs=read-write";

describe("the URL of a database", () => {
  it.each<[string, string[], boolean]>([
    ["postgres://a:b@db/x", ["postgres://a:b@db/x"], false],
    ["postgresql://a:b@db:5432/x?sslmode=verify-full", ["postgresql://a:b@db:5432/x?sslmode=verify-full"], false],
    [`postgres://a:b@db/x${read}`, ["postgres://a:b@db/x"], true],
    [
      `postgres://a:b%2C@h1:1,h2:2,[::1]:3/x${read}&sslmode=verify-full`,
      ["h1:1", "h2:2", "[::1]:3"].map((host) => `postgres://a:b%2C@${host}/x?sslmode=verify-full`),
      true,
    ],
    [`postgres://h1,h2/x${read}`, ["postgres://h1/x", "postgres://h2/x"], true],
  ])("%s", (url, servers, takesChanges) => {
    expect(parseDatabaseUrl(url)).toEqual({ servers, takesChanges });
    expect(databaseUrlProblem(url)).toBeUndefined();
  });

  it.each([
    ["mysql://a:b@db/x", "must be postgres://"],
    ["postgres://a:b@db:x/x", "must be postgres://"],
    [`postgres://a:b@h1:1,h2:x/x${read}`, "must be postgres://"],
    ["postgres://a:b@h1,h2/x", "names several servers: it needs target_session_attrs=read-write"],
    ["postgres://a:b@db/x?target_session_attrs=any", "may have target_session_attrs=read-write, and no other"],
  ])("%s is refused without its password", (url, problem) => {
    expect(databaseUrlProblem(url)).toContain(problem);
    expect(databaseUrlProblem(url)).not.toContain("a:b");
  });
});
