/** People are chosen from those who match: with a script while a name is typed, and without one. */
import { randomBytes } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import { overflow, violationsOf } from "../../../support/browser/look.ts";
import { newAdministrator } from "../../../support/console/console-administrator.ts";
import { addMember } from "../../../support/console/console-story.ts";
import { expect, test } from "../../../support/test.ts";
import { countersign } from "../../../support/worlds/operator.ts";

let kept: Awaited<ReturnType<BrowserContext["storageState"]>>;
test.beforeAll(async ({ browser, world, operator }) => {
  test.setTimeout(120_000);
  kept = await newAdministrator(browser, { world, operator, isStrong: true });
});

const unique = (word: string) => `${word} ${randomBytes(4).toString("hex")}`;

for (const hasScript of [true, false]) {
  test(`a member is found by a part of the username, ${hasScript ? "with" : "without"} a script`, async ({
    browser,
    world,
    operator,
  }) => {
    const { username } = await operator.addUser({ name: unique("Member") });
    const { id } = await countersign<{ readonly id: string }>(world, ["groups", "add", unique("Staff")]);
    const context = await browser.newContext({ storageState: kept, javaScriptEnabled: hasScript });
    const page = await context.newPage();
    await page.goto(`${world.console}/groups/${id}`);
    await expect(page.locator("#members .empty")).toBeVisible();
    await addMember(page, username);
    await expect(page.locator("#members-table")).toContainText(username);
    await context.close();
  });
}

test("who matches follows what is typed, and those who are chosen stay", async ({ browser, world, operator }) => {
  const [first, second] = [unique("Paula"), unique("Quentin")];
  for (const name of [first, second]) await operator.addUser({ name });
  const { id } = await countersign<{ readonly id: string }>(world, ["groups", "add", unique("Staff")]);
  const context = await browser.newContext({ storageState: kept, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${world.console}/groups/${id}/add`);
  const [search, rows] = [page.locator("#q"), page.locator("#found tbody tr")];

  await search.pressSequentially(first.slice(2));
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(first);
  await expect(page.getByRole("status")).toContainText("1 in total");
  await rows.getByRole("checkbox").check();

  await search.fill(second.slice(2));
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(first);
  await expect(rows.first().getByRole("checkbox")).toBeChecked();
  await rows.last().getByRole("checkbox").check();
  await search.fill("nobody-has-this-name");
  await expect(page.getByRole("status")).toContainText("0 in total");
  await expect(rows).toHaveCount(2);
  expect(await violationsOf(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);

  await page.locator('.bulk [value="add"]').click();
  await expect(page.locator("#done")).toBeVisible();
  await expect(page.locator("#members-table tbody tr")).toHaveCount(2);
  await context.close();
});
