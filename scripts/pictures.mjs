// All pictures of the README and its documents (docs/images): `npm run pictures`, after the pages look different. Those of
// people's pages are of the samples that `theme preview` shows, those of the console of a deployment that it starts and
// fills. With --all, pictures of every page of such a deployment, to look at (e2e/pictures).
import { createRequire } from "node:module";
import { join } from "node:path";
import { become, bootstrap, pinnedNode, root, toolEnvironment } from "./bootstrap.mjs";
import { findBrowser } from "./test-tools.mjs";

/** The page, its state among the samples, the size, and what scripts show, which do not run there. */
const PICTURES = [
  { file: "sign-in", page: "login", state: 6, width: 720, height: 800, shows: "#use-passkey, [data-shows]" },
  { file: "account", page: "accountOverview", state: 1, width: 1200, height: 800 },
];

const given = process.argv.slice(2);
await bootstrap(console.log);
const executablePath = await findBrowser(console.log);
if (!given.includes("--all")) await takeSamplesOfTheReadme();
const wanted = given.includes("--all") ? given : [...given, "--readme"];
const found = executablePath ? ["--browser", executablePath] : [];
become(pinnedNode, [join(root, "e2e", "pictures", "main.ts"), ...wanted, ...found], toolEnvironment());

async function takeSamplesOfTheReadme() {
  const { chromium } = createRequire(join(root, "e2e", "package.json"))("@playwright/test");
  const { openPreview } = await import("../apps/authorization-server/src/people/theme/preview.ts");
  const preview = await openPreview({ overrides: undefined, port: 0 });
  const browser = await chromium.launch({ ...(executablePath && { executablePath }) });
  for (const { file, page: name, state, width, height, shows } of PICTURES) {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.goto(`${preview.url}light/en/${name}/${state}`);
    await page.evaluate("document.fonts.ready");
    await page.locator("noscript").evaluateAll((all) => all.map((one) => one.remove()));
    if (shows) await page.locator(shows).evaluateAll((all) => all.map((one) => one.removeAttribute("hidden")));
    await page.screenshot({ path: join(root, "docs", "images", `${file}.png`) });
    await page.close();
  }
  await browser.close();
  await preview.close();
}
