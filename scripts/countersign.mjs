// `npm run countersign -- …`: the operator's command line. By default it uses the embedded database; DATABASE_URL
// can name another, and --issuer or COUNTERSIGN_DEPLOYMENT a deployment elsewhere.
import { join } from "node:path";
import { become, bootstrap, pinnedNode, root, toolEnvironment } from "./bootstrap.mjs";

await bootstrap(console.error); // standard output belongs to the command

const apps = join(root, "apps", "authorization-server", "src", "cli", "main.ts");
const embedded = join(root, "packages", "dev", "src", "operator.ts");
// What Node.js compiled is kept: most of the time of a command is spent on its hundreds of modules.
const kept = { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compiled") };
const given = process.argv.slice(2);
const isElsewhere = process.env.COUNTERSIGN_DEPLOYMENT || /^(?:login|logout|--issuer)\b/.test(given[0] ?? "");
const argv = [process.env.DATABASE_URL || isElsewhere ? apps : embedded, ...given];
become(pinnedNode, argv, { ...toolEnvironment(), ...kept });
