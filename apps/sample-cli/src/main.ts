/** Starts the command line. */
import { run } from "./commands.ts";

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  now: Date.now,
  print: (text) => console.log(text),
  say: (text) => console.error(text),
});
