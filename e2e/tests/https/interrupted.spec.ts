import { allow, expectPage, signIn } from "../../support/browser/pages.ts";
import { arrival } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";

test.describe("a request that is over", () => {
  for (const path of ["/login", "/consent", "/authorization/continue"]) {
    test(`says so on ${path}, with the way out`, async ({ page, world }) => {
      const answer = await page.goto(`${world.issuer}${path}?request=${"A".repeat(43)}`);
      expect(answer?.status()).toBe(400);
      await expectPage(page, "error");
      await expect(page.locator("#advice")).toContainText("Go back to the app and start again.");
      await expect(page.locator("#error-reference")).toHaveText(/\S/);
    });
  }

  test("cannot be answered a second time: the address of its page leads to the page that says so", async ({
    page,
    rp,
    person,
  }) => {
    await page.goto((await rp.begin()).url);
    await signIn(page, person);
    await expectPage(page, "consent");
    const address = page.url();
    await allow(page);
    await arrival(page, rp);

    expect((await page.goto(address))?.status()).toBe(400);
    await expectPage(page, "error");
  });
});

test.describe("the back button", () => {
  test("from the consent page to the one before it shows the consent page again", async ({ page, rp, person }) => {
    await page.goto((await rp.begin()).url);
    await signIn(page, person);
    await expectPage(page, "consent");
    await page.goBack();
    await expectPage(page, "consent");
    await allow(page);
    expect((await arrival(page, rp)).searchParams.get("code")).toMatch(/\S/);
  });

  test("after the end gives no second code and no page to sign in to", async ({ page, rp, person }) => {
    await page.goto((await rp.begin()).url);
    await signIn(page, person);
    await allow(page);
    await arrival(page, rp);
    await page.goBack();
    await expectPage(page, "error");
    await expect(page.locator("#advice")).toContainText("Go back to the app and start again.");
  });
});

test.describe("two tabs", () => {
  test("each answer their own request", async ({ context, rp, person }) => {
    const [one, two] = [await context.newPage(), await context.newPage()];
    const [first, second] = [await rp.begin({ scope: "openid" }), await rp.begin({ scope: "openid email" })];
    await one.goto(first.url);
    await two.goto(second.url);
    await signIn(one, person);
    await allow(one);
    const tokens = await rp.redeem(first, await arrival(one, rp));
    expect(tokens.scope ?? "openid").toBe("openid");

    // The form of the other tab is still the sign-in page.
    await signIn(two, person);
    await expectPage(two, "consent");
    await allow(two);
    expect((await rp.redeem(second, await arrival(two, rp))).scope ?? "openid email").toBe("openid email");
  });

  test("with one request give one response, and the other tab says that it is over", async ({
    context,
    rp,
    person,
  }) => {
    const [one, two] = [await context.newPage(), await context.newPage()];
    await one.goto((await rp.begin()).url);
    await signIn(one, person);
    await expectPage(one, "consent");
    await two.goto(one.url());
    await allow(one);
    expect((await arrival(one, rp)).searchParams.get("code")).toMatch(/\S/);

    await allow(two);
    await expectPage(two, "error");
  });

  test("with two people stay separate: a consent form of one person is not an answer of the other", async ({
    context,
    rp,
    person,
    operator,
  }) => {
    const [one, two] = [await context.newPage(), await context.newPage()];
    await one.goto((await rp.begin()).url);
    await signIn(one, person);
    await expectPage(one, "consent");

    const other = await operator.addUser({ name: "Dora Fields" });
    await two.goto((await rp.begin({ prompt: "login" })).url);
    await signIn(two, other);
    await expectPage(two, "consent");

    await allow(one);
    await expectPage(one, "error");
    await expect(one.locator("#error-code")).toHaveText("access_denied");
  });
});
