import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // No file leaves anything behind, and importing the modules for each file takes most of the time.
    isolate: false,
    include: ["src/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine is slow, and a wait that ends by itself costs nothing.
    expect: { poll: { timeout: 15_000 } },
  },
});
