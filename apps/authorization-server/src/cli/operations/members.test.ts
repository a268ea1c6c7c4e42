import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { OperationCommand } from "../../administration/api/command.ts";
import { defineOperation, isCommand } from "../../administration/api/operation.ts";
import { membersOf, optionsFor, sentFor } from "./members.ts";

const operation = defineOperation({
  id: "addShelf",
  method: "POST",
  path: "/shelves",
  summary: "Adds a shelf",
  scope: "settings:write",
  query: z.strictObject({ limit: z.int().optional(), cursor: z.string().optional(), only: z.string().optional() }),
  body: z.strictObject({
    name: z.string().meta({ description: "what it is called" }),
    scopes: z.array(z.string()).default([]),
    is_open: z.boolean().default(false),
    is_lit: z.boolean().default(true),
    is_high: z.boolean().optional(),
    texts: z.record(z.string(), z.string()).optional(),
    width: z.int().nullable().default(null),
    kind: z.enum(["wood", "steel"]).default("wood"),
    sizes: z
      .array(z.string())
      .transform((sizes) => new Set(sizes))
      .optional(),
    size: z.strictObject({ width: z.int() }).nullable().default(null),
    rows: z.array(z.strictObject({ height: z.int() })).default([]),
    secret: z.string().optional(),
  }),
  command: { line: "shelves add <name>", takes: { scope: "scopes" }, leavesOut: ["secret"], means: { width: "in cm" } },
  handle: async () => ({ body: undefined }),
});

const members = isCommand(operation) ? membersOf(operation, [operation.command].flat()[0] as OperationCommand) : [];
const memberFor = (name: string) => {
  const found = members.find((member) => member.name === name);
  if (found === undefined) throw new Error(`there is no member ${name}`);
  return found;
};

describe("an act is declared once: options follow from the members of an operation", () => {
  it.each([
    ["only", ["--only <only>"]],
    ["scopes", ["--scope <scopes>"]],
    ["is_open", ["--is-open"]],
    ["is_lit", ["--no-is-lit"]],
    ["is_high", ["--is-high", "--no-is-high"]],
    ["texts", ["--texts <texts>"]],
    ["width", ["--width <width>"]],
    ["kind", ["--kind <kind>"]],
  ])("%s: %j", (name, flags) => {
    expect(optionsFor(memberFor(name), undefined).map((option) => option.flags)).toEqual(flags);
  });

  it("leave out the pages of lists and what the command leaves out", () => {
    const names = members.map(({ name }) => name);
    expect(names).toContain("only");
    for (const name of ["limit", "cursor", "secret"]) expect(names).not.toContain(name);
  });

  it.each([
    ["name", undefined, "what it is called", true],
    ["name", "its name", "its name", true],
    ["width", "in cm", "in cm", false],
    ["scopes", undefined, "", false],
  ])("%s, explained as %j: %j", (name, means, description, mandatory) => {
    expect(optionsFor(memberFor(name), means)[0]).toMatchObject({ description, mandatory });
  });

  it("have the choices of their shape", () => {
    expect(optionsFor(memberFor("kind"), undefined)[0]).toMatchObject({ argChoices: ["wood", "steel"] });
  });
});

describe("what is typed has the form of its member", () => {
  it.each([
    ["name", "a b", "a b"],
    ["scopes", "read write,refund", ["read", "write", "refund"]],
    ["scopes", "", []],
    ["sizes", "s m", ["s", "m"]],
    ["width", "20", 20],
    ["width", "0x14", Number.NaN],
    ["is_open", true, true],
    ["size", '{"width":1}', { width: 1 }],
    ["rows", '[{"height":1}]', [{ height: 1 }]],
    ["rows", "height=1", "height=1"],
    ["rows", '[{"height":1,"height":2}]', '[{"height":1,"height":2}]'],
  ])("%s: %j", (name, typed, sent) => {
    expect(sentFor(memberFor(name).shape, typed)).toEqual(sent);
  });

  it("pairs of name and value are collected, and an empty one adds nothing", () => {
    const [option] = optionsFor(memberFor("texts"), undefined);
    const read = (given: string, before?: unknown) => option?.parseArg?.(given, before as never);
    expect(read("en=b=c", read("de=a"))).toEqual({ de: "a", en: "b=c" });
    expect(read("")).toEqual({});
    expect(() => read("=b")).toThrow("name=value");
  });
});
