import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** Their tests hold nothing beside their service. So they share the modules of a worker: imports take long. */
const SHARING =
  "src/{account,admin-api,details,endpoints,grants,imports,interaction,keys,mail,pages,records,tokens,views}";
const here = import.meta.dirname;
/** A module that a test replaces would be replaced for the test files after it, too. */
const replacesModules = (file: string) => readFileSync(join(here, file), "utf8").includes("vi.mock(");
const shared = globSync(`${SHARING}/**/*.test.ts`, { cwd: here }).filter((file) => !replacesModules(file));

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
      { extends: true, test: { name: "shared modules", include: shared, isolate: false } },
      {
        extends: true,
        test: { name: "own modules", include: ["src/**/*.test.ts"], exclude: [...configDefaults.exclude, ...shared] },
      },
    ],
  },
});
