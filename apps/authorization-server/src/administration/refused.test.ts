import { describe, expect, it } from "vitest";
import { explain } from "../cli/command/refusal.ts";
import { problemOf } from "./api/problem.ts";
import { refusedBy } from "./api/scim/requests.ts";
import { asRefusal } from "./configuration/refusal.ts";
import { malformed, missing, Refused } from "./refused.ts";

const LAST_OWNER = "this is the last owner of the deployment: assign the role owner to another user first";
const taken = { kind: "taken", what: "webhook", why: "there is a webhook of this name" } as const;
const REFUSALS = {
  missing: [missing("webhook"), "not-found", 404, "there is no such webhook", 404],
  "missing, by name": [missing("webhook", "Hub"), "not-found", 404, "there is no webhook Hub", 404],
  taken: [new Refused(taken), "conflict", 409, "there is a webhook of this name", 409],
  "taken, by name": [new Refused({ ...taken, name: "Hub" }), "conflict", 409, "there is a webhook Hub already", 409],
  limit: [
    new Refused({ kind: "limit", what: "webhook", most: 50 }),
    ...["conflict", 409, "there are 50 webhooks already", 409],
  ],
  unfit: [new Refused({ kind: "unfit", why: "it is disabled" }), "conflict", 409, "it is disabled", 409],
  "last-owner": [new Refused({ kind: "last-owner" }), "conflict", 409, LAST_OWNER, 409],
  "not-yours": [new Refused({ kind: "not-yours", why: "it is of others" }), "forbidden", 403, "it is of others", 403],
  malformed: [
    malformed("hook", "on_error", "must be omit"),
    ...["invalid-request", 400, "invalid hook: on_error must be omit", 400],
  ],
} as const;

describe("an act that is refused", () => {
  it.each(Object.entries(REFUSALS))("%s: has a problem, a SCIM error and a sentence", (_, row) => {
    const [refused, kind, status, sentence, scimStatus] = row as readonly [Refused, string, number, string, number];
    const problem = problemOf(refused.refusal);
    expect([problem.kind, problem.status]).toEqual([kind, status]);
    expect(refusedBy(refused.refusal).status).toBe(scimStatus);
    expect(explain(refused)).toEqual({ sentence, exitCode: 1 });
    const applied = `${sentence}: the database is not as the plan saw it. Nothing was changed`;
    expect(asRefusal(refused)).toMatchObject({ name: "ConfigurationRefusal", message: applied });
  });

  it("RFC 9457: repeats no name, and points at the member that is wrong", () => {
    expect(problemOf(missing("webhook", "Hub").refusal).detail).toBe("there is no such webhook");
    expect(problemOf({ ...taken, name: "Hub" }).detail).toBe("there is a webhook of this name");
    expect(problemOf({ kind: "last-owner" }).detail).toBe("this is the last owner");
    const { errors } = problemOf(malformed("hook", "on_error", "must be omit").refusal);
    expect(errors).toEqual([{ pointer: "#/on_error", detail: "must be omit" }]);
  });

  it("RFC 7644 §3.12: has a scimType where one fits", () => {
    expect(refusedBy(taken)).toMatchObject({ scimType: "uniqueness", message: "there is a webhook of this name" });
    const wrong = malformed("group", "displayName", "has 1 to 100 visible characters").refusal;
    expect(refusedBy(wrong)).toMatchObject({
      scimType: "invalidValue",
      message: "displayName has 1 to 100 visible characters",
    });
    expect(refusedBy(missing("group").refusal).message).toBe("there is no such resource");
  });

  it("an error that is not a refusal is returned unchanged", () => {
    const other = new Error("else");
    expect(asRefusal(other)).toBe(other);
  });
});
