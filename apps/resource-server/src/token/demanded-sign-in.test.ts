import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { now, outcome, refusal, startWorld } from "../testing/test-world.ts";

const MFA = "urn:countersign:acr:mfa";
const { get, bearer, issuer, world, reset, stop } = await startWorld(undefined, undefined, {
  acr: MFA,
  maxAgeSeconds: 600,
});
afterAll(() => stop());
beforeEach(() => reset());

const tokenOf = (acr: string, secondsAgo: number) =>
  issuer.accessToken(now, { acr, auth_time: now.getTime() / 1000 - secondsAgo });
const ask = async (token: string) => get("", bearer(token));

describe("RFC 9470 §3: a deployment demands a sign-in for /userinfo", () => {
  it.each([
    ["a token of a weaker sign-in", () => tokenOf("urn:countersign:acr:password", 1)],
    ["a token of an older sign-in", () => tokenOf(MFA, 601)],
    ["a token that says nothing of its sign-in", () => issuer.accessToken(now)],
  ])("%s is 401 with what is needed", async (_, token) => {
    const response = await ask(await token());
    const header = response.headers.get("www-authenticate");
    expect(header).toMatch(/, acr_values="urn:countersign:acr:mfa", max_age="600"$/);
    await expect(outcome(response)).resolves.toEqual(refusal(401, "insufficient_user_authentication"));
  });

  it.each([MFA, "phr"])("a recent sign-in with %s is enough", async (acr) => {
    expect((await ask(await tokenOf(acr, 599))).status).toBe(200);
  });

  it("a token that is revoked is invalid before that", async () => {
    world.row = undefined;
    await expect(ask(await tokenOf("x", 1)).then(outcome)).resolves.toEqual(refusal(401, "invalid_token"));
  });
});
