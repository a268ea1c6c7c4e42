import { describe, expect, it } from "vitest";
import { addedClaims } from "./added-claims.ts";

const allowed = ["plan", "seats", "features", "sub", "roles", "__proto__"];

describe("ev.5: what of an answer becomes claims", () => {
  it.each<[string, unknown, unknown]>([
    ["claims of the list", { claims: { plan: "gold", seats: 5 } }, { plan: "gold", seats: 5 }],
    ["no claim that is not in the list", { claims: { plan: "gold", other: 1 } }, { plan: "gold" }],
    ["no claim without a value", { claims: { plan: null } }, {}],
    ["lists and objects, five deep", { claims: { features: { a: [{ b: [1] }] } } }, { features: { a: [{ b: [1] }] } }],
    ["nothing deeper", { claims: { features: [[[[[[1]]]]]], plan: "x" } }, { plan: "x" }],
    ["no value above 4 KB", { claims: { plan: "x".repeat(4096), seats: 1 } }, { seats: 1 }],
    [
      "at most 8 KB",
      { claims: { plan: "x".repeat(4000), seats: "y".repeat(4000), features: "z".repeat(500) } },
      undefined,
    ],
  ])("%s", (what, answer, added) => {
    const claims = addedClaims(answer, allowed);
    if (what === "at most 8 KB") expect(Object.keys(claims ?? {})).toEqual(["plan", "seats"]);
    else expect(claims).toEqual(added);
  });

  it("hook-02, role-04: no claim that has a meaning, even if the list has it", () => {
    const answer = JSON.parse(
      '{"claims":{"sub":"mallory","roles":["owner"],"__proto__":{"admin":true},"plan":"gold"}}',
    );
    expect(addedClaims(answer, allowed)).toEqual({ plan: "gold" });
  });

  it.each([[undefined], [null], ["text"], [[]], [{}], [{ claims: [] }], [{ claims: "x" }]])(
    "%j is not an answer of a claims hook",
    (answer) => expect(addedClaims(answer, allowed)).toBeUndefined(),
  );
});
