/**
 * fast-check for the tests of this service. The same seed generates the same values. FAST_CHECK_SEED selects another
 * seed. With FUZZ_SECONDS, each property runs for that time instead of for its number of runs.
 */
import fc from "fast-check";

const RECORDED_SEED = 7636;
const RUNS = 300;
const { FAST_CHECK_SEED = RECORDED_SEED, FUZZ_SECONDS } = process.env;

/** How long one property may run, in milliseconds, if runs are not counted. */
export const FUZZ_MS = FUZZ_SECONDS === undefined ? undefined : Number(FUZZ_SECONDS) * 1000;

fc.configureGlobal({
  seed: Number(FAST_CHECK_SEED),
  ...(FUZZ_MS === undefined
    ? { numRuns: RUNS }
    : { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: FUZZ_MS, markInterruptAsFailure: false }),
});

export { fc };
