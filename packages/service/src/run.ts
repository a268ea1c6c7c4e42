/** Runs a service's `main`. */

/** SIGTERM and SIGINT. While a service starts, they end it at once: it has accepted nothing yet. */
export interface Signals {
  /** From now on, they call this instead. */
  readonly handle: (onSignal: (signal: NodeJS.Signals) => void) => void;
}

/**
 * Runs `main`. If it fails, prints why in plain words and exits with 1. It prints no stack trace: the cause is
 * configuration or a dependency, which the operator can correct.
 *
 * The first process of a container ignores a signal that it has no handler for. So there is one before `main` waits for
 * anything.
 */
export async function run(main: (signals: Signals) => Promise<unknown>): Promise<void> {
  let onSignal = (_: NodeJS.Signals): void => process.exit(0);
  for (const name of ["SIGTERM", "SIGINT"] as const) process.on(name, (signal) => onSignal(signal));
  try {
    await main({
      handle: (handler) => {
        onSignal = handler;
      },
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
