// The documents as a site: `npm run docs` builds it into packages/site/dist, and `npm run docs -- --dev` shows it while
// they are written. A link that leads nowhere ends the build.
import { join } from "node:path";
import { bootstrap, pinnedNode, root, run, toolEnvironment } from "./bootstrap.mjs";

await bootstrap();
const cwd = join(root, "packages", "site");
const generator = join(cwd, "node_modules", "vitepress", "bin", "vitepress.js");
const action = process.argv.includes("--dev") ? "dev" : "build";
const commands = [[join(root, "scripts", "check-links.mjs")], [generator, action, "."]];
for (const command of commands) {
  const code = await run(pinnedNode, command, { cwd, env: toolEnvironment() });
  if (code !== 0) process.exit(code);
}
