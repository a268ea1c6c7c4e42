/** What consists of several programs: when a later one does not start, those that run are ended. */

/** Registers what ends something that was started, or that is being started. */
export type Ends = (end: () => unknown) => void;

/**
 * Starts something by steps that register how each thing ends. When a step fails, what was registered is ended, the
 * last one first; otherwise `stop` does that.
 */
export async function startWhole<T extends object>(
  steps: (ends: Ends) => Promise<T>,
): Promise<T & { stop(): Promise<void> }> {
  const all: (() => unknown)[] = [];
  async function stop(): Promise<void> {
    // If one cannot be ended, the others are.
    for (const end of all.splice(0).reverse()) await (async () => end())().catch(() => {});
  }
  try {
    return Object.assign(await steps((end) => void all.push(end)), { stop });
  } catch (err) {
    await stop();
    throw err;
  }
}

/** Waits for things that start at the same time. If one fails, the others have registered their ends by then. */
export async function together<T>(starts: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(starts);
  return Promise.all(starts);
}
