/** The files that start the services. */
import { join } from "node:path";
import type { Settings } from "./settings.ts";

export type ServiceName =
  | "authorization-server"
  | "resource-server"
  | "sample-client"
  | "admin-console"
  | "sample-api"
  | "sample-mcp";

/** The services that `npm start` bundles. The samples run as people copy them. */
const BUNDLED: ReadonlySet<string> = new Set(["authorization-server", "resource-server", "admin-console"]);

export const entryIn = ({ root, bundled }: Settings, name: ServiceName): string =>
  join(root, "apps", name, ...(bundled && BUNDLED.has(name) ? ["dist", "start.js"] : ["src", "main.ts"]));
