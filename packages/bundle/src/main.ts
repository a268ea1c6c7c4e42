/** `node packages/bundle/src/main.ts <service>…`: bundles services whose sources changed. */
import { join } from "node:path";
import { bundle } from "./bundle.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const services = process.argv.slice(2);
if (services.length === 0) {
  console.error("Say which services: authorization-server, resource-server, admin-console.");
  process.exit(2);
}

try {
  for (const service of services) {
    // Standard output belongs to who runs this: `npm start -- --json` writes one line to it.
    await bundle(root, service, () => console.error(`Bundling the ${service}`));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
