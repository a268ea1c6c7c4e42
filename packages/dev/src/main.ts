/** `npm start`: the ecosystem on this machine, until Ctrl-C. */
import { join } from "node:path";
import { runEcosystem } from "./ecosystem/ecosystem.ts";
import { onEndOfParent } from "./ecosystem/end-of-parent.ts";
import { readSettings } from "./ecosystem/settings.ts";
import { welcome } from "./ecosystem/welcome.ts";
import { isFailure } from "./failure.ts";

const startedAt = performance.now() - Number(process.env.COUNTERSIGN_BOOTSTRAP_MS ?? 0);
const root = join(import.meta.dirname, "..", "..", "..");

async function main(): Promise<void> {
  const settings = readSettings(root, process.env, process.argv.slice(2));
  const say = settings.json ? console.error : console.log;

  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  onEndOfParent((how) => {
    if (!stop.signal.aborted) say(how);
    stop.abort();
  });

  await runEcosystem(
    settings,
    say,
    (facts) => {
      say(welcome(facts, (performance.now() - startedAt) / 1000));
      if (settings.json) console.log(JSON.stringify(facts));
    },
    stop.signal,
  );
}

// The reader of our output may have ended. That must not prevent the launcher from stopping everything.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(isFailure(error) ? `\n${error.message}` : error);
  process.exit(1);
}
