import { decodeJwt } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { locationOf } from "../testing/browser.ts";
import { clientAndProvider } from "../testing/client-and-provider.ts";
import { runClient } from "../testing/run-client.ts";

const parties = clientAndProvider();
beforeEach(async () => {
  await parties.client.close();
  const scope = "openid email offline_access";
  parties.client = await runClient(parties.provider.origin, { BIND_TOKENS: "yes", SCOPE: scope });
});

const press = (path: string) =>
  parties.browser.visit(parties.client.origin + path, { method: "POST", headers: { origin: parties.client.origin } });

async function signIn(): Promise<number> {
  const away = locationOf(await press("/login"));
  return (await parties.browser.visit(parties.provider.approve(away).href)).status;
}

const isSignedIn = async () =>
  (await (await parties.browser.visit(parties.client.origin)).text()).includes('id="sign-out"');

describe("RFC 9449 §5: a token that is not bound is refused, if the client asked for a bound one", () => {
  it("at the sign-in", async () => {
    parties.provider.lies = { tokens: { token_type: "Bearer" } };
    expect([await signIn(), await isSignedIn()]).toEqual([502, false]);
  });

  it("at the refresh, and the session ends", async () => {
    expect(await signIn()).toBe(303);
    parties.provider.lies = { tokens: { token_type: "Bearer" } };
    expect([(await press("/refresh")).status >= 400, await isSignedIn()]).toEqual([true, false]);
  });
});

it("RFC 9449 §4.2: code, userinfo and refresh have proofs by one key, each sign-in by another", async () => {
  for (const _ of ["first", "second"]) {
    expect(await signIn()).toBe(303);
    expect((await press("/refresh")).status).toBe(303);
  }
  const keys = parties.provider.proofs.map(({ header }) => JSON.stringify(header.jwk));
  const wanted = ["POST /token", "GET /userinfo", "POST /token", "GET /userinfo"];
  expect(parties.provider.proofs.map(({ what }) => what)).toEqual([...wanted, ...wanted]);
  expect([new Set(keys.slice(0, 4)).size, new Set(keys).size]).toEqual([1, 2]);
  for (const { what, jwt } of parties.provider.proofs) {
    const [htm, path] = what.split(" ");
    const ath = path === "/userinfo" ? { ath: expect.stringMatching(/^[\w-]{43}$/) } : {};
    expect(decodeJwt(jwt)).toMatchObject({ htm, htu: `${parties.provider.origin}${path}`, ...ath });
  }
});
