import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    // Bundling takes seconds, and a minute on a machine whose cores are all busy.
    testTimeout: 240_000,
  },
});
