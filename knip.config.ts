/**
 * What nothing uses. `knip` looks at the whole workspace. `knip --production` looks at what has a `!` here: production
 * code, without tests and what only they use. So it finds what lives only through its own test.
 */
import type { KnipConfig } from "knip";

const production = process.argv.includes("--production");

/** Code of a package or service, without tests and their helpers. */
const SOURCES = [
  "src/**/*.ts!",
  "!src/generated/**",
  "!src/generated/**!",
  "!src/**/*.test.ts!",
  "!src/**/testing/**!",
  "!src/**/test-*.ts!",
  "!src/forgery.ts!",
];

/** What a script of package.json starts: knip reads those scripts, but not of production code. */
const scripted = (file: string) => (production ? [`${file}!`] : []);

const config: KnipConfig = {
  // A test may look at what production code of the same file uses.
  ignoreExportsUsedInFile: production || { interface: true, type: true },
  // What one of our packages exports, another one must use. Types of its parameters and results may stay unnamed there.
  includeEntryExports: production,
  exclude: production ? ["types"] : [],
  ignoreBinaries: [
    "apt-cache",
    "mkfifo",
    "useradd",
    "pg_dump",
    "fish",
    "prometheus",
    "promtool",
    "caddy",
    "systemd-analyze",
    "pgbackrest",
  ],
  // Development and tests are no production code.
  ignoreWorkspaces: production
    ? ["packages/accessibility", "packages/chaos", "packages/dev", "packages/site", "e2e"]
    : [],
  workspaces: {
    ".": {
      // vitest loads the second one.
      entry: ["scripts/*.mjs!", "scripts/tests/vitest-report.mjs!"],
      project: ["scripts/**/*.mjs!"],
      ignoreDependencies: ["@biomejs/biome", "turbo"],
    },
    "apps/authorization-server": {
      entry: [
        "src/main.ts!",
        "src/cli/main.ts!",
        "testing/upgrade/make-dump.ts",
        "testing/print-samples.ts",
        "testing/hot-works/counting.ts",
      ],
      project: [...SOURCES, "testing/**/*.ts"],
    },
    // Its one file of JavaScript has its types beside it.
    "apps/admin-console": {
      entry: ["src/testing/print-pages.ts"],
      project: [...SOURCES, "src/quickstarts/*.js!"],
      ignore: production ? ["src/quickstarts/*.d.ts"] : [],
    },
    "apps/resource-server": { entry: ["src/main.ts!"], project: SOURCES },
    "apps/sample-api": { project: SOURCES },
    "apps/sample-stock": { project: SOURCES },
    // Its script runs on the Node.js that it brings along.
    "apps/sample-cli": { project: SOURCES, ignoreDependencies: production ? ["node"] : [] },
    "apps/sample-mcp": { project: SOURCES },
    "apps/sample-client": { entry: scripted("src/make-key.ts"), project: SOURCES },
    // A bundle starts with the second one.
    "packages/bundle": { entry: [...scripted("src/main.ts"), "src/stack-traces.ts!"], project: SOURCES },
    // A bundle starts with the second one, where WORKERS says so.
    "packages/service": { entry: ["src/workers/main.ts!"], project: SOURCES },
    "packages/chaos": { entry: ["src/main.ts", "src/restore/main.ts"], project: ["src/**/*.ts"] },
    "packages/database": {
      entry: ["scripts/*.mjs!"],
      project: [...SOURCES, "scripts/**/*.mjs!", "prisma/*.prisma"],
      // Used by what is generated, and by scripts/generate.mjs.
      ignoreDependencies: ["@prisma/client", "prisma"],
    },
    // The generator imports the framework of the pages that it makes.
    "packages/site": { project: [".vitepress/**/*.{ts,vue}"], ignoreDependencies: ["vue"] },
    "packages/ephemeral": {
      project: SOURCES,
      // An entry of the package for tests.
      ignore: production ? ["src/test-redis.ts"] : [],
    },
    "packages/tracing": {
      project: SOURCES,
      // An entry of the package for tests.
      ignore: production ? ["src/test-collector.ts"] : [],
    },
    "packages/dev": {
      entry: ["src/main.ts", "src/mail-catcher/main.ts", "src/operator.ts", "src/ecosystem/die-with-parent.ts"],
      project: ["src/**/*.ts", "!src/fixtures/**"],
    },
    // Their exports are for other people's projects.
    "packages/guard": { project: SOURCES, includeEntryExports: false },
    "packages/admin-client": {
      entry: ["scripts/types.mjs!"],
      project: [...SOURCES, "scripts/*.mjs!"],
      includeEntryExports: false,
      // It is generated.
      ignoreIssues: { "src/schema.ts": ["types"] },
    },
    // Files of these packages are found by their paths.
    "packages/pages": {
      entry: ["scripts/icons.mjs", "scripts/marks.mjs"],
      project: SOURCES,
      ignoreDependencies: [
        "@fontsource-variable/inter",
        "@fontsource-variable/jetbrains-mono",
        "lucide-static",
        "@iconify-json/logos",
      ],
    },
    "packages/*": { project: SOURCES },
    e2e: {
      entry: [
        "support/worlds/balancer.ts",
        "support/worlds/resolve-test-names.ts",
        "relying-parties/run.ts",
        "field/run.ts",
        "pictures/main.ts",
      ],
      project: ["**/*.ts"],
    },
  },
};

export default config;
