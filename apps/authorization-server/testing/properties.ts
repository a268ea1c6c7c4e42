/**
 * fast-check for the tests of this package. The same seed draws the same values; FAST_CHECK_SEED draws others, and
 * FUZZ_SECONDS lets each property run for that long instead of for its number of runs.
 */
import fc from "fast-check";

const RECORDED_SEED = 7636;
const RUNS = 300;
const { FAST_CHECK_SEED = RECORDED_SEED, FUZZ_SECONDS } = process.env;

/** How long one property may run, in milliseconds, where runs are not counted. */
export const FUZZ_MS = FUZZ_SECONDS === undefined ? undefined : Number(FUZZ_SECONDS) * 1000;

fc.configureGlobal({
  seed: Number(FAST_CHECK_SEED),
  ...(FUZZ_MS === undefined
    ? { numRuns: RUNS }
    : { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: FUZZ_MS, markInterruptAsFailure: false }),
});

export { fc };
