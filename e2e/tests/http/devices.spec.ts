/** RFC 8628: a device without a browser, whose person decides at a browser elsewhere. */
import type { Page } from "@playwright/test";
import { look } from "../../support/browser/look.ts";
import { allow, expectPage, signIn } from "../../support/browser/pages.ts";
import { expect, test } from "../../support/test.ts";
import type { NewClient, Operator } from "../../support/worlds/operator.ts";
import type { World } from "../../support/worlds/world.ts";

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const WIDTHS = [320, 1280];

const addDevice = (operator: Operator): Promise<NewClient> =>
  operator.addClient(
    ...["--name", "Television", "--grant-type", GRANT, "--grant-type", "refresh_token"],
    ...["--token-endpoint-auth-method", "none", "--scope", "openid email offline_access"],
  );

interface Begun {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
}

async function begin({ issuer }: World, { clientId }: NewClient): Promise<Begun> {
  const body = new URLSearchParams({ client_id: clientId, scope: "openid email offline_access" });
  const response = await fetch(`${issuer}/device_authorization`, { method: "POST", body });
  expect(response.status).toBe(200);
  return (await response.json()) as Begun;
}

async function poll({ issuer }: World, { clientId }: NewClient, { device_code }: Begun) {
  const body = new URLSearchParams({ client_id: clientId, grant_type: GRANT, device_code });
  const response = await fetch(`${issuer}/token`, { method: "POST", body });
  return (await response.json()) as { readonly error?: string; readonly refresh_token?: string };
}

const onPage = (page: Page, name: string) => expect(page.locator("main")).toHaveId(name);

// Nothing of this needs a script.
test.use({ javaScriptEnabled: false });

test("§3.3: a person types the code, looks at the device, agrees, and the device gets its tokens", async ({
  page,
  world,
  operator,
  person,
}) => {
  const client = await addDevice(operator);
  const begun = await begin(world, client);
  await page.goto(begun.verification_uri);
  await signIn(page, person);
  await onPage(page, "device");
  await page.locator("#user_code").fill("bcdfg hjklm");
  await page.locator("#continue").click();
  await expect(page.locator("#problem")).toContainText("No device is waiting for this code");

  await page.locator("#user_code").fill(begun.user_code.toLowerCase());
  await page.locator("#continue").click();
  await onPage(page, "device-confirm");
  await expect(page.locator("#warning")).toContainText("in front of you");
  expect((await poll(world, client, begun)).error).toBe("authorization_pending");
  await page.locator("#confirm").click();
  await expectPage(page, "consent");
  await allow(page);
  await onPage(page, "device-done");
  expect((await poll(world, client, begun)).refresh_token).toBeDefined();
  await page.locator("#applications").click();
  await onPage(page, "account-applications");
});

test("§3.3.1: a link fills the code in, and the person refuses", async ({ page, world, operator, person }) => {
  const client = await addDevice(operator);
  const begun = await begin(world, client);
  await page.goto(begun.verification_uri_complete);
  await signIn(page, person);
  await expect(page.locator("#user_code")).toHaveValue(begun.user_code);
  await page.locator("#continue").click();
  await page.locator("#deny").click();
  await expect(page.locator("h1")).toHaveText("The device gets no access");
  expect((await poll(world, client, begun)).error).toBe("access_denied");
  await page.locator("#again").click();
  await onPage(page, "device");
});

test("§3.3.1: the sample client plays a television, and its person approves at another browser", async ({
  page,
  browser,
  world,
  person,
}) => {
  await page.goto(world.client);
  await page.locator("#to-device").click();
  await page.locator("#show-code").click();
  await expect(page.locator("#verification-uri")).toHaveText(`${world.issuer}/device`);
  await expect(page.locator("#qr svg")).toBeVisible();
  const userCode = String(await page.locator("#user-code").textContent());

  const elsewhere = await browser.newContext({ javaScriptEnabled: false });
  const phone = await elsewhere.newPage();
  await phone.goto(String(await page.locator("#complete").getAttribute("href")));
  await signIn(phone, person);
  await expect(phone.locator("#user_code")).toHaveValue(userCode);
  await phone.locator("#continue").click();
  await expect(phone.locator("h1")).toContainText("Sample client");
  await phone.locator("#confirm").click();
  await allow(phone);
  await onPage(phone, "device-done");

  // The television reads its page again by itself, and is signed in.
  await expect(page.locator("#who")).toBeVisible();
  await expect(page.locator("#steps")).toContainText("The television asked until it got tokens");
  await elsewhere.close();
});

test.describe("every page of it", () => {
  test.use({ javaScriptEnabled: true });

  test("the page of the television passes axe and fits from 320 px on", async ({ page, world }) => {
    // It stays while it is looked at.
    await page.route(`${world.client}/device`, async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      const { refresh: _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.goto(`${world.client}/device`);
    await look(page, "television", { widths: WIDTHS });
    await page.locator("#show-code").click();
    await expect(page.locator("#qr svg")).toBeVisible();
    await look(page, "television-code", { widths: WIDTHS });
  });

  test("passes axe, fits from 320 px on, and works by keyboard", async ({ page, world, operator, person }) => {
    const client = await addDevice(operator);
    const begun = await begin(world, client);
    await page.goto(begun.verification_uri_complete);
    await signIn(page, person);
    await look(page, "device", { widths: WIDTHS });
    await page.locator("#user_code").focus();
    await page.keyboard.press("Enter");
    await onPage(page, "device-confirm");
    await look(page, "device-confirm", { widths: WIDTHS });
    await page.locator("#confirm").focus();
    await page.keyboard.press("Enter");
    await expectPage(page, "consent");
    await look(page, "device-consent", { widths: WIDTHS });
    await allow(page);
    await onPage(page, "device-done");
    await look(page, "device-done", { widths: WIDTHS });
  });
});
