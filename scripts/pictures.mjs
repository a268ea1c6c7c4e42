// The pictures of the README, from the samples that `theme preview` shows: `node scripts/pictures.mjs`, after the pages
// look different. That of the console is in docs/images, too: its page is of a service that runs.
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./bootstrap.mjs";
import { findBrowser } from "./test-tools.mjs";

/** The page, its state among the samples, and the size. */
const PICTURES = [
  { file: "sign-in", page: "login", state: 4, width: 720, height: 800 },
  { file: "account", page: "accountOverview", state: 1, width: 1200, height: 800 },
];

const { chromium } = createRequire(join(root, "e2e", "package.json"))("@playwright/test");
const { openPreview } = await import("../apps/authorization-server/src/people/theme/preview.ts");
const executablePath = await findBrowser(console.log);
const preview = await openPreview({ overrides: undefined, port: 0 });
const browser = await chromium.launch({ ...(executablePath && { executablePath }) });
for (const { file, page: name, state, width, height } of PICTURES) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.goto(`${preview.url}light/en/${name}/${state}`);
  await page.evaluate("document.fonts.ready");
  await page.screenshot({ path: join(root, "docs", "images", `${file}.png`) });
  await page.close();
}
await browser.close();
await preview.close();
