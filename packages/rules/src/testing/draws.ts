/** For a property whose values take long to draw: few of them, or what there is time for under `npm run fuzz`. */
export const few = process.env.FUZZ_SECONDS === undefined ? { numRuns: 50 } : {};
