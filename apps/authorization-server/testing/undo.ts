/** A vitest setup file: undoes what a test replaced, because test files share the modules of a worker. */
import { afterAll, afterEach, vi } from "vitest";

afterEach(() => void vi.restoreAllMocks());
afterAll(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
