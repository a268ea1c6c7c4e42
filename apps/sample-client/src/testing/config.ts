import { type Config, readEnvironment } from "../config.ts";

/** The configuration for an environment whose client is "web" unless it says otherwise. */
export function configFor(env: Record<string, string> = {}): Config {
  const { settings, credentials } = readEnvironment({ CLIENT_ID: "web", ...env });
  if (credentials === undefined) throw new Error("no client");
  return { ...settings, ...credentials };
}
