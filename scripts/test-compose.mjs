// `npm run test:compose`: runs the browser tests against the composed ecosystem, as images and containers.
// `npm run test:compose -- --replicas 2` runs several authorization servers behind a balancer.
// Other arguments are passed to Playwright: `-- --project=http`.
import { join } from "node:path";
import { bootstrap, giveUp, root, run, toolEnvironment } from "./bootstrap.mjs";
import { findBrowser } from "./test-tools.mjs";

const args = process.argv.slice(2);
const at = args.indexOf("--replicas");
const replicas = at === -1 ? 1 : Number(args[at + 1]);
if (!Number.isInteger(replicas) || replicas < 1) giveUp("--replicas needs a number of authorization servers.");
if (at !== -1) args.splice(at, 2);

await bootstrap();
if ((await run("docker", ["compose", "version"])) !== 0) giveUp("Docker with its compose plugin is needed.");
const example = ["compose", "--env-file", join("deploy", "caddy", "example.env"), "config", "--quiet"];
if ((await run("docker", example, { cwd: root })) !== 0)
  giveUp("The files for production with TLS do not fit together.");
const browser = await findBrowser(console.log);
if (browser === undefined) giveUp("No Chrome or Chromium could be had: install one, or name one with CHROMIUM_PATH.");
if ((await run("docker", ["compose", "build"])) !== 0) giveUp("Building the images failed, the reason is above.");
if ((await run(process.execPath, [join(root, "scripts", "images.mjs")])) !== 0)
  giveUp("An image has more than it may, as it says above.");

const folder = join(root, "e2e");
const env = { ...toolEnvironment(), CHROMIUM_PATH: browser, E2E_COMPOSE_REPLICAS: String(replicas) };
const cli = join(folder, "node_modules", ".bin", "playwright");
process.exit(await run(cli, ["test", "--reporter=list", ...args], { cwd: folder, env }));
