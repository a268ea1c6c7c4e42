import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { alice } from "../testing/test-person.ts";
import { now, outcome, refusal, startWorld } from "../testing/test-world.ts";

const { get, post, url, token, bearer, issuer, world, reset, stop } = await startWorld();
beforeEach(() => {
  reset();
});
afterAll(() => stop());

describe("OIDC Core §5.3: the UserInfo endpoint", () => {
  it.each([
    ["GET with a header", () => get()],
    ["POST with a header", () => fetch(url, { method: "POST", headers: bearer() })],
    ["POST with a form", () => post(`access_token=${token}`)],
    [
      "POST with a form in a charset",
      () => post(`access_token=${token}`, { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" }),
    ],
    ["the scheme in lower case", () => get("", { authorization: `bearer ${token}` })],
  ])("answers %s", async (_, send) => {
    const response = await send();
    expect(response.status).toBe(200);
    await expect(response.json()).resolves.toMatchObject({
      sub: "alice",
      email: "alice@example.com",
      email_verified: true,
    });
  });

  it("at-16: is JSON that is not cached, for any origin, and never with credentials", async () => {
    const { headers } = await get("", { ...bearer(), origin: "https://spa.example" });
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("set-cookie")).toBeNull();
  });

  it("returns only the claims of the token's scopes", async () => {
    const minimal = await get("", bearer(await issuer.accessToken(now, { scope: "openid" })));
    await expect(minimal.json()).resolves.toEqual({ sub: "alice" });
  });
});

describe("§4.8 rule 7: scope is not widened at /userinfo", () => {
  it.each([
    ["a scope in the query", () => get("?scope=openid+phone")],
    ["a scope in the form", () => post(`access_token=${token}&scope=phone`)],
    ["an undefined scope", () => get("?scope=admin")],
    ["a scope with a line break (at-17)", () => get("?scope=x%22%0D%0AX:%20y")],
  ])("refuses %s that was not granted", async (_, send) => {
    await expect(send().then(outcome)).resolves.toEqual(refusal(403, "insufficient_scope"));
  });

  it("refuses a scope that the token has and the authorization does not have", async () => {
    world.row = { ...alice, scopes: ["openid"] };
    const response = await get("?scope=email");
    expect(response.headers.get("www-authenticate")).toContain('scope="openid"');
    await expect(outcome(response)).resolves.toEqual(refusal(403, "insufficient_scope"));
  });

  it("narrows to a granted scope", async () => {
    const response = await get("?scope=email");
    await expect(response.json()).resolves.toEqual({ sub: "alice", email: "alice@example.com", email_verified: true });
  });
});

describe("RFC 7009 §2.1: revocation takes effect at once", () => {
  it("at-15: 401 as soon as the authorization is revoked, even for a cached token", async () => {
    expect((await get()).status).toBe(200);
    world.row = undefined;
    await expect(get().then(outcome)).resolves.toEqual(refusal(401, "invalid_token"));
  });

  it("at-15: 401 as soon as the token's own jti is revoked", async () => {
    world.row = { ...alice, revoked_jtis: ["j-1"] };
    await expect(get().then(outcome)).resolves.toEqual(refusal(401, "invalid_token"));
  });
});
