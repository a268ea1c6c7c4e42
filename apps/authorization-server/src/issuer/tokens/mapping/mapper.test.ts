import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { openClaimMapper } from "./mapper.ts";

const mapper = openClaimMapper();
const input = {
  claims: { preferred_username: "ada", email: "ada@corp.example", email_verified: true, address: { country: "CH" } },
  groups: ["Staff", "staff-admins"],
  scopes: ["openid", "email"],
  client: { id: "app" },
};

/** Expressions of what makes values larger, in any combination. */
const { expressions } = fc.letrec<{ expressions: string }>((tie) => {
  const inner = tie("expressions");
  const leaves = ["claims.a", "claims.b", "groups", "s", "'xx'", "['x','y']", "claims", "1"];
  const around = ["split('')", "split('x')", "size()", "lowerAscii()", "join('yyyy')", "all(s,s==s)", "exists(s,s==1)"];
  return {
    expressions: fc.oneof(
      { maxDepth: 7, withCrossShrink: true },
      fc.constantFrom(...leaves),
      fc.tuple(inner, fc.constantFrom(...around, "map(s,s+s)", "filter(s,s!='x')")).map((of) => of.join(".")),
      fc.tuple(inner, inner).map(([list, step]) => `${list}.map(s,${step})`),
      fc.tuple(inner, inner).map(([list, by]) => `${list}.join(${by})`),
      fc.tuple(inner, inner, fc.constantFrom("+", "==", "in")).map(([one, other, by]) => `(${one} ${by} ${other})`),
      inner.map((of) => `[${of}]`),
      inner.map((of) => `${of}[0]`),
    ),
  };
});
const madeBy = async (text: string) => (await mapper.apply({ made: text }, input)).made;
const problemOf = async (text: string) => (await mapper.problemsOf({ made: text })).made;

describe("ev.6: claims are made by expressions of CEL", () => {
  it.each<[string, unknown]>([
    ["claims.preferred_username", "ada"],
    ["claims.email.split('@')[1]", "corp.example"],
    ["'Staff' in groups ? 'employee' : 'guest'", "employee"],
    ["groups.filter(g, g.startsWith('staff-')).map(g, g.substring(6))", ["admins"]],
    ["has(claims.address) ? claims.address.country : 'none'", "CH"],
    ["{'n': 1, 'x': [1.5, true, null]}", { n: 1, x: [1.5, true, null] }],
    ["groups.map(g, g.lowerAscii()).join(' ')", "staff staff-admins"],
    ["'staff' in groups.map(g, g.lowerAscii())", true],
    ["groups.map(g, g + '@' + claims.email.split('@')[1])", ["Staff@corp.example", "staff-admins@corp.example"]],
    ["claims.preferred_username + '@corp.example'", "ada@corp.example"],
    ["([1] + [2, 3]).filter(n, n != 2)", [1, 3]],
    ["['x'].map(groups, .groups)", ["x"]],
    ["client.id + '/' + string(size(scopes))", "app/2"],
  ])("%s", async (text, value) => {
    expect(await problemOf(text)).toBeUndefined();
    expect(await madeBy(text)).toEqual(value);
  });

  it.each([
    ["a claim that is absent", "claims.nickname"],
    ["a wrong type", "claims.email + 1"],
    ["a division by zero", "1 / (size(groups) - 2)"],
    ["a number that JSON cannot hold", "9007199254740993"],
    ["a list without end", "groups[7]"],
    ["bytes", "b'abc'"],
    ["a name that is not a variable", "process.env"],
    ["what a loop adds to", "groups.map(g, @result + @result)"],
  ])("%s leaves the claim out, and ends nothing", async (_, text) => {
    expect(await madeBy(text)).toBeUndefined();
  });
});

describe("ev.6: an expression that can cost too much is refused when it is saved", () => {
  const list = `[${Array.from({ length: 400 }, () => "1").join()}]`;
  it.each([
    ["loops in loops", "groups.map(a, groups.map(b, groups.map(c, a + b + c)))", "can take too many steps"],
    ["two loops", "groups.map(a, groups.map(b, a + b))", "can take too many steps"],
    ["loops over the parts of a text", "claims.email.split('').map(a, groups.exists(g, g == a))", "can take too many"],
    ["a long list of literals in a loop", `groups.map(a, [${"'x',".repeat(120)}'x'])`, "can take too many steps"],
    ["many parts", list, "has too many parts"],
    ["deep nesting", `${"(".repeat(60)}1${" + 1)".repeat(60)}`, "is nested too deeply"],
    ["a long text", `'${"x".repeat(1000)}'`, "is longer than 1000 characters"],
    ["a regular expression", "claims.email.matches('(a+)+$')", "may not use matches"],
    ["replacements that multiply", "claims.email.replace('a', claims.email)", "may not use replace"],
    ["formats", "'%s'.format([1])", "may not use format"],
    ["times of now", "timestamp('2030-01-01T00:00:00Z')", "may not use timestamp"],
    ["no expression", "claims.", "is not an expression"],
    ["texts that double", `['xxxxxxxx']${".map(s,s+s)".repeat(24)}[0].split('').size()`, "can make too"],
    ["lists that double", `[[1]]${".map(s,s+s)".repeat(25)}[0].all(x,x==1)`, "can make too"],
    ["nested lists that double", `[[[1,2],[3]]]${".map(s,[s+s])".repeat(18)}[0]`, "can make too"],
    ["maps that double", `[{'a':'xxxxxxxx'}]${".map(s,{'a':s.a+s.a})".repeat(16)}[0].a.size()`, "can make too"],
    ["a long separator", "claims.a.split('').join(claims.a)", "can make too"],
    [
      "separators that multiply",
      `claims.a.split('').join(claims.a).split('').join('${"y".repeat(300)}').split('').size()`,
      "can make too",
    ],
    ["loops that copy", "[groups.map(x, claims.a).join('')].map(s, groups.map(x, s).join(''))", "can make too"],
    ["long texts in loops", "groups.map(g, claims.a.contains(claims.b))", "can make too"],
    ["U+0000", "'\0'", "has characters that are no text"],
    ["half of a pair of surrogates", "'\ud800'", "has characters that are no text"],
  ])("%s", async (_, text, problem) => {
    expect(await problemOf(text)).toContain(problem);
  });

  it("what is accepted takes milliseconds for the largest input", async () => {
    const text = "groups.map(g, g + g + g).filter(g, g.contains('x')).map(g, g.lowerAscii()).join('').contains('y')";
    expect(await problemOf(text)).toBeUndefined();
    const groups = Array.from({ length: 5000 }, () => "x".repeat(100));
    const before = performance.now();
    await mapper.apply({ made: text }, { ...input, groups });
    expect(performance.now() - before).toBeLessThan(500);
  });

  it("every form of it that is accepted takes a bounded time, and none throws", async () => {
    const accepted = fc.sample(expressions, { numRuns: 600, seed: 103 });
    const large = { ...input, claims: { a: "x".repeat(998), b: Array.from({ length: 498 }, () => 1) } };
    const groups = Array.from({ length: 200 }, (_, index) => `${"x".repeat(196)}${index}`);
    let runs = 0;
    for (const text of accepted) {
      if ((await problemOf(text)) !== undefined) continue;
      runs += 1;
      const before = performance.now();
      await mapper.apply({ made: text }, { ...large, groups });
      expect(performance.now() - before, text).toBeLessThan(1000);
    }
    expect(runs).toBeGreaterThan(50);
  });

  it("what is stored and not allowed any more is left out, and is logged once without its text", async () => {
    const warn = vi.fn();
    const strict = openClaimMapper({ warn });
    const mapping = { old: `['secret']${".map(s,s+s)".repeat(24)}[0]`, good: "claims.email" };
    for (let run = 0; run < 3; run += 1)
      expect(await strict.apply(mapping, input)).toEqual({ good: "ada@corp.example" });
    expect(warn).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(warn.mock.calls)).toContain('"claim":"old"');
    expect(JSON.stringify(warn.mock.calls)).not.toContain("secret");
  });

  it("a value that is too long is left out", async () => {
    const groups = Array.from({ length: 200 }, () => "x".repeat(100));
    expect(await mapper.apply({ made: "groups" }, { ...input, groups })).toEqual({});
    expect(await mapper.apply({ made: "claims.big" }, { ...input, claims: { big: "x".repeat(2000) } })).toEqual({});
  });
});

describe("role-04: a mapping makes no claim that has a meaning of its own", () => {
  it.each(["sub", "iss", "aud", "acr", "amr", "roles", "groups", "email_verified", "cnf", "scope", "__proto__", "a b"])(
    "role-04: %s is refused, and is dropped where it is stored",
    async (name) => {
      const mapping = Object.fromEntries([[name, "'owner'"]]);
      expect(Object.keys(await mapper.problemsOf(mapping))).toEqual([name]);
      expect(Object.keys(await mapper.apply(mapping, input))).toEqual([]);
    },
  );
});
