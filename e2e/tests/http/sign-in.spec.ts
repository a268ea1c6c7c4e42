import { allow, expectPage, expectSignedInAtClient, row, signIn, signInAtClient } from "../../support/browser/pages.ts";
import { expect, test } from "../../support/test.ts";

test.describe("signing in to the sample client", () => {
  test("leads a person through sign-in and consent to their claims", async ({ page, world, person }) => {
    await page.goto(world.client);
    await page.locator("#sign-in").click();
    await expectPage(page, "login");
    expect(new URL(page.url()).origin).toBe(world.issuer);
    await signIn(page, person);
    await expectPage(page, "consent");
    await expect(page.locator("#host")).toContainText(new URL(world.client).host);
    await allow(page);

    await expectSignedInAtClient(page, world.client);
    await expect(page.locator("#who")).toContainText("Carol Jones");
    await expect(row(page, "claims", "email")).toContainText("carol@example.com");
    await expect(row(page, "id-token", "iss")).toContainText(world.issuer);
    await expect(row(page, "id-token", "amr")).toContainText("pwd");
  });

  test("shows every claim of a person who has all of them", async ({ page, world }) => {
    const alice = world.accounts.find(({ username }) => username === "alice");
    await signInAtClient(page, world.client, alice ?? { username: "", password: "" });

    await expect(row(page, "claims", "name")).toContainText("Alice Beatrice Carter");
    await expect(row(page, "claims", "address")).toContainText("SE1 6HJ");
    await expect(row(page, "claims", "phone_number_verified")).toContainText("true");
  });

  test("refuses a wrong password on the page, and accepts the right one there", async ({ page, world, person }) => {
    await page.goto(`${world.client}/login`);
    await signIn(page, { ...person, password: "not the password" });
    await expect(page.locator("#problem")).toBeVisible();
    await expect(page.locator("#username")).toHaveValue(person.username);
    await expect(page.locator("#password")).toHaveValue("");

    await signIn(page, person);
    await expectPage(page, "consent");
  });

  test("gives the same message for an unknown person as for a wrong password", async ({ page, world, person }) => {
    await page.goto(`${world.client}/login`);
    await signIn(page, { ...person, password: "not the password" });
    const known = await page.locator("#problem").textContent();
    await signIn(page, { username: `no-${person.username}`, password: "not the password" });
    await expect(page.locator("#username")).toHaveValue(`no-${person.username}`);
    expect(await page.locator("#problem").textContent()).toBe(known);
  });

  test("returns a person who cancels on the sign-in page to the client", async ({ page, world }) => {
    await page.goto(`${world.client}/login`);
    await page.locator("#cancel").click();
    await expect(page.locator("#error-code")).toHaveText("access_denied");
    expect(new URL(page.url()).origin).toBe(world.client);
  });
});
