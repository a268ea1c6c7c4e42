import { defineConfig } from "vitest/config";

const { FUZZ_SECONDS = 0 } = process.env;

export default defineConfig({
  test: {
    // No file leaves anything behind, and importing the modules for each file takes most of the time.
    isolate: false,
    setupFiles: ["./vitest.setup.ts"],
    testTimeout: 60_000 + 2000 * Number(FUZZ_SECONDS),
    hookTimeout: 60_000,
    // A busy machine is slow, and a wait that ends by itself costs nothing.
    expect: { poll: { timeout: 15_000 } },
  },
});
