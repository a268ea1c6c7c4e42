/** Ten thousand people of other software, who come by a file in the console. */
import { expect, type Page } from "@playwright/test";
import { look } from "./console.ts";
import { go, openTab } from "./console-story.ts";

/** @param imported what their usernames begin with */
export async function importPeople(page: Page, imported: string): Promise<void> {
  await go(page, "Users");
  await openTab(page, "Imports");
  await look(page, "imports");
  const people = Array.from({ length: 10_000 }, (_, i) => ({
    external_id: `${imported}-${i}`,
    username: `${imported}-${i}`,
  }));
  const lines = [...people, { external_id: "x", username: "two words" }];
  const buffer = Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"));
  const file = { name: "people.jsonl", mimeType: "application/jsonl", buffer };
  await page.locator("#upload-file").setInputFiles(file);
  await page.locator("#upload-source").fill("old-shop");
  await page.locator("#upload").click();
  // The page renews itself, until the lines are checked and imported.
  await expect(page.locator("#start")).toBeVisible({ timeout: 120_000 });
  await expect(page.locator("#report-table")).toContainText("malformed line");
  await look(page, "import");
  await page.locator("#start").click();
  await expect(page.locator("#import")).toContainText("The users are imported", { timeout: 120_000 });
  await expect(page.locator("#facts")).toContainText("10,000");
  await go(page, "Users");
  await page.locator("#q").fill(`${imported}-9999`);
  await page.locator("#filter").click();
  await expect(page.locator("main")).toContainText(imported);
}
