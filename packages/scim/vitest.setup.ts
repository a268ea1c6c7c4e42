/**
 * Property tests are repeatable: the same seed draws the same values. FAST_CHECK_SEED draws others, and FUZZ_SECONDS
 * lets each property run for that long instead of for its number of runs.
 */
import fc from "fast-check";

const RECORDED_SEED = 7636;
const RUNS = 500;
const { FAST_CHECK_SEED = RECORDED_SEED, FUZZ_SECONDS } = process.env;

fc.configureGlobal({
  seed: Number(FAST_CHECK_SEED),
  ...(FUZZ_SECONDS === undefined
    ? { numRuns: RUNS }
    : {
        numRuns: Number.MAX_SAFE_INTEGER,
        interruptAfterTimeLimit: Number(FUZZ_SECONDS) * 1000,
        markInterruptAsFailure: false,
      }),
});
