import { describe, expect, it } from "vitest";
import { locationOf } from "../testing/browser.ts";
import { clientAndProvider } from "../testing/client-and-provider.ts";
import { runClient } from "../testing/run-client.ts";

const MFA = "urn:countersign:acr:mfa";
const DEMAND = `Bearer realm="userinfo", error="insufficient_user_authentication", acr_values="${MFA}", max_age="600"`;
const demanding = (challenge = DEMAND) => ({ userinfoStatus: 401, challenge });

const parties = clientAndProvider();

const begin = async () => locationOf(await parties.browser.visit(`${parties.client.origin}/login`, { method: "POST" }));
const comeBack = (away: string) => parties.browser.visit(parties.provider.approve(away).href);
const press = (path: string) =>
  parties.browser.visit(parties.client.origin + path, { method: "POST", headers: { origin: parties.client.origin } });
const home = async () => (await parties.browser.visit(parties.client.origin)).text();
const askedIn = (away: string) => {
  const asked = new URL(away).searchParams;
  return [asked.get("acr_values"), asked.get("max_age")];
};
const recent = () => ({ claims: { acr: MFA, auth_time: Math.floor(Date.now() / 1000) } });

describe("RFC 9470 §4: a challenge of /userinfo leads to another sign-in", () => {
  it("with the values of the challenge, and then the person is signed in", async () => {
    parties.provider.lies = demanding();
    const away = locationOf(await comeBack(await begin()));
    expect([new URL(away).origin, ...askedIn(away)]).toEqual([parties.provider.origin, MFA, "600"]);
    expect(await home()).not.toContain('id="sign-out"');

    parties.provider.lies = recent();
    expect((await comeBack(away)).status).toBe(303);
    const page = await home();
    expect([page.includes('id="sign-out"'), page.includes('id="stronger-met"')]).toEqual([true, true]);
  });

  it("RFC 9126 §4: with a pushed request, where the client pushes its requests", async () => {
    const pushing = await runClient(parties.provider.origin, { PUSH_REQUESTS: "yes" });
    await parties.browser.visit(`${pushing.origin}/login`, { method: "POST" });
    const first = parties.provider.posts.findLast(({ path }) => path === "/par")?.body ?? "";
    parties.provider.lies = demanding();
    const answer = await parties.browser.visit(
      parties.provider.approve(`${parties.provider.origin}/authorization?${first}`).href,
    );
    expect([...new URL(locationOf(answer)).searchParams.keys()].sort()).toEqual(["client_id", "request_uri"]);
    const second = new URLSearchParams(parties.provider.posts.findLast(({ path }) => path === "/par")?.body);
    expect([second.get("acr_values"), second.get("max_age")]).toEqual([MFA, "600"]);
    await pushing.close();
  });

  it("once: a second challenge is a problem, and no circle", async () => {
    parties.provider.lies = demanding();
    const away = locationOf(await comeBack(await begin()));
    parties.provider.lies = { ...demanding(), ...recent() };
    expect((await comeBack(away)).status).toBe(502);
  });

  it("an answer that is older than max_age is refused", async () => {
    parties.provider.lies = demanding();
    const away = locationOf(await comeBack(await begin()));
    parties.provider.lies = { claims: { acr: MFA, auth_time: Math.floor(Date.now() / 1000) - 3600 } };
    expect((await comeBack(away)).status).toBe(502);
  });

  it("when the claims are read again, and the session stays as it is until then", async () => {
    await comeBack(await begin());
    parties.provider.lies = demanding();
    const away = locationOf(await press("/claims"));
    expect(askedIn(away)).toEqual([MFA, "600"]);
    expect(await home()).toContain('id="sign-out"');
  });

  it.each([
    ["that demands nothing", 'Bearer error="insufficient_user_authentication"'],
    ["with other characters", 'Bearer error="insufficient_user_authentication", acr_values="é", max_age="-1"'],
    ["with another error", `Bearer error="invalid_token", acr_values="${MFA}"`],
  ])("a challenge %s is a problem", async (_, challenge) => {
    parties.provider.lies = demanding(challenge);
    expect((await comeBack(await begin())).status).toBe(502);
  });
});
