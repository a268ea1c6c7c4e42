// `npm run countersign -- …`: the operator's command line. By default it uses the embedded database; DATABASE_URL
// can name another.
import { join } from "node:path";
import { become, bootstrap, pinnedNode, root, toolEnvironment } from "./bootstrap.mjs";

await bootstrap(console.error); // standard output belongs to the command

const apps = join(root, "apps", "authorization-server", "src", "cli", "main.ts");
const embedded = join(root, "packages", "dev", "src", "operator.ts");
become(pinnedNode, [process.env.DATABASE_URL ? apps : embedded, ...process.argv.slice(2)], toolEnvironment());
