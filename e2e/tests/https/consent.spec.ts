import { allow, expectPage, signIn, signInAndAllow } from "../../support/browser/pages.ts";
import { json } from "../../support/http.ts";
import { arrival, userinfo } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";

test.describe("OIDC Core §3.1.2.4: consent", () => {
  test("grants what stayed checked: the rest is in no token and not at /userinfo", async ({
    page,
    world,
    rp,
    person,
  }) => {
    const begun = await rp.begin();
    await page.goto(begun.url);
    await signIn(page, person);
    await page.locator("#scope-email").uncheck();
    await allow(page);

    const tokens = await rp.redeem(begun, await arrival(page, rp));
    expect(tokens.scope).toBe("openid profile");
    expect(tokens.claims()).not.toHaveProperty("email");
    const answer = await userinfo(world, tokens.access_token);
    expect(json(answer)).toMatchObject({ name: "Carol Jones", sub: tokens.claims()?.sub });
    expect(json(answer)).not.toHaveProperty("email");
  });

  test("is requested again for more scopes, and then covers both", async ({ page, rp, person }) => {
    await signInAndAllow(page, (await rp.begin({ scope: "openid profile" })).url, person);
    await arrival(page, rp);
    await page.goto((await rp.begin({ scope: "openid" })).url);
    await arrival(page, rp);

    await page.goto((await rp.begin({ scope: "openid profile phone" })).url);
    await expectPage(page, "consent");
    await allow(page);
    await arrival(page, rp);
    await page.goto((await rp.begin({ scope: "openid profile phone", prompt: "none" })).url);
    expect((await arrival(page, rp)).searchParams.get("code")).toMatch(/\S/);
  });

  test("remembers a refusal: it is asked again only with prompt=consent", async ({ page, rp, person }) => {
    await page.goto((await rp.begin()).url);
    await signIn(page, person);
    await page.locator("#scope-profile").uncheck();
    await allow(page);
    await arrival(page, rp);

    const silent = await rp.begin();
    await page.goto(silent.url);
    expect((await rp.redeem(silent, await arrival(page, rp))).scope).toBe("openid email");

    const asked = await rp.begin({ prompt: "consent" });
    await page.goto(asked.url);
    await expect(page.locator("#scope-profile")).not.toBeChecked();
    await expect(page.locator("#scope-email")).toBeChecked();
    await page.locator("#scope-profile").check();
    await allow(page);
    expect((await rp.redeem(asked, await arrival(page, rp))).scope ?? "openid profile email").toBe(
      "openid profile email",
    );
  });

  test("consent-09: refusing everything is access_denied, with state and issuer", async ({
    page,
    world,
    rp,
    person,
  }) => {
    await page.goto((await rp.begin({ state: "st1" })).url);
    await signIn(page, person);
    await page.locator("#deny").click();

    const answer = await arrival(page, rp);
    expect(Object.fromEntries(answer.searchParams)).toMatchObject({
      error: "access_denied",
      state: "st1",
      iss: world.issuer,
    });
    expect(answer.searchParams.has("code")).toBe(false);
  });

  test('"Switch account" ends the session and lets another person answer', async ({ page, rp, person, operator }) => {
    const begun = await rp.begin();
    await page.goto(begun.url);
    await signIn(page, person);
    await page.locator("#change-user").click();
    await expectPage(page, "login");

    const other = await operator.addUser({ name: "Dora Fields" });
    await signIn(page, other);
    await expect(page.getByText("Signed in as Dora Fields.")).toBeVisible();
    await allow(page);
    await rp.redeem(begun, await arrival(page, rp));
  });

  test("OIDC Core §5.5: claims that are requested by name are shown, declined and granted one by one", async ({
    page,
    world,
    rp,
    person,
  }) => {
    const claims = {
      userinfo: { name: { essential: true }, updated_at: null },
      id_token: { email: { essential: true }, birthdate: null },
    };
    const begun = await rp.begin({ scope: "openid", claims: JSON.stringify(claims) });
    await page.goto(begun.url);
    await signIn(page, person);
    await expectPage(page, "consent");
    await expect(page.getByText("carol@example.com")).toBeVisible();
    await expect(page.locator("#claim-name")).toBeChecked();
    await page.locator("#claim-name").uncheck();
    await allow(page);

    const tokens = await rp.redeem(begun, await arrival(page, rp));
    expect(tokens.claims()).toMatchObject({ email: "carol@example.com" });
    expect(tokens.claims()).not.toHaveProperty("name");
    const answer = json(await userinfo(world, tokens.access_token));
    expect(Object.keys(answer).sort()).toEqual(["sub", "updated_at"]);

    const silent = await rp.begin({ scope: "openid", claims: JSON.stringify(claims), prompt: "none" });
    await page.goto(silent.url);
    const again = await rp.redeem(silent, await arrival(page, rp));
    expect(json(await userinfo(world, again.access_token))).not.toHaveProperty("name");
  });

  test("names the client, its host and nothing that it did not register", async ({ page, rp, person }) => {
    await page.goto((await rp.begin()).url);
    await expect(page.locator("#login")).toContainText("Test party");
    await signIn(page, person);
    await expect(page.locator("h1")).toHaveText("Test party wants access to your account");
    await expect(page.locator("#host")).toContainText(new URL(rp.redirectUri).host);
  });
});
