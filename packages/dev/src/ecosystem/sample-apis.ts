/** The sample APIs, and the environment that each one starts with. Pure. */
import { entryIn, type Service } from "./entries.ts";
import { derived, type Secrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";

/** The secret of the sample API as a client. */
export const sampleApiSecret = (secrets: Secrets) => derived(secrets, "sample api");

export function sampleApis(settings: Settings, secrets: Secrets, unprivileged: NodeJS.ProcessEnv): readonly Service[] {
  const { ports, urls } = settings;
  return [
    {
      name: "sample-api",
      entry: entryIn(settings, "sample-api"),
      port: ports.sampleApi,
      readyPath: "/health/ready",
      environment: {
        ...unprivileged,
        PORT: String(ports.sampleApi),
        RESOURCE: urls.api,
        CLIENT_ID: "sample-api",
        CLIENT_SECRET: sampleApiSecret(secrets),
        STOCK_API: urls.stock,
      },
    },
    {
      name: "sample-mcp",
      entry: entryIn(settings, "sample-mcp"),
      port: ports.sampleMcp,
      readyPath: "/health/ready",
      environment: { ...unprivileged, PORT: String(ports.sampleMcp), RESOURCE: urls.mcp },
    },
    {
      name: "sample-stock",
      entry: entryIn(settings, "sample-stock"),
      port: ports.sampleStock,
      readyPath: "/health/ready",
      environment: { ...unprivileged, PORT: String(ports.sampleStock), RESOURCE: urls.stock },
    },
  ];
}
