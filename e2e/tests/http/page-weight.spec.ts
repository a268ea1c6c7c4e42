/** 46: what the sign-in page costs over the wire: at a first visit, with its font, and at the second. */
import type { Page } from "@playwright/test";
import { expectPage } from "../../support/browser/pages.ts";
import { expect, test } from "../../support/test.ts";
import type { World } from "../../support/worlds/world.ts";

const KILOBYTE = 1024;

interface Received {
  readonly path: string;
  readonly bytes: number;
}

/** What the browser received for a page of the issuer, headers included. What it had costs nothing. */
async function visit(page: Page, { client, issuer }: World): Promise<readonly Received[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  const paths = new Map<string, string>();
  const received: Received[] = [];
  const { origin } = new URL(issuer);
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    const { origin: from, pathname } = new URL(response.url);
    if (from === origin) paths.set(requestId, pathname);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    if (path !== undefined && encodedDataLength > 0) received.push({ path, bytes: encodedDataLength });
  });
  await page.goto(`${client}/login`);
  await expectPage(page, "login");
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await page.waitForLoadState("networkidle");
  await devtools.detach();
  return received;
}

const sum = (all: readonly Received[]) => all.reduce((before, { bytes }) => before + bytes, 0);

for (const locale of ["en", "de", "zh"]) {
  test.describe(`the sign-in page in ${locale}`, () => {
    test.use({ locale });

    test("46: at most 90 KB with its font, then at most 15 KB and no file again", async ({ page, world }) => {
      const first = await visit(page, world);
      expect(first.map(({ path }) => path)).toContain("/assets/fonts/inter-latin.woff2");
      expect(sum(first), JSON.stringify(first)).toBeLessThanOrEqual(90 * KILOBYTE);

      const second = await visit(page, world);
      expect(second.map(({ path }) => path).filter((path) => path.startsWith("/assets/"))).toEqual([]);
      expect(second.length).toBeGreaterThan(0);
      expect(sum(second), JSON.stringify(second)).toBeLessThanOrEqual(15 * KILOBYTE);
    });
  });
}
