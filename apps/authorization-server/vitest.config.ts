import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

const here = import.meta.dirname;
/**
 * Imports take long, so test files share the modules of a worker. What a test replaces in a module or in the
 * environment, or in what V8 has built in and then runs slower, would be replaced for later test files, too. What
 * it measures of the process would be theirs. So such a file has modules of its own. Spies and false clocks are undone
 * by undo.ts.
 */
const OF_ITS_OWN =
  /\bvi\.(mock|stubGlobal|spyOn\(\w+\.prototype)\b|\bsetDefaultCACertificates\(|\bprocess\.(env\.\w+ = |cpuUsage\()/;
/** So have tests of the whole service that measure time, or trace what the process does. */
const OF_THE_PROCESS = /\bperformance\.now\(\)|\bopenTracing\(/;
const own = globSync("{src,testing}/**/*.test.ts", { cwd: here }).filter((file) => {
  const text = readFileSync(join(here, file), "utf8");
  return OF_ITS_OWN.test(text) || (file.startsWith("testing/") && OF_THE_PROCESS.test(text));
});

export default defineConfig({
  test: {
    // vitest leaves a processor to itself, but it has little to do while tests run.
    maxWorkers: availableParallelism(),
    globalSetup: ["./testing/global-setup.ts"],
    setupFiles: ["@countersign/dev/test-held-connections", "./testing/undo.ts"],
    // A busy machine is slow, and a wait that ends by itself costs nothing. Hooks start three replicas.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "shared modules",
          include: ["{src,testing}/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...own],
          isolate: false,
        },
      },
      { extends: true, test: { name: "own modules", include: own } },
    ],
  },
});
