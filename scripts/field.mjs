// `npm run test:field`: tries libraries and products of others as relying parties. They are installed on demand from
// their registries, below node_modules/.cache. `npm run test:field -- auth-js better-auth` tries the named ones.
import { join } from "node:path";
import { bootstrap, pinnedNode, root, run, toolEnvironment } from "./bootstrap.mjs";
import { findBrowser } from "./test-tools.mjs";

await bootstrap();
const browser = await findBrowser(console.log);
const env = { ...toolEnvironment(), ...(browser === undefined ? {} : { CHROMIUM_PATH: browser }) };
const program = join(root, "e2e", "field", "run.ts");
process.exit(await run(pinnedNode, [program, ...process.argv.slice(2)], { env }));
