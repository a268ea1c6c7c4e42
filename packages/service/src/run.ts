/** What surrounds a service's `main`. */

/**
 * Runs `main`; when it fails, prints why in plain words (no stack trace: what fails here is configuration or a
 * dependency, for the operator to put right) and exits with 1.
 */
export async function run(main: () => Promise<unknown>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
