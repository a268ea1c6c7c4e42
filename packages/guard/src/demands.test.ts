import { describe, expect, it } from "vitest";
import { anyScope, claims, type Demand, details, scopes, stepUp } from "./demands.ts";
import { openWorld, requestOf, seconds } from "./testing/test-world.ts";

const { ask, send, issuer, api } = await openWorld({
  scopeHierarchy: { admin: ["write"], write: ["read"], circle: ["circle"] },
});
const asked = async (claimed: object, ...demands: Demand[]) => ask(await issuer.token(claimed), demands);
const challengeOf = async (claimed: object, ...demands: Demand[]) =>
  String((await asked(claimed, ...demands)).challenges?.[0]).replace(/^.*error=/, "error=");
const lacking = 'error="insufficient_scope", error_description="the access token does not allow this"';

describe("RFC 6750 §3.1: scopes", () => {
  it.each<[string, Demand, number]>([
    ["read", scopes("read"), 200],
    ["read write", scopes("read", "write"), 200],
    ["read", scopes("read", "write"), 403],
    ["write", scopes("read"), 200],
    ["admin", scopes("read"), 200],
    ["circle", scopes("read"), 403],
    ["reads", scopes("read"), 403],
    ["x", anyScope("read", "x"), 200],
    ["y", anyScope("read", "x"), 403],
  ])("a token with %j", async (scope, demand, status) => {
    expect(await asked({ scope }, demand)).toMatchObject({ status });
  });

  it("a token without scopes lacks them", async () => {
    expect(await asked({}, scopes("read"))).toMatchObject({ status: 403, error: "insufficient_scope" });
  });

  it("mcp-r16: a challenge names all scopes of the operation at once", async () => {
    const both = [scopes("read", "write"), scopes("files", "read")];
    expect(await challengeOf({ scope: "read" }, ...both)).toBe(`${lacking}, scope="read write files"`);
    const { challenges } = await send({}, both);
    expect(challenges).toEqual([
      expect.stringMatching(/^Bearer .*, scope="read write files"$/),
      expect.stringMatching(/^DPoP .*, scope="read write files"$/),
    ]);
  });
});

describe("RFC 9396 §9: authorization details", () => {
  const payment = { type: "payment", amount: "10.00", currency: "EUR" };
  const upTo = (most: number) => details("payment", ({ amount }) => Number(amount) <= most);

  it("are what a predicate decides about", async () => {
    expect(await asked({ authorization_details: [payment] }, upTo(10))).toMatchObject({ status: 200 });
    expect(await asked({ authorization_details: [payment] }, upTo(9))).toMatchObject({ status: 403 });
    expect(await asked({}, upTo(9))).toMatchObject({ status: 403, error: "insufficient_scope" });
    const elsewhere = [{ ...payment, type: "Payment" }];
    expect(await asked({ authorization_details: elsewhere }, upTo(10))).toMatchObject({ status: 403 });
  });

  it("are read by a schema first: what does not fit it does not count", async () => {
    const schema = {
      safeParse: (value: unknown) =>
        (value as { amount: unknown }).amount === "10.00"
          ? ({ success: true, data: { cents: 1000 } } as const)
          : ({ success: false } as const),
    };
    const demand = details("payment", schema, ({ cents }) => cents === 1000);
    expect(await asked({ authorization_details: [payment] }, demand)).toMatchObject({ status: 200 });
    expect(await asked({ authorization_details: [{ ...payment, amount: 10 }] }, demand)).toMatchObject({ status: 403 });
  });

  it("may be compared with the request", async () => {
    const demand = details<{ amount: string }>("payment", (detail, request) => detail.amount === request.amount);
    const token = await issuer.token({ authorization_details: [payment] });
    expect(await ask(token, [demand], { native: { amount: "10.00" } })).toMatchObject({ status: 200 });
    expect(await ask(token, [demand], { native: { amount: "900.00" } })).toMatchObject({ status: 403 });
  });

  it("scopes that the token has are not named as missing", async () => {
    expect(await challengeOf({ scope: "read" }, scopes("read"), upTo(1))).toBe(lacking);
  });
});

describe("RFC 9470 §3: step-up", () => {
  const weak =
    'error="insufficient_user_authentication", error_description="a stronger or more recent sign-in is needed"';

  it.each<[string, object, Demand, number]>([
    ["a sign-in with this acr", { acr: "mfa" }, stepUp({ acr: "mfa" }), 200],
    ["one of several", { acr: "phr" }, stepUp({ acr: ["mfa", "phr"] }), 200],
    ["another acr", { acr: "pwd" }, stepUp({ acr: "mfa" }), 401],
    ["no acr", {}, stepUp({ acr: "mfa" }), 401],
    ["a recent sign-in", { auth_time: seconds - 300 }, stepUp({ maxAge: 300 }), 200],
    ["an old sign-in", { auth_time: seconds - 306 }, stepUp({ maxAge: 300 }), 401],
    ["a token that says nothing of a sign-in", {}, stepUp({ maxAge: 300 }), 401],
    ["a strong but old sign-in", { acr: "mfa", auth_time: seconds - 400 }, stepUp({ acr: "mfa", maxAge: 300 }), 401],
  ])("%s", async (_, claimed, demand, status) => {
    expect(await asked(claimed, demand)).toMatchObject({ status });
  });

  it("sup-r01: the challenge says what is needed", async () => {
    expect(await challengeOf({}, stepUp({ acr: ["mfa", "phr"], maxAge: 300 }))).toBe(
      `${weak}, acr_values="mfa phr", max_age="300"`,
    );
    expect(await challengeOf({}, stepUp({ maxAge: 0 }))).toBe(`${weak}, max_age="0"`);
  });

  it("needs something to demand", () => {
    expect(() => stepUp({})).toThrow("acr or maxAge");
  });
});

describe("guard-r07: other demands", () => {
  it("claims are what a predicate decides about", async () => {
    const demand = claims(({ tenant }) => tenant === "a");
    expect(await asked({ tenant: "a" }, demand)).toMatchObject({ status: 200 });
    expect(await asked({ tenant: "b" }, demand)).toMatchObject({ status: 403 });
  });

  it("a handler can demand more, when it knows more", async () => {
    const verdict = await api.check(requestOf({ authorization: `Bearer ${await issuer.token({ scope: "read" })}` }));
    if (!verdict.allowed) throw new Error("refused");
    expect(await api.demand(verdict.access, [scopes("read")])).toMatchObject({ allowed: true });
    expect(await api.demand(verdict.access, [scopes("files")])).toMatchObject({ answer: { status: 403 } });
  });
});
