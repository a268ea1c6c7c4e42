import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    testTimeout: 60_000,
    // A busy machine is slow, and a wait that ends by itself costs nothing.
    expect: { poll: { timeout: 15_000 } },
  },
});
