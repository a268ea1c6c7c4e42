/** The sample client at the sample API: access, a payment, and an act that needs a fresh strong sign-in. */
import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { look } from "../../../support/browser/look.ts";
import { allow, expectPage, signInAtClient } from "../../../support/browser/pages.ts";
import { shownSecret, totpCode } from "../../../support/browser/totp.ts";
import { CODE, mailed } from "../../../support/mail.ts";
import { expect, test } from "../../../support/test.ts";
import type { Account, World } from "../../../support/worlds/world.ts";

/** From the start page of the client to the orders of the person. */
const WIDTHS = [320, 1280];

async function toOrders(page: Page, { client }: World, person: Account): Promise<void> {
  await signInAtClient(page, client, person);
  await page.locator("#to-orders").click();
  await page.locator("#ask-access").click();
  await expectPage(page, "consent");
  await allow(page);
  await expect(page.locator("#orders li")).toHaveCount(2);
}

const orderOf = (page: Page, item: string) => page.locator("#orders li", { hasText: item }).first();
const notice = (page: Page) => page.locator("#notice");

test("RFC 8707, RFC 9396 and RFC 9449: a person lets the client see the orders, pays one and declines another", async ({
  page,
  world,
  person,
}) => {
  await toOrders(page, world, person);
  await look(page, "orders", { widths: WIDTHS });

  await orderOf(page, "coffee").getByRole("button", { name: "Pay 12.50 EUR for coffee" }).click();
  await expectPage(page, "consent");
  await expect(page.locator("main")).toContainText("DE02120300000000202051");
  await allow(page);
  await expect(notice(page)).toHaveText("The order was paid.");
  await expect(orderOf(page, "coffee")).toContainText("paid");
  await expect(page.locator("#receipts li")).toHaveText(["coffee, 12.50 EUR"]);

  await orderOf(page, "cups").getByRole("button", { name: "Pay" }).click();
  await expectPage(page, "consent");
  await page.locator("#deny").click();
  await expect(notice(page)).toHaveText("You declined, and nothing was done.");
  await expect(orderOf(page, "cups")).toContainText("open");
});

test("RFC 8693: an order reserves goods at a second API, which is told for whom and by which API", async ({
  page,
  world,
  person,
}) => {
  await toOrders(page, world, person);
  await page.locator("#item").selectOption("tea");
  await page.locator("#place").click();
  await expect(notice(page)).toHaveText("The order was placed.");
  await expect(orderOf(page, "tea").locator(".reserved")).toHaveText("Reserved in your name by sample-api");
  await look(page, "orders-reserved", { widths: WIDTHS });

  // A person cannot go there by themselves: the token of the application is not for that API.
  const direct = await fetch(`${world.stock}/reservations`, { headers: { authorization: "Bearer x" } });
  expect(direct.status).toBe(401);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("an order is placed and paid", async ({ page, world, person }) => {
    await toOrders(page, world, person);
    await page.locator("#item").selectOption("tea");
    await page.locator("#place").click();
    await expect(notice(page)).toHaveText("The order was placed.");
    await orderOf(page, "tea").getByRole("button", { name: "Pay" }).click();
    await allow(page);
    await expect(notice(page)).toHaveText("The order was paid.");
  });
});

test("RFC 9470: to cancel an order, a person sets up the second factor that the API demands", async ({
  page,
  world,
  operator,
}) => {
  const email = `orders-${randomBytes(6).toString("hex")}@example.org`;
  const person = await operator.addUser({ name: "Mona Ito", email, email_verified: "true" });
  await toOrders(page, world, person);
  await orderOf(page, "cups").getByRole("button", { name: "Cancel cups" }).click();

  await expect(page.locator("main")).toHaveId("enrol");
  await page.locator("#choose-totp").click();
  await page.locator("#code").fill(await mailed(world, email, CODE));
  await page.locator("#confirm").click();
  await page.locator("#code").fill(totpCode(await shownSecret(page)));
  await page.locator("#confirm").click();
  await page.locator("#saved").check();
  await page.locator("#done").click();

  // The browser is back, and the act is done without another click.
  await expect(notice(page)).toHaveText("The order was cancelled.");
  await expect(orderOf(page, "cups")).toContainText("cancelled");
  await orderOf(page, "coffee").getByRole("button", { name: "Cancel coffee" }).click();
  await expect(orderOf(page, "coffee")).toContainText("cancelled");
});
