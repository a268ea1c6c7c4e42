import type * as Cel from "@bufbuild/cel";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";

const { parse } = vi.hoisted(() => ({ parse: vi.fn() }));
vi.mock("@bufbuild/cel", async (original) => {
  const real = await original<typeof Cel>();
  parse.mockImplementation(real.parse);
  return { ...real, parse };
});
const { openClaimMapper } = await import("./mapper.ts");

const problemOf = async (text: string) => (await openClaimMapper().problemsOf({ made: text })).made;
beforeEach(() => void parse.mockClear());

const pairs = (open: string, count: number, close: string) => `${open.repeat(count)}1${close.repeat(count)}`;

describe("A4: an expression is bounded before it is parsed", () => {
  it.each([
    ["400 parentheses that are never closed", "(".repeat(400), "is nested too deeply"],
    ["brackets that are closed too often", "a)]}(", "brackets do not pair"],
    ["41 parentheses", pairs("(", 41, ")"), "is nested too deeply"],
    ["41 lists", pairs("[", 41, "]"), "is nested too deeply"],
    ["41 maps", pairs("{1:", 41, "}"), "is nested too deeply"],
    ["brackets after a raw text that ends with a backslash", `r'\\'${"(".repeat(400)}`, "is nested too deeply"],
    ["brackets after an escaped quotation mark", `'\\''${"(".repeat(400)}`, "is nested too deeply"],
    ["brackets after a text with quotation marks", `"""a"b"""${"(".repeat(400)}`, "is nested too deeply"],
    ["a text that does not end", `'${"(".repeat(400)}`, "a text does not end"],
    ["a text that ends on another line", "'a\n'", "a text does not end"],
    ["more than 1000 characters", "a".repeat(1001), "is longer than 1000 characters"],
  ])("%s: the parser is not called", async (_, text, problem) => {
    expect(await problemOf(text)).toContain(problem);
    expect(parse).not.toHaveBeenCalled();
  });

  it.each([
    ["40 levels", pairs("(", 40, ")")],
    ["brackets in texts", `'((((' + "[[[" + r'{{{\\' + '''it's ([{''' + R"""a"((("""`],
    ["many pairs beside each other", `${"[1],".repeat(60)}[1]`.replace(/.*/, "[$&].size()")],
  ])("%s: the parser is called once", async (_, text) => {
    expect(await problemOf(text)).toBeUndefined();
    expect(parse.mock.calls).toEqual([[text]]);
  });

  it.each([
    ["valid", `${`${pairs("(", 40, ")")}+`.repeat(11)}1`],
    ["invalid inside", `${"(".repeat(40)}1 1${")".repeat(40)}`],
    ["a chain of conditions", `${"a?b:".repeat(249)}1 1`],
    ["a chain of signs", `${"-".repeat(996)}1 1`],
    ["comparisons", `${"a<".repeat(499)}<`],
  ])("at the bounds, %s: the parser looks at the text less than 12 times for each character", async (_, text) => {
    expect(text.length).toBeLessThanOrEqual(1000);
    await openClaimMapper().problemsOf({ made: "1" }); // loads the library
    const looks = (["charCodeAt", "charAt", "substring", "substr", "slice"] as const).map((name) =>
      vi.spyOn(String.prototype, name),
    );
    await problemOf(text);
    const steps = looks.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    vi.restoreAllMocks();
    expect(steps).toBeLessThan(12 * text.length + 200);
  });

  it("an expression that the parser accepts is not refused for its brackets", async () => {
    const texts = fc.array(
      fc.constantFrom("(", ")", "[", "]", "{", "}", "'", '"', "\\", "r", "a", "1", ",", ".", "+", "\n"),
      {
        maxLength: 12,
      },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (parts) => {
        const problem = await problemOf(parts.join(""));
        const isOfBrackets = problem?.includes("brackets do not pair") || problem?.includes("a text does not end");
        if (isOfBrackets === true) expect(() => parse(parts.join(""))).toThrow();
      }),
      { numRuns: 3000 },
    );
  });
});
