/** The files that start the services. */
import { join } from "node:path";
import type { Settings } from "./settings.ts";

export type ServiceName =
  | "authorization-server"
  | "resource-server"
  | "sample-client"
  | "admin-console"
  | "sample-api"
  | "sample-mcp"
  | "sample-stock";

export interface Service {
  readonly name: ServiceName;
  readonly entry: string;
  readonly port: number;
  /** A GET request for this path is answered with success when the service is ready. */
  readonly readyPath: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** The services that `npm start` bundles. The samples run as people copy them. */
const BUNDLED: ReadonlySet<string> = new Set(["authorization-server", "resource-server", "admin-console"]);

export const entryIn = ({ root, bundled }: Settings, name: ServiceName): string =>
  join(root, "apps", name, ...(bundled && BUNDLED.has(name) ? ["dist", "start.js"] : ["src", "main.ts"]));
