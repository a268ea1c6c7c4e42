import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

/** Tests of pages and endpoints: they hold nothing beside their service. So they share the modules of a worker. */
const SHARING = ["src/{account,admin-api,endpoints,interaction,pages}/**/*.test.ts"];

export default defineConfig({
  test: {
    // vitest leaves a processor to itself, but it has little to do while tests run.
    maxWorkers: availableParallelism(),
    globalSetup: ["./src/test-global-setup.ts"],
    setupFiles: ["@countersign/dev/test-held-connections"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine is slow, and a wait that ends by itself costs nothing.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: "shared modules", include: SHARING, isolate: false } },
      {
        extends: true,
        test: { name: "own modules", include: ["src/**/*.test.ts"], exclude: [...configDefaults.exclude, ...SHARING] },
      },
    ],
  },
});
