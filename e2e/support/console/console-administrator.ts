/** An administrator of the console for one file of tests: an owner with a password, whose session its tests share. */
import type { Browser, BrowserContext } from "@playwright/test";
import { setUpApp } from "../browser/factors.ts";
import { signIn } from "../browser/pages.ts";
import { signedIn } from "../browser/signed-in.ts";
import { totpCode } from "../browser/totp.ts";
import { expect } from "../test.ts";
import { countersign, type Operator } from "../worlds/operator.ts";
import type { Account, World } from "../worlds/world.ts";
import { untilAssertionsCount } from "./console.ts";

interface Role {
  readonly resource: string;
  readonly name: string;
}

const SOURCE = { "X-Forwarded-For": "10.98.7.6" };

interface Owner {
  readonly world: World;
  readonly operator: Operator;
  /** Whether the owner signs in with a second factor, which grave acts need. */
  readonly isStrong?: true;
  /** The claim `zoneinfo` of the owner. */
  readonly zone?: string;
}

/** Makes an owner, who signs in at the console. Returns the cookies of the browser. */
export async function newAdministrator(
  browser: Browser,
  { world, operator, isStrong, zone }: Owner,
): Promise<Awaited<ReturnType<BrowserContext["storageState"]>>> {
  const person = await operator.addUser({ name: "Olga Owner", ...(zone !== undefined && { zoneinfo: zone }) });
  const owner = (await countersign<readonly Role[]>(world, ["roles", "list"])).find(({ name }) => name === "owner");
  await countersign(world, ["roles", "assign", owner?.resource ?? "", "owner", "--user", person.username]);
  const app = isStrong && (await withApp(browser, world, person));
  const page = await browser.newPage({ extraHTTPHeaders: SOURCE });
  await untilAssertionsCount(page, world);
  await page.goto(world.console);
  await signIn(page, person);
  if (app !== undefined) {
    await page.locator("#code").fill(totpCode(app, 1));
    await page.locator("#confirm").click();
  }
  await expect(page.locator("main")).toHaveId("overview");
  const kept = await page.context().storageState();
  await page.close();
  return kept;
}

/** Grave acts need a sign-in of the last fifteen minutes. */
const FRESH_MS = 400_000;

let shared: { readonly state: ReturnType<typeof newAdministrator>; readonly at: number } | undefined;

/** The cookies of an owner with a second factor, whom the tests of this worker share, while the sign-in is recent. */
export function administratorOfWorker(browser: Browser, { world, operator }: Omit<Owner, "isStrong">) {
  if (shared === undefined || Date.now() - shared.at > FRESH_MS) {
    shared = { state: newAdministrator(browser, { world, operator, isStrong: true }), at: Date.now() };
  }
  return shared.state;
}

/** Gives the person an authenticator app, whose code of now is used. Returns its secret. */
async function withApp(browser: Browser, world: World, person: Account): Promise<string> {
  const page = await browser.newPage({ extraHTTPHeaders: SOURCE });
  await signedIn(page, world.issuer, person);
  const app = await setUpApp(page, world);
  await page.locator("#saved").check();
  await page.locator("button#done").click();
  await expect(page.locator("#left")).toBeVisible();
  await page.close();
  return app;
}
