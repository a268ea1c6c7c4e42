import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import "./support/worlds/resolve-test-names.ts";
import type { WorldOption } from "./support/test.ts";

/** Debian's. The one without windows takes a fifth of the processor time for a new context. */
const INSTALLED = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const browser = process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path));

const browserArgs = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Otherwise each page has a spare renderer process, which few tests use.
  "--renderer-process-limit=1",
  // The names of the https world exist on this machine only.
  "--host-resolver-rules=MAP *.test 127.0.0.1",
  // Chromium's sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

// What the certification profiles require of a provider. Containers can reach neither the documents of its clients
// nor our operator's keys.
const composed = process.env.E2E_COMPOSE_REPLICAS !== undefined;
const conformance = {
  name: "conformance",
  testDir: "conformance",
  use: { worldName: "https", ignoreHTTPSErrors: true },
} as const;

export default defineConfig<WorldOption>({
  testDir: "tests",
  // The report and the screenshots are beside it, because the next run deletes this folder.
  outputDir: "test-results/artifacts",
  globalSetup: "./support/worlds/global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 3, // of which one waits most of the time: for a timer, a page, or a service
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: "chromium",
    // Buttons change their colors slowly: axe would measure one between light and dark.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { args: browserArgs, ...(browser === undefined ? {} : { executablePath: browser }) },
    screenshot: "only-on-failure",
  },
  projects: [
    // First, because some of its checks wait for minutes until something expired, while other workers go on.
    ...(composed ? [] : [conformance]),
    // The ecosystem as `npm start` runs it: plain http on localhost.
    { name: "http", testDir: "tests/http", use: { worldName: "http" } },
    // Production mode behind a TLS proxy: issuer and clients on different sites.
    { name: "https", testDir: "tests/https", use: { worldName: "https", ignoreHTTPSErrors: true } },
  ],
});
