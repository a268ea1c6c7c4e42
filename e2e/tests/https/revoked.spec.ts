import { expectPage, signIn, signInAndAllow } from "../../support/browser/pages.ts";
import { arrival, type RelyingParty, relyingParty, userinfo } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";
import { basic, tokenRequest } from "../../support/token-endpoint.ts";
import type { Account } from "../../support/worlds/world.ts";

test.describe("what is revoked becomes invalid at once", () => {
  test("code-01: a replayed code revokes the tokens of its first use", async ({ page, world, rp, person }) => {
    const begun = await rp.begin();
    await signInAndAllow(page, begun.url, person);
    const callback = await arrival(page, rp);
    const tokens = await rp.redeem(begun, callback);
    expect((await userinfo(world, tokens.access_token)).status).toBe(200);

    await expect(rp.redeem(begun, callback)).rejects.toMatchObject({ error: "invalid_grant" });
    const answer = await userinfo(world, tokens.access_token);
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toContain('error="invalid_token"');
  });

  test("a disabled person: no userinfo, no session, no sign-in, no code to redeem", async ({
    page,
    world,
    rp,
    person,
    operator,
  }) => {
    const begun = await rp.begin();
    await signInAndAllow(page, begun.url, person);
    const tokens = await rp.redeem(begun, await arrival(page, rp));
    const unredeemed = await rp.begin();
    await page.goto(unredeemed.url);
    const callback = await arrival(page, rp);

    await operator.disableUser(person.username);
    expect((await userinfo(world, tokens.access_token)).status).toBe(401);
    await expect(rp.redeem(unredeemed, callback)).rejects.toMatchObject({ error: "invalid_grant" }); // This is code-10.

    await page.goto((await rp.begin({ prompt: "none" })).url); // This is sess-17.
    expect((await arrival(page, rp)).searchParams.get("error")).toBe("login_required");
    await page.goto((await rp.begin()).url);
    await signIn(page, person);
    await expect(page.locator("#problem")).toBeVisible();
    await expectPage(page, "login");
  });

  test("authz-29: a disabled client: no userinfo, no page of its request, no new request, no code", async ({
    page,
    world,
    rp: { redirectUri },
    person,
    operator,
  }) => {
    const client = await operator.addClient("--name", "Short lived", "--redirect-uri", redirectUri);
    const rp = await relyingParty(world, { ...client, redirectUri });
    const tokens = await tokensOf(rp, person);
    await page.goto((await rp.begin({ prompt: "consent" })).url);
    await expectPage(page, "consent");

    await operator.disableClient(rp.clientId);
    expect((await userinfo(world, tokens.access_token)).status).toBe(401);
    // From now on nothing is issued. Everywhere else, the change takes effect within two seconds.
    await expect.poll(async () => (await page.goto((await rp.begin()).url))?.status()).toBe(400);
    await expectPage(page, "error");
    await expect
      .poll(async () => (await tokenRequest(world, { grant_type: "authorization_code" }, basic(rp))).status)
      .toBe(401);

    async function tokensOf(party: RelyingParty, account: Account) {
      const begun = await party.begin();
      await signInAndAllow(page, begun.url, account);
      return party.redeem(begun, await arrival(page, party));
    }
  });
});
