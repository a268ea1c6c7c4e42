/** Every name that administrators, configurations, directories and commands give is read by people. */
import { readTypedClaims } from "@countersign/rules";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { configurationShape } from "../configuration/kinds/kinds.ts";
import { OPERATIONS } from "./operation-table.ts";

interface Name {
  readonly path: string;
  readonly shape: z.ZodType;
}

/** The strings in a shape that people read as a name, by what their members are called. */
function namesIn(shape: z.ZodType, path: string, member = ""): readonly Name[] {
  const inner = innerOf(shape);
  if (inner !== undefined) return namesIn(inner, path, member);
  if (shape instanceof z.ZodObject) {
    return Object.entries(shape.shape as Record<string, z.ZodType>).flatMap(([name, one]) =>
      namesIn(one, `${path}/${name}`, name),
    );
  }
  if (shape instanceof z.ZodUnion) return (shape.options as z.ZodType[]).flatMap((one) => namesIn(one, path, member));
  return shape instanceof z.ZodString && /(?:^|_)(?:name|note|version)$/.test(member) ? [{ path, shape }] : [];
}

/** What a shape wraps. */
function innerOf(shape: z.ZodType): z.ZodType | undefined {
  if (shape instanceof z.ZodDefault || shape instanceof z.ZodOptional || shape instanceof z.ZodNullable) {
    return shape.unwrap() as z.ZodType;
  }
  if (shape instanceof z.ZodArray) return shape.element as z.ZodType;
  if (shape instanceof z.ZodRecord) return shape.valueType as z.ZodType;
  return shape instanceof z.ZodPipe ? (shape.in as z.ZodType) : undefined;
}

// A change of claims is read by `readTypedClaims`, as what people type is.
const NAMES = [
  ...OPERATIONS.flatMap(({ id, body }) => (body === undefined || id === "changePerson" ? [] : namesIn(body, id))),
  ...namesIn(configurationShape, "configuration"),
];

/** Names of people have joiners, which some scripts need. No name has characters that turn a text around. */
const isOfPerson = ({ path }: Name) => path.includes("/claims/");

const UNSEEN = ["a\u200bb", "a\u2060b", "\u3164", "a\u2800b", "a\u00adb"];
const MISLEADING = ["a\u202eb", "a\u2066b", "a\nb", "a\rb", "a\u2028b", "a\u0085b", "a\u0000b"];

describe("C12: a name shows what it is", () => {
  it("there are many names", () => {
    expect(NAMES.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["addOrganization/name", "addGroup/name", "addOrganizationGroup/name", "addWebhook/name"]),
    );
    expect(NAMES.length).toBeGreaterThan(25);
  });

  it.each(NAMES.map((name) => [name.path, name] as const))("%s", (_, name) => {
    const taken = [...MISLEADING, ...(isOfPerson(name) ? [] : UNSEEN)].filter(
      (text) => name.shape.safeParse(text).success,
    );
    expect(taken.map((text) => JSON.stringify(text))).toEqual([]);
    expect(name.shape.safeParse("Zürich 東京 1").success).toBe(true);
  });

  it.each(["name", "given_name", "family_name", "middle_name"] as const)("changePerson/claims/%s", (claim) => {
    for (const text of MISLEADING) expect(readTypedClaims({ [claim]: text }).wrong).toEqual([claim]);
    expect(readTypedClaims({ [claim]: "علی\u200cرضا" }).wrong).toEqual([]);
  });
});
