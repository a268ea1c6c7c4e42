/** Former dead ends: where people were stuck, each page has a way on. */
import type { Browser, Page } from "@playwright/test";
import { look as lookAt } from "../../support/browser/look.ts";
import { allow, expectPage, signIn } from "../../support/browser/pages.ts";
import { mailed, RESET_LINK } from "../../support/mail.ts";
import { arrival, type RelyingParty, relyingParty } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";
import type { Operator } from "../../support/worlds/operator.ts";
import type { World } from "../../support/worlds/world.ts";

const NATIVE = ["--application-type", "native", "--token-endpoint-auth-method", "none"];
const look = (page: Page, name: string) => lookAt(page, `dead-end-${name}`, { widths: [390, 1440] });

/** The home page of the apps. They are at home at the sample client, which answers every request. */
const homeOf = ({ client }: World) => `${client}/`;

async function openApp(world: World, operator: Operator): Promise<RelyingParty> {
  const home = homeOf(world);
  const redirectUri = `${home}photo-book`;
  const client = await operator.addClient("--name", "Photo book", "--redirect-uri", redirectUri, "--client-uri", home);
  return relyingParty(world, { ...client, redirectUri });
}

test("F1: a request that is over begins again, and the app gets its answer", async ({
  page,
  context,
  world,
  operator,
  person,
}) => {
  const app = await openApp(world, operator);
  const begun = await app.begin();
  await page.goto(begun.url);
  await context.clearCookies({ name: /-browser$/ });
  await page.reload();
  await expectPage(page, "error");
  await expect(page.locator("#app")).toHaveAttribute("href", homeOf(world));
  await look(page, "over");

  await page.locator("#again").click();
  await signIn(page, person);
  await allow(page);
  expect((await app.redeem(begun, await arrival(page, app))).access_token).toMatch(/\S/);

  await page.goBack();
  await expectPage(page, "error");
  await expect(page.locator("#again")).toHaveCount(0);
  await look(page, "answered");
  await page.locator("#app").click();
  await expect(page).toHaveURL(homeOf(world));
});

test("F3: a form of another person says so, and shows the page of now", async ({
  context,
  page,
  world,
  operator,
  person,
}) => {
  const app = await openApp(world, operator);
  await page.goto((await app.begin()).url);
  await signIn(page, person);
  await expectPage(page, "consent");

  const other = await context.newPage();
  await other.goto((await app.begin({ prompt: "login" })).url);
  await signIn(other, await operator.addUser());
  await expectPage(other, "consent");

  await allow(page);
  await expectPage(page, "error");
  await look(page, "stale-form");
  await page.locator("#again").click();
  await expectPage(page, "consent");
});

test("F5: the page about an unusable return address offers the sign-out", async ({ page, world, person }) => {
  await page.goto(`${world.issuer}/account`);
  await signIn(page, person);
  await expect(page.locator("main")).toHaveId("account");
  await page.goto(`${world.issuer}/end_session?post_logout_redirect_uri=https%3A%2F%2Funknown.example%2F`);
  await look(page, "sign-out");
  await page.locator("#sign-out").click();
  await look(page, "sign-out-question");
  await page.locator("main button").first().click();
  await expectPage(page, "signed-out");
  await look(page, "signed-out");
});

test("F6: the well-known address of the password page leads there", async ({ page, world, person }) => {
  await page.goto(`${world.issuer}/.well-known/change-password`);
  await signIn(page, person);
  await expect(page).toHaveURL(`${world.issuer}/account/password`);
});

test("F11: the page that stays behind a native app says that the window can be closed", async ({
  page,
  world,
  operator,
  person,
}) => {
  const redirectUri = "com.example.photobook:/cb";
  const options = ["--name", "Photo book", "--redirect-uri", redirectUri, ...NATIVE, "--client-uri", homeOf(world)];
  const app = await relyingParty(world, { ...(await operator.addClient(...options)), redirectUri });
  await page.goto((await app.begin()).url);
  await signIn(page, person);
  await expectPage(page, "consent");
  // The redirect to the scheme of the app loads no page: the consent page stays, and people press again or reload.
  // Only where requests are intercepted does each browser say that this one failed.
  await page.route("**/authorization/continue*", (route) => route.continue());
  const aborted = page.waitForEvent("requestfailed", (request) => request.url().includes("/authorization/continue"));
  await allow(page);
  await aborted;
  await page.reload();
  await expectPage(page, "error");
  await expect(page.locator("#advice")).toContainText("you can close this window");
  await expect(page.locator("#app")).toHaveAttribute("href", homeOf(world));
  await look(page, "native");
});

test("a new password on another device leads on to the app", async ({ page, browser, world, operator }) => {
  const app = await openApp(world, operator);
  const email = `rosa-${Date.now()}@example.com`;
  await operator.addUser({ name: "Rosa", email, email_verified: "true" });
  await page.goto((await app.begin()).url);
  await page.locator("#forgot-password").click();
  await page.locator("#email").fill(email);
  await page.locator("#send").click();

  const other = await newDevice(browser);
  await other.goto(await mailed(world, email, RESET_LINK));
  await look(other, "reset");
  await other.locator("#new-password").fill("quiet harbour with nine lamps");
  await other.locator("#set-password").click();
  await expect(other.locator("#back")).toHaveAttribute("href", homeOf(world));
  await look(other, "reset-done");
  await other.context().close();
});

const newDevice = async (browser: Browser) =>
  (await browser.newContext({ extraHTTPHeaders: { "X-Forwarded-For": "10.99.7.1" } })).newPage();

test("too many cookies are answered by a text with a way out", async ({ page, context, world }) => {
  const url = world.issuer;
  await context.addCookies(Array.from({ length: 6 }, (_, at) => ({ name: `c${at}`, value: "x".repeat(3500), url })));
  expect((await page.goto(`${url}/login`))?.status()).toBe(431);
  await expect(page.locator("body")).toContainText("delete the cookies of this site");
});

test("zh-Hant is not answered in simplified Chinese if the person reads another language of ours", async ({
  page,
  world,
}) => {
  await page.goto(`${world.issuer}/?ui_locales=zh-TW%20de`);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});
