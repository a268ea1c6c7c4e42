/** The operator's command line. */
import { run } from "./program.ts";

// The reader of the output may stop reading, as `head` does. The command still runs to its end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  stdin: process.stdin,
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
  terminal: process.stderr,
  now: () => new Date(),
});
