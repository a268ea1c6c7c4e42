/** 44: what administrators do most with forms, in a browser that runs no script. */
import { administratorOfWorker } from "../../../support/console/console-administrator.ts";
import { create, unique } from "../../../support/console/console-checklist.ts";
import { confirmed, go, openTab } from "../../../support/console/console-story.ts";
import { INVITATION_LINK, mailed } from "../../../support/mail.ts";
import { expect, test } from "../../../support/test.ts";

test.use({
  javaScriptEnabled: false,
  storageState: async ({ browser, world, operator }, use) =>
    use(await administratorOfWorker(browser, { world, operator })),
});

test("44: an application is created, and its secret rotated and ended", async ({ page, world }) => {
  await page.goto(world.console);
  await create(page, "web");
  await expect(page.locator("#secret code")).toHaveText(/^[\w-]{40,}$/);
  await openTab(page, "Credentials");
  await page.locator("#rotate-secret").click();
  await expect(page.locator("#secret code")).toHaveText(/^[\w-]{40,}$/);
  await expect(page.locator("#secrets-table tbody tr")).toHaveCount(2);
  await page.getByRole("button", { name: /^End now/ }).click();
  await page.locator("#end-secret").click();
  await expect(page.locator("#secrets-table tbody tr")).toHaveCount(1);
});

test("44: colleagues are invited, found by a chip, and several disabled at once", async ({ page, world, operator }) => {
  const address = `${unique("iris").replace(" ", "-")}@example.org`;
  await page.goto(world.console);
  await go(page, "Users");
  await page.locator("#invite-people").click();
  await page.locator("#invite-emails").fill(address);
  await page.locator("#invite").click();
  await mailed(world, address, INVITATION_LINK);

  const name = unique("Pair");
  for (const number of [1, 2]) await operator.addUser({ name: `${name} ${number}` });
  await go(page, "Users");
  await page.locator("#q").fill(name);
  await page.locator("#filter").click();
  await expect(page.locator("#people-table tbody tr")).toHaveCount(2);
  for (const box of await page.locator('tbody input[name="ids"]').all()) await box.check();
  await confirmed(page, '.bulk [value="disable"], #disable');
  await expect(page.locator("#done")).toBeVisible();

  await page.locator("#q").fill(name);
  await page.locator("#filter").click();
  await page.locator('details:has([name="status"]) > summary').click();
  await page.locator("#status").selectOption("disabled");
  await page.locator('details:has([name="status"]) .pop button').click();
  await expect(page.locator("a.chip.on")).toContainText("Disabled");
  await expect(page.locator("#people-table tbody tr")).toHaveCount(2);
  await page.locator("a.chip.on").click();
  await expect(page.locator("a.chip.on")).toHaveCount(0);
});
