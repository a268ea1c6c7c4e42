/** Starts the command line. */
import { existsSync } from "node:fs";
import { run } from "./commands.ts";

// What the environment has wins.
if (existsSync(".env")) process.loadEnvFile();

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  now: Date.now,
  print: (text) => console.log(text),
  say: (text) => console.error(text),
});
