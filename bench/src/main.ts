/** One run. README.md says how to run it and how to read it. */
import { sideBySide } from "./modes/side-by-side.ts";
import { readOptions } from "./options.ts";

await sideBySide(readOptions(process.argv.slice(2)));
