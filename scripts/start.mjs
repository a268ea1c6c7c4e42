// `npm start`: installs what is missing, then runs the ecosystem until Ctrl-C.
import { join } from "node:path";
import { become, bootstrap, pinnedNode, root, toolEnvironment } from "./bootstrap.mjs";

// With --json, standard output is only for the one line that a program reads.
const args = process.argv.slice(2);
await bootstrap(args.includes("--json") ? console.error : console.log);

const compileCache = join(root, "node_modules", ".cache", "compile");
become(pinnedNode, [join(root, "packages", "dev", "src", "main.ts"), ...args], {
  ...toolEnvironment(),
  NODE_COMPILE_CACHE: compileCache,
  // The reported start time is counted from here, including the installation.
  COUNTERSIGN_BOOTSTRAP_MS: String(Math.round(performance.now())),
});
