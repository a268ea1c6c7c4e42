/** Authorization details (RFC 9396): a person accepts a payment, with the type that `npm start` has. */
import { randomBytes } from "node:crypto";
import { decodeJwt } from "jose";
import { pressByKeyboard, toggleByKeyboard } from "../../../support/browser/keyboard.ts";
import { overflow } from "../../../support/browser/look.ts";
import { expectPage, signIn } from "../../../support/browser/pages.ts";
import { arrival, relyingParty } from "../../../support/relying-party.ts";
import { expect, test } from "../../../support/test.ts";
import { operatorOf } from "../../../support/worlds/operator.ts";
import type { World } from "../../../support/worlds/world.ts";

const payment = (amount: string, creditorName: string) => ({
  type: "payment",
  instructedAmount: { currency: "EUR", amount },
  creditorName,
  creditorAccount: { iban: "MT31MALT01100000000000000000123" },
});

/** A shop that may ask for payments. */
async function shopIn(world: World) {
  const redirectUri = `${world.client}/shop-${randomBytes(6).toString("hex")}`;
  const client = await operatorOf(world).addClient(
    ...["--name", "Shop", "--redirect-uri", redirectUri, "--scope", "openid orders:read"],
    ...["--authorization-details-type", "payment"],
  );
  const shop = await relyingParty(world, { ...client, redirectUri });
  const begin = (...details: readonly unknown[]) =>
    shop.begin({ scope: "openid", authorization_details: JSON.stringify(details) });
  return { ...shop, begin };
}

test.describe("RFC 9396: authorization details", () => {
  test("a person accepts one of two payments by the keyboard, at 320 px", async ({ page, world, person }) => {
    await page.setViewportSize({ width: 320, height: 720 });
    const shop = await shopIn(world);
    const begun = await shop.begin(payment("999999999999.99", "Merchant A"), payment("10", "Merchant B"));
    await page.goto(begun.url);
    await signIn(page, person);
    await expectPage(page, "consent");

    // Amount and account are never shortened, and nothing leads out of the screen to the side.
    await expect(page.getByText("999999999999.99 EUR", { exact: true })).toBeVisible();
    await expect(page.getByText("MT31MALT01100000000000000000123")).toHaveCount(2);
    expect(await overflow(page)).toBe(0);

    await toggleByKeyboard(page, "#details-0");
    await pressByKeyboard(page, "#allow");
    const tokens = await shop.redeem(begun, await arrival(page, shop));
    expect(tokens.authorization_details).toEqual([payment("10", "Merchant B")]);
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      aud: [world.api, world.resource],
      authorization_details: [payment("10", "Merchant B")],
    });
  });

  test("a payment that was declined is access_denied", async ({ page, world, person }) => {
    const shop = await shopIn(world);
    const begun = await shop.begin(payment("10", "Merchant A"));
    await page.goto(begun.url);
    await signIn(page, person);
    await page.locator("#details-0").uncheck();
    await page.locator("#allow").click();
    expect((await arrival(page, shop)).searchParams.get("error")).toBe("access_denied");
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });

    test("rarx-04: a hostile name has no effect on the page, and can be accepted", async ({ page, world, person }) => {
      const name = "<img src=x onerror=alert(1)>\u202Eetaler\u200B";
      const shop = await shopIn(world);
      const begun = await shop.begin(payment("10", name));
      await page.goto(begun.url);
      await signIn(page, person);
      const shown = "<img src=x onerror=alert(1)>[U+202E]etaler[U+200B]";
      await expect(page.getByText(shown, { exact: true })).toBeVisible();
      await expect(page.locator("#allow")).toBeInViewport();
      await page.locator("#allow").click();
      expect((await shop.redeem(begun, await arrival(page, shop))).authorization_details).toEqual([
        payment("10", name),
      ]);
    });
  });
});
