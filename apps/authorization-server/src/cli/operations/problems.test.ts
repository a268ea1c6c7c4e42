import { describe, expect, it } from "vitest";
import { Problem } from "../../administration/api/problem.ts";
import { malformed } from "../../administration/refused.ts";
import { explain } from "../command/refusal.ts";
import { sayingProblems } from "./problems.ts";

const typed = new Map([
  ["scopes", "--scope"],
  ["name", "<name>"],
]);

const wrong = (pointer: string) =>
  new Problem("invalid-request", undefined, { errors: [{ pointer, detail: "is bad" }] });

describe("RFC 9457: a problem becomes a sentence that names what was typed, and the exit code 1", () => {
  it.each([
    ["a detail", new Problem("conflict", "it is taken"), "it is taken"],
    ["no detail", new Problem("unavailable"), "The service is temporarily unavailable"],
    ["a member", wrong("#/scopes"), "the command cannot be used:\n  --scope: is bad"],
    ["a part of a member", wrong("#/scopes/0"), "the command cannot be used:\n  --scope.0: is bad"],
    ["a parameter", wrong("#/query/name"), "the command cannot be used:\n  <name>: is bad"],
    ["a name with a slash", wrong("#/texts/a~1b~0c"), "the command cannot be used:\n  texts.a/b~c: is bad"],
  ])("%s", async (_, problem, sentence) => {
    const refused = await sayingProblems(typed, () => Promise.reject(problem)).catch(explain);
    expect(refused).toEqual({ sentence, exitCode: 1 });
  });

  it("so does an act that is refused for a member", async () => {
    const act = () => Promise.reject(malformed("role", "scopes", "has another scope"));
    const refused = await sayingProblems(typed, act).catch(explain);
    expect(refused).toEqual({ sentence: "the command cannot be used:\n  --scope: has another scope", exitCode: 1 });
  });

  it("leaves other errors as they are", async () => {
    const error = new Error("other");
    await expect(sayingProblems(typed, () => Promise.reject(error))).rejects.toBe(error);
  });
});
