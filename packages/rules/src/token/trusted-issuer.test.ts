import { describe, expect, it } from "vitest";
import { workloadOf, workloadRules } from "./trusted-issuer.ts";

const pod = {
  sub: "system:serviceaccount:shop:orders",
  "kubernetes.io": { namespace: "shop", serviceaccount: { name: "orders", uid: "u1" }, "a/b": "c" },
  repository: "acme/shop",
  ref: "refs/heads/release/7",
  run_attempt: 1,
};
const rule = (claims: Readonly<Record<string, string>>, client = "orders") => ({ client, claims });

describe("RFC 7523 §3.1: the program that an assertion stands for", () => {
  it.each<[string, Readonly<Record<string, string>>, boolean]>([
    ["the same text", { sub: "system:serviceaccount:shop:orders" }, true],
    ["another text", { sub: "system:serviceaccount:shop:order" }, false],
    ["a text that only begins like the rule", { repository: "acme/sho" }, false],
    ["a prefix", { ref: "refs/heads/release/*" }, true],
    ["another prefix", { ref: "refs/tags/*" }, false],
    ["all claims of the rule", { repository: "acme/shop", ref: "refs/heads/*" }, true],
    ["one claim of two", { repository: "acme/shop", ref: "refs/tags/*" }, false],
    ["a claim inside of others", { "/kubernetes.io/serviceaccount/uid": "u1" }, true],
    ["another claim inside of others", { "/kubernetes.io/serviceaccount/uid": "u2" }, false],
    ["an escaped name", { "/kubernetes.io/a~1b": "c" }, true],
    ["a claim that is not there", { environment: "production" }, false],
    ["a number that looks like the text", { run_attempt: "1" }, false],
    ["an object", { "kubernetes.io": "[object Object]" }, false],
    ["a member of every object", { "/constructor/name": "Object" }, false],
  ])("by %s", (_, claims, isFound) => {
    expect(workloadOf([rule(claims)], pod) !== undefined).toBe(isFound);
  });

  it("the first rule that fits counts, and only those of a client that authenticated", () => {
    const rules = [rule({ ref: "refs/tags/*" }, "a"), rule({ ref: "refs/heads/*" }, "b"), rule({ sub: pod.sub }, "c")];
    expect(workloadOf(rules, pod)?.client).toBe("b");
    expect(workloadOf(rules, pod, "c")?.client).toBe("c");
    expect(workloadOf(rules, pod, "a")).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ["no claim", rule({})],
    ["a claim of every assertion", rule({ iss: "https://platform.example" })],
    ["a star within a name", rule({ repository: "acme*" })],
    ["only a star", rule({ repository: "*" })],
    ["two stars", rule({ repository: "*/*" })],
    ["too many claims", rule(Object.fromEntries(Array.from({ length: 11 }, (_, nth) => [`c${nth}`, "x"])))],
    ["no scopes", { ...rule({ sub: "a" }), scopes: [] }],
    ["another member", { ...rule({ sub: "a" }), regex: ".*" }],
  ])("a rule with %s is refused", (_, one) => {
    expect(workloadRules.safeParse([one]).success).toBe(false);
  });

  it("at most a hundred rules are accepted", () => {
    expect(workloadRules.safeParse(Array.from({ length: 100 }, () => rule({ sub: "a" }))).success).toBe(true);
    expect(workloadRules.safeParse(Array.from({ length: 101 }, () => rule({ sub: "a" }))).success).toBe(false);
  });
});
