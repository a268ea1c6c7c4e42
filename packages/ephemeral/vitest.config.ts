import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["src/**/*.test.ts"], globalSetup: ["./src/test-server.ts"], hookTimeout: 30_000 },
});
