/** Property tests are repeatable: the same seed draws the same values. FAST_CHECK_SEED draws others. */
import fc from "fast-check";

const RECORDED_SEED = 7636;

fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? RECORDED_SEED), numRuns: 500 });
