/** One run: side by side by default, or another mode. README.md says how to run it and how to read the results. */
import { administration } from "./modes/administration.ts";
import { crowds } from "./modes/crowds.ts";
import { enumeration } from "./modes/enumeration.ts";
import { growth } from "./modes/growth.ts";
import { jobs } from "./modes/jobs.ts";
import { longRun } from "./modes/long.ts";
import { memory } from "./modes/memory.ts";
import { replicas } from "./modes/replicas.ts";
import { sideBySide } from "./modes/side-by-side.ts";
import { start } from "./modes/start.ts";
import { type Mode, type Options, readOptions } from "./options.ts";

const MODES: Readonly<Record<Mode, (options: Options) => Promise<void>>> = {
  "side-by-side": sideBySide,
  growth,
  replicas,
  long: longRun,
  enumeration,
  administration,
  jobs,
  crowds,
  memory,
  start,
};

const options = readOptions(process.argv.slice(2));
await MODES[options.mode](options);
