import { describe, expect, it } from "vitest";
import { forPeople } from "./print.ts";

describe("a line of a service's log, printed for people", () => {
  it.each([
    ["keeps a warning", '{"level":40,"msg":"late"}', "[s] warning: late"],
    ["keeps an error, with its reason", '{"level":50,"msg":"no","err":{"message":"gone"}}', "[s] error: no: gone"],
    ["keeps a line that is not JSON", "Error: boom", "[s] Error: boom"],
    ["keeps text that only looks like JSON", "{ oh", "[s] { oh"],
    ["drops informational lines", '{"level":30,"msg":"hello"}', undefined],
    ["drops an empty line", "  ", undefined],
  ])("%s", (_, line, shown) => {
    expect(forPeople("s", line)).toBe(shown);
  });
});
