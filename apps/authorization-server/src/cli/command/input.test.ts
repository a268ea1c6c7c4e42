import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { PROVIDER_OPTIONS } from "../providers/options.ts";
import { PROVIDER_COMMANDS } from "../providers/providers.ts";
import type { Context } from "./context.ts";
import { type Options, validate } from "./input.ts";

describe("the problem of a value names the option that was typed", () => {
  const shape = z.object({ scopeTexts: z.record(z.string(), z.string().max(3)), name: z.string().max(3) });
  const options: Options<z.output<typeof shape>> = { scopeTexts: "--scope-text" };

  it("at each depth, and leaves other names as they are", () => {
    const given = { scopeTexts: { "orders:read": "too long" }, name: "too long" };
    expect(() => validate(shape, given, "the API", options)).toThrow(
      /^the API cannot be used:\n {2}--scope-text\.orders:read: [^\n]+\n {2}name: /,
    );
  });

  it("a shape with names of ours is not accepted without its options", () => {
    // @ts-expect-error: scopeTexts is the name of no option.
    expect(() => validate(shape, {}, "the API")).toThrow("cannot be used");
  });
});

describe("each of the names is an option or an argument of the command", () => {
  const quiet = () => {};
  const context: Context = {
    environment: {},
    stdin: new PassThrough(),
    print: quiet,
    complain: quiet,
    terminal: new PassThrough(),
    now: () => new Date(),
  };

  it("providers", () => {
    const commands = PROVIDER_COMMANDS.map((command) => command(context));
    const add = commands.find((command) => command.name() === "add");
    const { options, registeredArguments } = add as NonNullable<typeof add>;
    const known = [...options.map(({ long }) => long), ...registeredArguments.map((one) => `<${one.name()}>`)];
    expect(known).toEqual(expect.arrayContaining(Object.values(PROVIDER_OPTIONS)));
  });
});
