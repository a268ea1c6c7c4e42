import { describe, expect, it } from "vitest";
import {
  ACCESS_TOKEN_TYPE,
  type Act,
  actorOf,
  assertMayAct,
  assertTypes,
  type ExchangePolicy,
  exchangedScopes,
  isHeldBy,
  policiesFor,
  policyOf,
  targetOf,
} from "./token-exchange.ts";

const [orders, stock] = ["https://orders.example", "https://stock.example"];
const policy: ExchangePolicy = {
  ...{ id: "p-1", source: orders, target: stock, subjectTokens: ["received"] },
  ...{ scopes: { read: "count", write: "count reserve" }, impersonation: false, maxLifetimeSeconds: 300 },
};
const client = { id: "api", resourceServer: orders };
const token = { aud: orders, client_id: "app" };
const sent = { subject_token: "s", subject_token_type: ACCESS_TOKEN_TYPE };
const refused = (code: string) => expect.objectContaining({ code });

describe("RFC 8693 §2.1: the parameters", () => {
  it.each([
    ["a subject's token", {}],
    ["an actor's token, too", { actor_token: "a", actor_token_type: ACCESS_TOKEN_TYPE }],
    ["what is asked for", { requested_token_type: ACCESS_TOKEN_TYPE }],
  ])("tex-r02: has %s", (_, changes) => {
    expect(() => assertTypes({ ...sent, ...changes })).not.toThrow();
  });

  it.each([
    ["another type of the subject's token", { subject_token_type: "urn:ietf:params:oauth:token-type:jwt" }],
    ["an actor's token without a type", { actor_token: "a" }],
    ["a type without an actor's token", { actor_token_type: ACCESS_TOKEN_TYPE }],
    ["another type of the actor's token", { actor_token: "a", actor_token_type: "jwt" }],
    ["another type that is asked for", { requested_token_type: "urn:ietf:params:oauth:token-type:id_token" }],
  ])("tex-r02: refuses %s", (_, changes) => {
    expect(() => assertTypes({ ...sent, ...changes })).toThrow(refused("invalid_request"));
  });

  it.each([
    ["resource", {}, [stock], stock],
    ["audience", { audience: stock }, [], stock],
    ["both, in two spellings", { audience: `${stock}/` }, [stock], stock],
  ])("tex-r04: the target is named by %s", (_, changes, resources, target) => {
    expect(targetOf({ ...sent, ...changes }, resources)).toBe(target);
  });

  it.each([
    ["none", {}, []],
    ["two", {}, [stock, orders]],
    ["different ones", { audience: orders }, [stock]],
  ])("tex-r04: refuses %s", (_, changes, resources) => {
    expect(() => targetOf({ ...sent, ...changes }, resources)).toThrow(refused("invalid_target"));
  });
});

describe("RFC 8693 §5: what a policy allows", () => {
  it("tex-r04: only a target that it names", () => {
    expect(policiesFor(`${stock}/`, [policy])).toEqual([policy]);
    expect(() => policiesFor(orders, [policy])).toThrow(refused("invalid_target"));
  });

  const own = { ...policy, subjectTokens: ["own"] as const };
  it.each([
    ["received by its resource server", token, client, policy],
    ["received, for two audiences", { ...token, aud: [orders, "https://auth.example"] }, client, policy],
    ["issued to itself", { ...token, client_id: "api" }, { id: "api" }, own],
  ])("tex-r03: a token that the client has: %s", (_, presented, who, allowed) => {
    expect(policyOf(presented, who, [allowed])).toBe(allowed);
  });

  it.each([
    ["for another audience", { ...token, aud: stock }, client, policy],
    ["received by another client", token, { id: "api", resourceServer: stock }, policy],
    ["received, where only its own count", token, client, own],
    ["its own, where only received ones count", { ...token, client_id: "api" }, { id: "api" }, policy],
    ["its own, for another audience", { aud: stock, client_id: "api" }, { id: "api" }, own],
  ])("tex-r03: refuses a token %s", (_, presented, who, allowed) => {
    expect(() => policyOf(presented, who, [allowed])).toThrow(refused("invalid_request"));
  });

  it.each([
    ["all that it gives", ["read", "write"], undefined, ["count", "reserve"]],
    ["fewer for fewer scopes", ["read"], undefined, ["count"]],
    ["the asked ones", ["write"], "reserve", ["reserve"]],
    ["none for other scopes", ["openid", "constructor"], undefined, []],
  ])("tex-r05: the scopes are %s", (_, held, asked, scopes) => {
    expect(exchangedScopes(held, policy, asked)).toEqual(scopes);
  });

  it.each([
    ["beyond the subject's", ["read"], "reserve"],
    ["of the subject's token itself", ["read"], "read"],
    ["malformed", ["read"], 'count "'],
  ])("tex-r05: refuses a scope %s", (_, held, asked) => {
    expect(() => exchangedScopes(held, policy, asked)).toThrow(refused("invalid_scope"));
  });
});

describe("RFC 8693 §4.1 and §4.4: who acts", () => {
  const chain = (...subs: readonly string[]): Act | undefined =>
    subs.reduceRight<Act | undefined>((act, sub) => ({ sub, ...(act && { act }) }), undefined);

  it("tex-r06: the earlier ones stand inside, and there are at most four", () => {
    expect(actorOf("a", undefined)).toEqual({ sub: "a" });
    expect(actorOf("a", chain("b", "c", "d"))).toEqual(chain("a", "b", "c", "d"));
    expect(() => actorOf("a", chain("b", "c", "d", "e"))).toThrow(refused("invalid_request"));
  });

  it("tex-r07: may_act binds", () => {
    expect(() => assertMayAct("a", undefined)).not.toThrow();
    expect(() => assertMayAct("a", { sub: "a" })).not.toThrow();
    expect(() => assertMayAct("a", { sub: "b" })).toThrow(refused("invalid_request"));
  });

  it.each([
    ["issued to the client", { aud: stock, client_id: "api" }, true],
    ["for its resource server", { aud: [orders], client_id: "app" }, true],
    ["of others", { aud: stock, client_id: "app" }, false],
  ])("tex-r06: an actor's token %s", (_, presented, isHeld) => {
    expect(isHeldBy(presented, client)).toBe(isHeld);
  });

  it("tex-r06: a token for nothing is not held by a client without a resource server", () => {
    expect(isHeldBy({ aud: [], client_id: "app" }, { id: "api" })).toBe(false);
  });
});
