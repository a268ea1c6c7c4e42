/**
 * Loaded into every child process before its own code. When the launcher has ended, for any reason, the child ends
 * too.
 */

const STOP_WITHIN_MS = 10_000;

process.once("disconnect", () => {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
});

// The listener must not keep a finished command running.
process.channel?.unref();
