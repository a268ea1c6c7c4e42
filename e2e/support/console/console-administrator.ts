/** An administrator of the console for one file of tests: an owner with a password, whose session its tests share. */
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { signIn } from "../browser/pages.ts";
import { expect } from "../test.ts";
import { countersign, type Operator } from "../worlds/operator.ts";
import type { World } from "../worlds/world.ts";
import { untilAssertionsCount } from "./console.ts";

interface Role {
  readonly resource: string;
  readonly name: string;
}

const SOURCE = { "X-Forwarded-For": "10.98.7.6" };

/** Makes an owner, who signs in at the console. Returns the cookies of the browser. */
export async function newAdministrator(
  browser: Browser,
  { world, operator }: { readonly world: World; readonly operator: Operator },
): Promise<Awaited<ReturnType<BrowserContext["storageState"]>>> {
  const person = await operator.addUser({ name: "Olga Owner" });
  const owner = (await countersign<readonly Role[]>(world, ["roles", "list"])).find(({ name }) => name === "owner");
  await countersign(world, ["roles", "assign", owner?.resource ?? "", "owner", "--user", person.username]);
  const page = await browser.newPage({ extraHTTPHeaders: SOURCE });
  await page.goto(world.console);
  await signIn(page, person);
  await arrived(page);
  const kept = await page.context().storageState();
  await page.close();
  return kept;

  async function arrived(shown: Page) {
    await untilAssertionsCount(shown, world);
    await expect(shown.locator("main")).toHaveId("overview");
  }
}
