/** The administration console for people without a role. */
import { signIn } from "../../../support/browser/pages.ts";
import { look, untilAssertionsCount } from "../../../support/console/console.ts";
import { expect, test } from "../../../support/test.ts";

test("co.2: a person without a role sees no place, and is told why", async ({ page, world, person }) => {
  await page.goto(`${world.console}/people`);
  await untilAssertionsCount(page, world);
  await signIn(page, person);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You have no role here");
  await look(page, "no-role");
});
