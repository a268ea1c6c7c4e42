/** Every page of the console, each of its tabs, what it asks, refuses or has nothing of, and its components. */
import { violationsOfEach } from "../../../support/browser/shown-in-turn.ts";
import { consolePages } from "../../../support/console-pages.ts";
import { expect, test } from "../../../support/test.ts";

/** Each part is a test of its own, so that none takes long. */
const PARTS = 4;

for (let part = 0; part < PARTS; part += 1) {
  test(`43: axe finds nothing on any page of the console: part ${part + 1} of ${PARTS}`, async ({ page, world }) => {
    test.setTimeout(240_000);
    const all = (await consolePages("en")).filter((_, index) => index % PARTS === part);
    expect(all.length).toBeGreaterThan(40);
    expect(await violationsOfEach(page, world.console, all)).toEqual([]);
  });
}
