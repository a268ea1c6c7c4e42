import { defineConfig } from "vitest/config";

const { FUZZ_SECONDS = 0 } = process.env;

export default defineConfig({
  test: { setupFiles: ["./vitest.setup.ts"], testTimeout: 30_000 + 2000 * Number(FUZZ_SECONDS) },
});
