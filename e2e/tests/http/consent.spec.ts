import { allow, expectPage, expectSignedInAtClient, row, signIn, signInAtClient } from "../../support/browser/pages.ts";
import { expect, test } from "../../support/test.ts";

test.describe("consent at the sample client", () => {
  test("grants nothing when the person denies", async ({ page, world, person }) => {
    await page.goto(`${world.client}/login`);
    await signIn(page, person);
    await page.locator("#deny").click();

    await expect(page.locator("#error-code")).toHaveText("access_denied");
    expect(new URL(page.url()).origin).toBe(world.client);
    await page.goto(world.client);
    await expect(page.locator("#welcome")).toBeVisible();
  });

  test("shows the values that would be shared", async ({ page, world, person }) => {
    await page.goto(`${world.client}/login`);
    await signIn(page, person);
    await expectPage(page, "consent");
    await expect(page.getByText("carol@example.com")).toBeVisible();
    await expect(page.locator("#scope-openid")).toBeDisabled();
    await expect(page.locator("#scope-openid")).toBeChecked();
  });

  test("grants only what stayed checked", async ({ page, world, person }) => {
    await page.goto(`${world.client}/login`);
    await signIn(page, person);
    await page.locator("#scope-email").uncheck();
    await allow(page);

    await expectSignedInAtClient(page, world.client);
    await expect(row(page, "scopes", "email")).toContainText("Not granted");
    await expect(row(page, "scopes", "profile")).not.toContainText("Not granted");
    await expect(row(page, "claims", "name")).toContainText("Carol Jones");
    await expect(row(page, "claims", "email")).toHaveCount(0);
    await expect(page.getByText("carol@example.com")).toHaveCount(0);
  });

  test("is remembered: the second sign-in shows no page", async ({ page, world, person }) => {
    await signInAtClient(page, world.client, person);
    const visited: string[] = [];
    page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
    await page.goto(`${world.client}/login`);

    await expectSignedInAtClient(page, world.client);
    expect(visited).toEqual(["/"]);
    await expect(page.getByText("You have signed in 2 times.")).toBeVisible();
  });
});
