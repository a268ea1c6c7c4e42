import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

const here = import.meta.dirname;
/**
 * What a test replaces in a module, in its globals or in the environment would be replaced for the test files after it,
 * too, and what it measures of the process would be theirs. So such a file has modules of its own, and so have those
 * that try the whole service by load and time. All others share the modules of a worker: imports take long.
 */
const OF_ITS_OWN =
  /\bvi\.(mock|stub\w+|useFakeTimers|spyOn)\(|\bsetDefaultCACertificates\(|\bprocess\.(env\.\w+ = |cpuUsage\()/;
const own = globSync("{src,testing}/**/*.test.ts", { cwd: here }).filter((file) =>
  OF_ITS_OWN.test(readFileSync(join(here, file), "utf8")),
);

export default defineConfig({
  test: {
    // vitest leaves a processor to itself, but it has little to do while tests run.
    maxWorkers: availableParallelism(),
    globalSetup: ["./testing/global-setup.ts"],
    setupFiles: ["@countersign/dev/test-held-connections"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine is slow, and a wait that ends by itself costs nothing.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "shared modules",
          include: ["src/*/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...own],
          isolate: false,
        },
      },
      { extends: true, test: { name: "own modules", include: ["src/*.test.ts", "testing/service/*.test.ts", ...own] } },
    ],
  },
});
