/** Loaded into every child before its own code: when the launcher is gone, however it ended, the child goes too. */

const STOP_WITHIN_MS = 10_000;

process.once("disconnect", () => {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
});

// Listening must not keep a command alive that is done.
process.channel?.unref();
