/**
 * Runs `work` once at a time. Calls during a run share the next run. So each caller sees the state at the time of its
 * call or later, and no run that began earlier ends later.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running.then(() => {
      const run = work();
      running = run.catch(() => {}); // its callers receive the error
      next = undefined;
      return run;
    });
    return next;
  };
}
