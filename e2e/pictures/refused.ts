/** Refused forms, and the step-up of a signed-in person: the pages that people see when something is wrong. */
import type { Browser, Page } from "@playwright/test";
import { setUpApp } from "../support/browser/factors.ts";
import { signedIn, signedInAtClient } from "../support/browser/signed-in.ts";
import { operatorOf } from "../support/worlds/operator.ts";
import type { Account, World } from "../support/worlds/world.ts";
import type { Album } from "./album.ts";

const SHELF = "refused";
const WRONG_CODE = "000000";

interface Tour {
  readonly page: Page;
  readonly world: World;
  readonly take: (name: string) => Promise<void>;
}

/** The refused forms: before sign-in, in the account, and at the second step. */
export async function takeRefused(browser: Browser, album: Album, world: World): Promise<void> {
  const operator = operatorOf(world);
  const address = `refused-${Date.now()}@example.org`;
  const person = await operator.addUser({ name: "Carol Jones", email: address, email_verified: "true" });
  const tours = [
    (tour: Tour) => ofStranger(tour),
    (tour: Tour) => ofAccount(tour, person),
    (tour: Tour) => ofSecondStep(tour, person),
  ];
  for (const tour of tours) {
    const page = await browser.newPage();
    await tour({ page, world, take: (name) => album.take(page, SHELF, name) });
    await page.close();
  }
}

/** Sends the form of a field as a browser without checks of its own sends it. */
async function send(page: Page, field: string, value: string): Promise<void> {
  const one = page.locator(field);
  await one.fill(value);
  await one.evaluate((input: HTMLInputElement) => {
    const { form } = input;
    if (form === null) throw new Error("the field has no form");
    form.noValidate = true;
    form.requestSubmit(form.querySelector<HTMLButtonElement>("button:not([type='button'], [formnovalidate])"));
  });
  await page.locator("#problem, [id^=problem-]").first().waitFor();
}

async function ofStranger({ page, world: { client, issuer }, take }: Tour): Promise<void> {
  await page.goto(client);
  await page.locator("#sign-up").click();
  await send(page, "#email", "no address");
  await take("sign-up");
  await page.locator("#email").fill(`stranger-${Date.now()}@example.org`);
  await page.locator("#continue").click();
  await page.locator("#code").waitFor();
  await send(page, "#code", WRONG_CODE);
  await take("sign-up-code");
  await page.goto(`${issuer}/forgot-password`);
  await send(page, "#email", "no address");
  await take("forgot-password");
}

async function ofAccount({ page, world: { issuer }, take }: Tour, person: Account): Promise<void> {
  await signedIn(page, issuer, person);
  await page.goto(`${issuer}/device`);
  await send(page, "#user_code", "BCDFG-HJKLM");
  await take("device-code");
  const fields = [
    ["profile", "#website", "no address of a site"],
    ["username", "#username", "alice"],
    ["email", "#email", "no address"],
    ["delete", "#username", "someone else"],
  ] as const;
  for (const [name, field, value] of fields) {
    await page.goto(`${issuer}/account/${name}`);
    await send(page, field, value);
    await take(`account-${name}`);
  }
  await page.goto(`${issuer}/account/password`);
  await page.locator("#new-password").fill("several unusual words together");
  await send(page, "#current-password", "not the password");
  await take("account-password");
  await page.goto(`${issuer}/account/second-factors`);
  await page.locator("#add-totp").click();
  await send(page, "#code", WRONG_CODE);
  await take("account-authenticator-app");
}

/** A person who signed in by password, set an app up elsewhere, and is then asked for its code, with no name. */
async function ofSecondStep({ page, world, take }: Tour, person: Account): Promise<void> {
  await signedInAtClient(page, world, person);
  const elsewhere = await (page.context().browser() as Browser).newPage();
  await signedIn(elsewhere, world.issuer, person);
  await setUpApp(elsewhere, world);
  await elsewhere.close();
  await page.goto(world.client);
  await page.locator("#sign-in-stronger").click();
  await page.locator("#code").waitFor();
  await take("step-up");
  await send(page, "#code", WRONG_CODE);
  await take("step-up-code");
  await page.locator("#another-way").click();
  await send(page, "#recovery-code", "ABCD-EFGH-JKLM-NPQR");
  await take("recovery-code");
}
