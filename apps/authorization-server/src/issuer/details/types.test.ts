import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@countersign/rules";
import { describe, expect, it } from "vitest";
import { callsOf } from "../../../testing/calls-of.ts";
import { payment } from "../../../testing/clients/details.ts";
import { openDetailsTypes, readType } from "./types.ts";

const display = { en: { title: "A title", fields: [{ label: "Name", value: "{name}" }] } };
const loan = {
  type: "loan",
  resources: ["https://loans.example"],
  schema: { properties: { name: { type: "string" } } },
  display,
};
const typeOf = (changes: Readonly<Record<string, unknown>>) =>
  readType(JSON.stringify({ ...loan, ...changes }), "a.json");
const plain = { en: { title: "A title", fields: [] } };
const isValid = (schema: unknown, value: JsonObject) =>
  typeOf({ schema, display: plain }).isValid({ type: "loan", ...value });
const withPattern = (pattern: string) => ({ properties: { name: { type: "string", pattern } } });

describe("RFC 9396 §2: a type from a file", () => {
  it("rar-r01: has the settings that the file gives, and careful ones otherwise", () => {
    expect(typeOf({})).toMatchObject({ narrowable: [], whole: false, remembered: false, withoutPerson: [] });
  });

  it.each<[string, unknown]>([
    ["no resource server", { resources: [] }],
    ["a resource server that is not an identifier", { resources: ["loans"] }],
    ["no texts in English", { display: { de: display.en } }],
    ["no texts", { display: undefined }],
    ["a text with a value that the schema does not define", { display: { en: { title: "{nam}", fields: [] } } }],
    ["an unknown setting", { remember: true }],
    ["no schema", { schema: undefined }],
    ["a schema of another document", { schema: { $ref: "https://schemas.example/loan" } }],
    ["a schema of another draft", { schema: { $schema: "http://json-schema.org/draft-07/schema#" } }],
    ["an unknown keyword", { schema: { propertys: {}, ...loan.schema } }],
    ["an unknown format", { schema: { properties: { name: { type: "string", format: "iban" } } } }],
    ["a pattern that no linear engine takes", { schema: withPattern("^(?=a)") }],
  ])("rar-r01: stops the start with its name for %s", (_, changes) => {
    expect(() => typeOf(changes as Record<string, unknown>)).toThrow('the type "loan" in a.json is not valid');
  });

  it("rar-r01: stops the start if two files define it, or if it is for /userinfo", async () => {
    const folder = await mkdtemp(join(tmpdir(), "types-"));
    await writeFile(join(folder, "a.json"), JSON.stringify(loan));
    expect([...(await openDetailsTypes(folder, "https://me.example")).keys()]).toEqual(["loan"]);
    await expect(openDetailsTypes(folder, "https://loans.example/")).rejects.toThrow("/userinfo");
    await writeFile(join(folder, "b.json"), JSON.stringify(loan));
    await expect(openDetailsTypes(folder, "https://me.example")).rejects.toThrow('the type "loan" in b.json');
  });

  it("rar-r01: refuses members that the schema does not name, at every depth, unless it allows them", () => {
    const inner = { type: "object", properties: { b: {} } };
    const schema = {
      properties: { a: inner, list: { type: "array", items: { $ref: "#/$defs/one" } } },
      $defs: { one: inner },
    };
    expect(isValid(schema, { a: { b: 1 }, list: [{ b: 1 }] })).toBe(true);
    for (const value of [{ c: 1 }, { a: { c: 1 } }, { list: [{ c: 1 }] }]) expect(isValid(schema, value)).toBe(false);
    expect(isValid({ ...schema, additionalProperties: true }, { c: 1 })).toBe(true);
  });

  it("checks that the type is its own, byte for byte", () => {
    expect(typeOf({}).isValid({ type: "Loan", name: "x" })).toBe(false);
  });

  it("takes linear time for patterns that take exponential time elsewhere", async () => {
    const nested = typeOf({ schema: withPattern("^(a+)+$"), display: plain });
    const calls = (length: number) =>
      callsOf("/re2js/", () => nested.isValid({ type: "loan", name: `${"a".repeat(length - 1)}!` }));
    expect(nested.isValid({ type: "loan", name: "aaa!" })).toBe(false);
    const [short, long] = [await calls(1000), await calls(2000)];
    expect(short).toBeGreaterThan(1000);
    expect(long / short).toBeLessThan(2.1);
  });

  it("tells patterns of one schema apart", () => {
    const schema = { properties: { a: { type: "string", pattern: "^x$" }, b: { type: "string", pattern: "^y$" } } };
    expect([isValid(schema, { a: "x", b: "y" }), isValid(schema, { a: "x", b: "x" })]).toEqual([true, false]);
  });
});

describe("the type payment of the development configuration", async () => {
  const file = new URL("../../../../../packages/dev/authorization-details/payment.json", import.meta.url);
  const type = readType(await readFile(file, "utf8"), "payment.json");

  it.each(["0", "0.5", "10", "10.00", "999999999999.99"])("accepts the amount %s", (amount) => {
    expect(type.isValid(payment(amount) as JsonObject)).toBe(true);
  });

  it.each(["", "-1", "01", "1.", ".5", "1.234", "1,00", "1e3", " 1", "1\n", "1000000000000"])(
    "refuses the amount %j",
    (amount) => {
      expect(type.isValid(payment(amount) as JsonObject)).toBe(false);
    },
  );

  it("has texts in every language of the pages", () => {
    expect([...type.display.keys()].sort()).toEqual(["de", "en", "es", "fr", "zh"]);
  });
});
