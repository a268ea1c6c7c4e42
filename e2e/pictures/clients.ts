/** The way of a person through the sample client and back, the mail catcher, and what goes wrong on the way. */
import { type Browser, expect } from "@playwright/test";
import { allow, signIn } from "../support/browser/pages.ts";
import type { World } from "../support/worlds/world.ts";
import type { Album } from "./album.ts";

const SHELF = "way";

/** A sign-in with its mistakes, consent, the sample client, and the sign-out. */
export async function takeWay(browser: Browser, album: Album, world: World): Promise<void> {
  const bob = world.accounts.find(({ username }) => username === "bob");
  if (bob === undefined) throw new Error("the demo account is missing");
  const page = await browser.newPage();
  const take = (name: string) => album.take(page, SHELF, name);
  await page.goto(world.client);
  await take("client-signed-out");
  await page.locator("#sign-in").click();
  await take("sign-in");
  await signIn(page, { ...bob, password: "not the password" });
  await page.locator("#problem").waitFor();
  await take("sign-in-wrong");
  await signIn(page, bob);
  await page.locator("main#consent").waitFor();
  await take("consent");
  await allow(page);
  await page.locator("#who").waitFor();
  await take("client-signed-in");
  for (const tab of await page.locator(".tabs a").all()) {
    await tab.click();
    await take(`client-${(await tab.textContent())?.trim().toLowerCase().replaceAll(/\W+/g, "-")}`);
  }
  await page.goto(`${world.client}/nothing`);
  await take("client-not-found");
  await page.goto(world.client);
  await page.locator("#sign-out").click();
  await page.locator("#signed-out").waitFor();
  await take("client-left");
  await page.goto(`${world.issuer}/nothing`);
  await take("issuer-not-found");
  await page.goto(`${world.issuer}/authorization?client_id=nothing`);
  await take("issuer-error");
  await page.locator("#for-developers > summary").click();
  await take("issuer-error-details");
  await page.goto(`${world.issuer}/sign-up`);
  await take("sign-up-without-application");
  await page.goto(`${world.issuer}/sign-out`);
  await take("sign-out");
  await page.close();
}

/** The catcher before and after its first mail, in each view. */
export async function takeCatcher(browser: Browser, album: Album, { client, issuer }: World): Promise<void> {
  const catcher = `http://localhost:${Number(new URL(client).port) + 1}`;
  const page = await browser.newPage();
  await page.goto(catcher);
  await album.take(page, "catcher", "first");
  await page.goto(`${issuer}/forgot-password`);
  await page.locator("#email").fill("alice@example.com");
  await page.locator("#send").click();
  await page.locator("main#reset-sent").waitFor();
  await expect(async () => {
    await page.goto(catcher);
    await expect(page.locator("main.mail")).toBeVisible({ timeout: 500 });
  }).toPass();
  for (const view of ["HTML", "Text", "Source"]) {
    const tab = page.getByRole("link", { name: view, exact: true });
    if (await tab.isVisible()) await tab.click();
    await album.take(page, "catcher", view.toLowerCase());
  }
  await page.close();
}
