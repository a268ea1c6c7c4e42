// The pictures of the README, from the samples that `theme preview` shows: `npm run pictures`, after the pages look
// different. That of the console is in docs/images, too: its page is of a service that runs. With --all, pictures of
// every page of a deployment that it starts, to look at (e2e/pictures).
import { createRequire } from "node:module";
import { join } from "node:path";
import { become, bootstrap, pinnedNode, root, toolEnvironment } from "./bootstrap.mjs";
import { findBrowser } from "./test-tools.mjs";

/** The page, its state among the samples, and the size. */
const PICTURES = [
  { file: "sign-in", page: "login", state: 4, width: 720, height: 800 },
  { file: "account", page: "accountOverview", state: 1, width: 1200, height: 800 },
];

const given = process.argv.slice(2);
if (given.includes("--all")) await bootstrap(console.log);
const executablePath = await findBrowser(console.log);
if (given.includes("--all")) {
  const found = executablePath ? ["--browser", executablePath] : [];
  become(pinnedNode, [join(root, "e2e", "pictures", "main.ts"), ...given, ...found], toolEnvironment());
} else {
  await takeThoseOfTheReadme();
}

async function takeThoseOfTheReadme() {
  const { chromium } = createRequire(join(root, "e2e", "package.json"))("@playwright/test");
  const { openPreview } = await import("../apps/authorization-server/src/people/theme/preview.ts");
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
}
