/** Runs a service's `main`. */

/**
 * Runs `main`. If it fails, prints why in plain words and exits with 1. It prints no stack trace: the cause is
 * configuration or a dependency, which the operator can correct.
 */
export async function run(main: () => Promise<unknown>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
