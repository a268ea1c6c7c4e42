import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { AUDIT_TYPES } from "../../platform/stores/audit/audit-types.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

const EVENT = {
  id: "7",
  at: "2030-01-01T12:00:00.000Z",
  type: "user_disabled",
  actor: "operator",
  actor_id: null,
  user_id: "0b7f2b4e-27a5-4a3e-9d0e-0f6c1f2d3a4b",
  client_id: null,
  address: null,
  detail: {},
  reference: "29yEVkYSCwdG",
};

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

describe("architecture §4.6: audit types", () => {
  it("prints every type with its own versioned schema", async () => {
    const types: { type: string; version: number; schema: Record<string, unknown> }[] = await cli.json(
      "audit",
      "types",
    );
    expect(types.map(({ type }) => type)).toEqual(AUDIT_TYPES);
    expect(types.map(({ schema }) => schema.$id)).toEqual(AUDIT_TYPES.map((type) => `urn:countersign:event:${type}:1`));
    expect(types.every(({ version }) => version === 1)).toBe(true);
  });

  it("a schema accepts its events, and no others", async () => {
    const types = await cli.json("audit", "types");
    const { schema } = types.find(({ type }: { type: string }) => type === EVENT.type);
    const shape = z.fromJSONSchema(schema);
    expect(shape.safeParse(EVENT).success).toBe(true);
    expect(shape.safeParse({ ...EVENT, type: "user_enabled" }).success).toBe(false);
    expect(shape.safeParse({ ...EVENT, password: "x" }).success).toBe(false);
    expect(shape.safeParse({ ...EVENT, user_id: "alice" }).success).toBe(false);
  });

  it("prints what each type means, for people", async () => {
    const { stdout } = await cli.run(["audit", "types"]);
    expect(stdout).toMatch(/^type +meaning\nsign_in +a user signed in\n/);
  });
});
