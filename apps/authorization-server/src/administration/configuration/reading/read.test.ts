import { afterEach, describe, expect, it, vi } from "vitest";
import type * as Yaml from "yaml";

const { placed } = vi.hoisted(() => ({ placed: vi.fn() }));
vi.mock("yaml", async (original) => {
  const real = await original<typeof Yaml>();
  class CountingLines extends real.LineCounter {
    constructor() {
      super();
      const place = this.linePos;
      this.linePos = (offset) => {
        placed();
        return place(offset);
      };
    }
  }
  return { ...real, LineCounter: CountingLines };
});
const { Composer } = await import("yaml");
const { MOST_PARTS_OF_A_REQUEST, readConfiguration } = await import("./read.ts");

const limits = { mostParts: MOST_PARTS_OF_A_REQUEST };
const LONGEST_OF_A_REQUEST = 60_000;
const problemsIn = (text: string): readonly string[] => {
  try {
    readConfiguration(text, "shop.yaml", limits);
    return [];
  } catch (err) {
    return (err as Error).message
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
};
const many = (count: number, of: (index: number) => string, between = "\n") =>
  Array.from({ length: count }, (_, index) => of(index)).join(between);
const withClients = (clients: string) => `managed_by: shop\nclients: [${clients}]\n`;

afterEach(() => void vi.restoreAllMocks());

describe("A4: a configuration is bounded before it is read", () => {
  it.each([
    ["more parts than a request has", "- a\n".repeat(15_000), "shop.yaml: has more than 30000 parts"],
    [
      "33 lists in one another",
      `${"[".repeat(33)}${"]".repeat(33)}`,
      "shop.yaml:1: is nested more than 32 levels deep",
    ],
    ["maps that are never closed", "\n{a: ".repeat(3000), "shop.yaml:34: is nested more than 32 levels deep"],
    ["lists of lists in one line", `a: 1\n${"- ".repeat(10_000)}`, "shop.yaml:2: is nested more than 32 levels deep"],
    ["keys of keys in one line", "? ".repeat(33), "shop.yaml:1: is nested more than 32 levels deep"],
  ])("%s: nothing is composed", (_, text, problem) => {
    const compose = vi.spyOn(Composer.prototype, "compose");
    expect(problemsIn(text)).toEqual([problem]);
    expect(compose).not.toHaveBeenCalled();
  });

  it.each([
    ["32 lists in one another", `${"[".repeat(32)}${"]".repeat(32)}`],
    [
      "many lists beside each other",
      "[[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[]]",
    ],
    ["brackets in texts", `- "${"[".repeat(40)}"\n- |\n  ${"[\n  ".repeat(40)}\n- a${"[".repeat(40)}`],
    ["a list of more than 32 items", "- a\n".repeat(40)],
  ])("%s: it is composed, and the shape says what is wrong", (_, text) => {
    const compose = vi.spyOn(Composer.prototype, "compose");
    expect(problemsIn(text)[0]).toContain("must be an object");
    expect(compose).toHaveBeenCalledOnce();
  });

  it("a request of the longest kind that is dense with clients has fewer parts than that", () => {
    const client = (index: number) => `{client_id: c${index}, redirect_uris: [https://a.example/${index}]}`;
    const text = withClients(many(1100, client, ", "));
    expect(text.length).toBeGreaterThan(LONGEST_OF_A_REQUEST);
    expect(problemsIn(text)).not.toContain("shop.yaml: has more than 30000 parts");
  });
});

describe("A4: each key and each problem is looked at once", () => {
  it("the keys of a map are compared by one look each", () => {
    const keys = 500;
    const has = vi.spyOn(Set.prototype, "has");
    const text = withClients(`{${many(keys - 1, (index) => `k${index}: 1`, ", ")}, k7: 2}`);
    expect(problemsIn(text)).toEqual(["shop.yaml:2: clients[0].k7: is there twice"]);
    expect(has.mock.calls.filter(([key]) => /^k\d+$/.test(String(key)))).toHaveLength(keys);
  });

  it("more keys than any map needs are refused, and not told one by one", () => {
    const text = withClients(`{${many(501, (index) => `k${index}: 1`, ", ")}}`);
    expect(problemsIn(text)).toEqual(["shop.yaml:2: clients[0]: has more than 500 members"]);
  });

  it.each([
    ["at the top", "managed_by: shop\nclients: []\nmanaged_by: other\n", "shop.yaml:3: managed_by: is there twice"],
    ["inside", withClients('{client_id: a, "client_id": b}'), "shop.yaml:2: clients[0].client_id: is there twice"],
    ["in a list of a map of a list", "a:\n- b:\n  - c: 1\n    c: 2\n", "shop.yaml:4: a[0].b[0].c: is there twice"],
  ])("RFC 8259 §4: a key that is there twice %s is refused", (_, text, problem) => {
    expect(problemsIn(text)).toEqual([problem]);
  });

  it.each([
    ["of keys that are not known", withClients(many(100, (index) => `{client_id: a, k${index}: 1, l: 2}`, ", "))],
    ["of clients without members", withClients(many(3000, () => "{}", ","))],
    ["of the text itself", `managed_by: shop\nx: ${'"" '.repeat(3000)}`],
    ["of texts in no list", `[${",".repeat(15_000)}`],
    ["of keys that are there twice", withClients(many(200, () => "{a: 1, a: 2}", ","))],
  ])("50 problems %s are placed and told, no matter how many there are", (_, text) => {
    placed.mockClear();
    expect(problemsIn(text)).toHaveLength(50);
    expect(placed).toHaveBeenCalledTimes(50);
  });

  it("a problem has the line of its member, also in a long map", () => {
    const text = `managed_by: shop\nclients:\n- client_id: a\n${many(300, (index) => `  k${index}: 1`)}\n`;
    const problems = problemsIn(text);
    expect(problems[49]).toMatch(/^shop\.yaml:\d+: clients\[0\]\.k\d+: is not known here$/);
    for (const problem of problems) {
      const [, line, key] = /:(\d+): clients\[0\]\.k(\d+):/.exec(problem) ?? [];
      if (key !== undefined) expect(Number(line)).toBe(Number(key) + 4);
    }
  });
});
