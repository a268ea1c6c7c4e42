// `npm start`: installs what is missing, bundles services whose sources changed, then runs the ecosystem until Ctrl-C.
// `npm run dev` (--sources) bundles nothing.
import { join } from "node:path";
import { become, bootstrap, pinnedNode, root, run, toolEnvironment } from "./bootstrap.mjs";
import { compileCache } from "./compile-cache.mjs";

// With --json, standard output is only for the one line that a program reads.
const given = process.argv.slice(2);
const args = given.filter((arg) => arg !== "--sources");
const say = args.includes("--json") ? console.error : console.log;
await bootstrap(say);
if (args.length === given.length && (await bundled())) args.unshift("--bundled");

become(pinnedNode, [join(root, "packages", "dev", "src", "main.ts"), ...args], {
  ...toolEnvironment(),
  NODE_COMPILE_CACHE: compileCache,
  // The reported start time is counted from here, including the installation.
  COUNTERSIGN_BOOTSTRAP_MS: String(Math.round(performance.now())),
});

/** Whether each service that starts sooner as a bundle has one. */
async function bundled() {
  const services = ["authorization-server", "resource-server", "admin-console"];
  const program = join(root, "packages", "bundle", "src", "main.ts");
  const code = await run(pinnedNode, [program, ...services], { env: toolEnvironment() });
  if (code !== 0)
    say("The services start from their sources, which takes longer: bundling failed, the reason is above.");
  return code === 0;
}
