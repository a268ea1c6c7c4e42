/** Points of the design's checklist about what people copy and what ends something, by their numbers. */
import { colorOf } from "../../support/browser/look.ts";
import { samples, show } from "../../support/browser/samples.ts";
import { signedIn } from "../../support/browser/signed-in.ts";
import { totpCode } from "../../support/browser/totp.ts";
import { expect, test } from "../../support/test.ts";

test("28: the key of an app and recovery codes have a button that copies them", async ({ page, world, person }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await signedIn(page, world.issuer, person);
  await page.goto(`${world.issuer}/account/second-factors`);
  await page.locator("#add-totp").click();
  await page.getByRole("button", { name: "Copy the key" }).click();
  const key = await clipboard();
  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  await page.locator("#code").fill(totpCode(key));
  await page.locator("#confirm").click();
  await page.locator("#copy-codes").click();
  expect(await clipboard()).toContain((await page.locator("#recovery-codes code").first().textContent()) ?? "no code");
});

test("28: one click chooses the whole reference of an error, whose page runs no script", async ({ page, world }) => {
  await page.goto(`${world.issuer}/authorization?client_id=nothing`);
  await page.locator("#for-developers > summary").click();
  const reference = page.locator("#error-reference");
  await reference.click();
  const chosen = await page.evaluate(() => String(getSelection()));
  expect(chosen.trim()).toBe((await reference.textContent()) ?? "no reference");
});

/** The acts of the account that end something. */
const ENDING_ACTS = ["remove", "leave", "withdraw", "delete"];
const ENDING = ENDING_ACTS.map((act) => `button[value="${act}"]`).join();

/** All others. An act that is in neither list fails: who adds it says which of them it is. */
const OTHER_ACTS = [
  ...["accept", "add", "change", "confirm", "connect", "keep", "make", "prefer", "rename"],
  ...["save", "share-part", "undo", "upload"],
  // Sign-outs, and a browser that is asked for a code again.
  ...["end", "end-others", "forget"],
  // What can be given again at once: an invitation, a part of what an app gets, a photo.
  ...["decline", "withdraw-part", "remove-picture"],
];

test("34: it is known of every act of the account whether it ends something", async () => {
  const pages = (await samples("en")).filter(({ page }) => /^account[A-Z]/.test(page));
  const acts = pages.flatMap(({ html }) =>
    [...html.matchAll(/<button[^>]* name="action"[^>]*>/g)].map(([tag]) => / value="([^"]*)"/.exec(tag)?.[1] ?? tag),
  );
  expect([...new Set(acts)].sort()).toEqual([...ENDING_ACTS, ...OTHER_ACTS].sort());
});

/** Where it may stand: behind a menu, or in a card for what ends something. */
const PLACES = ".pop, .card.danger";

test("34: what ends something is red, and only in a menu or a danger zone", async ({ page, world }) => {
  const seen = new Set<string | null>();
  for (const sample of await samples("en")) {
    if (!/^account[A-Z]/.test(sample.page) || !/value="(?:remove|leave|withdraw|delete)"|danger/.test(sample.html))
      continue;
    await show(page, world.issuer, sample, "'self'");
    const [red, solid] = [await colorOf(page, "--bad"), await colorOf(page, "--bad-solid")];
    await page.locator("details").evaluateAll((all) => {
      for (const one of all) (one as HTMLDetailsElement).open = true;
    });
    const elsewhere = page.locator(`main :is(.danger, ${ENDING}):is(button, a):not(:is(${PLACES}) *)`);
    expect.soft(await elsewhere.evaluateAll((all) => all.map((one) => one.id)), sample.page).toEqual([]);
    for (const button of await page.locator(ENDING).filter({ visible: true }).all()) {
      seen.add(await button.getAttribute("value"));
      const { color, backgroundColor } = await button.evaluate((one) => {
        const style = getComputedStyle(one);
        return { color: style.color, backgroundColor: style.backgroundColor };
      });
      expect.soft(backgroundColor === solid || color === red, sample.page).toBe(true);
    }
  }
  expect(seen.size).toBe(4);
});
