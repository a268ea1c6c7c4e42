/**
 * Every page of the issuer and the HTML part of mails, with sample data: axe finds nothing in light and dark mode, and
 * nothing overflows to the side at 320 px. A page without a sample fails a test of the issuer.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { ROOT } from "../../support/ecosystem.ts";
import { overflow, violationsOf } from "../../support/look.ts";
import { expect, test } from "../../support/test.ts";

const PRINT_SAMPLES = join(ROOT, "apps", "authorization-server", "testing", "print-samples.ts");
const LARGEST_OUTPUT = 2 ** 24;
/** Each part is a test of its own, so that none takes long. */
const PARTS = 8;

/** The session iframe: a document that nobody sees. */
const UNSEEN = "checkSession";

interface Sample {
  readonly page: string;
  readonly html: string;
}

const printed = new Map<string, Promise<readonly Sample[]>>();

/** The samples in this language. They are printed once for all tests of a worker. */
function samples(language: string): Promise<readonly Sample[]> {
  const known = printed.get(language) ?? print(language);
  printed.set(language, known);
  return known;
}

async function print(language: string): Promise<readonly Sample[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PRINT_SAMPLES, language], {
    maxBuffer: LARGEST_OUTPUT,
  });
  return (JSON.parse(stdout) as readonly Sample[]).filter(({ page }) => page !== UNSEEN);
}

/** Shows a sample in the place of a page that does not exist, with the stylesheet and the policy of the issuer. */
async function show(page: Page, issuer: string, { html }: Sample): Promise<void> {
  const address = `${issuer}/sample`;
  const headers = { "content-security-policy": "script-src 'none'" };
  await page.route(address, (route) => route.fulfill({ contentType: "text/html; charset=utf-8", headers, body: html }));
  await page.goto(address);
  await page.unroute(address);
}

for (let part = 0; part < PARTS; part += 1) {
  test(`axe finds nothing on any page: part ${part + 1} of ${PARTS}`, async ({ page, world }) => {
    await page.setViewportSize({ width: 320, height: 720 });
    const all = (await samples("en")).filter((_, index) => index % PARTS === part);
    expect(all.length).toBeGreaterThan(1);
    for (const sample of all) {
      await show(page, world.issuer, sample);
      expect.soft(await violationsOf(page), sample.page).toEqual([]);
      expect.soft(await overflow(page), sample.page).toBeLessThanOrEqual(0);
    }
  });
}

for (let part = 0; part < PARTS; part += 1) {
  test(`th.4: from right to left nothing overflows: part ${part + 1} of ${PARTS}`, async ({ page, world }) => {
    const all = (await samples("ar-x-pseudo")).filter((_, index) => index % PARTS === part);
    expect(all.length).toBeGreaterThan(1);
    for (const sample of all) {
      await show(page, world.issuer, sample);
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 720 });
        const { direction, beyond, before } = await page.evaluate(() => ({
          direction: getComputedStyle(document.body).direction,
          beyond: document.documentElement.scrollWidth - window.innerWidth,
          // What sticks out to the left of a page that begins at the right.
          before: Math.min(...[...document.body.querySelectorAll("*")].map((one) => one.getBoundingClientRect().left)),
        }));
        expect.soft([direction, beyond <= 0, before >= 0], `${sample.page}, ${width}`).toEqual(["rtl", true, true]);
      }
      const fields = page.locator('input[type="email"], input[type="url"], input[autocomplete="one-time-code"]');
      for (const field of await fields.all()) await expect.soft(field, sample.page).toHaveAttribute("dir", "ltr");
    }
  });
}
