import { describe, expect, it } from "vitest";
import { allScopes, audienceOf } from "./audience.ts";

const [me, orders, stock] = ["https://me.example", "https://api.example/a", "https://stock.example"] as const;
const plain = { scopes: ["openid"], resource: me, resources: null };
const one = { ...plain, resources: { [orders]: ["read"] } };
const joint = { ...plain, resources: { [me]: [], [orders]: ["read"] } };
const several = { ...plain, resources: { [me]: [], [orders]: ["read", "write"], [stock]: ["read", "count"] } };
const target = (message: string) => expect.objectContaining({ code: "invalid_target", message });

describe("RFC 8707 §2.2: the audience of an access token", () => {
  it("is /userinfo if nothing else was granted, or nothing else is left", () => {
    const audience = { identifier: me, scopes: ["openid"], withUserinfo: false };
    expect(audienceOf(plain, {})).toEqual(audience);
    expect(audienceOf(plain, { named: me, scopes: ["openid"] })).toEqual(audience);
    expect(audienceOf({ ...plain, resources: { [me]: [] } }, {})).toEqual(audience);
  });

  it("is the only one that was granted, named or not", () => {
    const audience = { identifier: orders, scopes: ["read"], withUserinfo: false };
    expect(audienceOf(one, {})).toEqual(audience);
    expect(audienceOf(one, { named: orders })).toEqual(audience);
  });

  it("is the named one of several, with its own scopes, and no other (RFC 9700 §2.3)", () => {
    expect(audienceOf(several, { named: stock })).toEqual({
      identifier: stock,
      scopes: ["read", "count"],
      withUserinfo: false,
    });
    expect(audienceOf(several, { named: me, scopes: ["write"] })).toMatchObject({ identifier: me, scopes: ["openid"] });
    expect(audienceOf(joint, { named: orders })).toMatchObject({ identifier: orders, withUserinfo: false });
  });

  it("S3: /userinfo beside one other is no reason to refuse a request that names none", () => {
    expect(audienceOf(joint, {})).toEqual({ identifier: orders, scopes: ["read"], withUserinfo: true });
  });

  it("S2: RFC 9068 §3: follows from the scopes that the request names", () => {
    const asked = (...scopes: string[]) => audienceOf(several, { scopes });
    expect(asked("openid", "write")).toMatchObject({ identifier: orders, withUserinfo: true });
    expect(asked("read", "count")).toMatchObject({ identifier: stock, withUserinfo: true });
  });

  it.each([
    ["no scope", undefined],
    ["a scope of several", ["read"]],
    ["scopes of different ones", ["write", "count"]],
    ["only the sign-in", ["openid"]],
  ])("is not guessed: %s", (_, scopes) => {
    const choices = `${orders}, ${me}, ${stock}`;
    const message = `resource must name one of the resource servers that were granted: ${choices}`;
    expect(() => audienceOf(several, { scopes })).toThrow(target(message));
  });

  it.each([
    ["resx-01: a grant without resource gains none", plain, orders],
    ["another one than was granted", one, stock],
    ["/userinfo, if it was not granted", one, me],
    ["a name of Object.prototype", one, "constructor"],
    ["none, if everything was taken back", { ...plain, resources: {} }, undefined],
  ])("is never widened: %s", (_, granted, named) => {
    expect(() => audienceOf(granted, { named })).toThrow(target("resource was not granted"));
  });
});

describe("RFC 6749 §6: every scope of an authorization", () => {
  it("is each that was granted, at all its resource servers", () => {
    expect(allScopes(plain)).toEqual(["openid"]);
    expect(allScopes(several)).toEqual(["openid", "read", "write", "count"]);
  });
});
