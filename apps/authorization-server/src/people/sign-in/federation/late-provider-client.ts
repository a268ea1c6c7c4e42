/** Our side as a client of other providers, which is loaded when a person first goes to one (decision 169). */
import { whenNeeded } from "@countersign/rules";
import type { ProviderClient, ProviderClientParts } from "./provider-client.ts";

export function lateProviderClient(parts: ProviderClientParts): ProviderClient {
  const opened = whenNeeded(async () => (await import("./provider-client.ts")).openProviderClient(parts));
  return {
    authorizationUrl: async (...asked) => (await opened()).authorizationUrl(...asked),
    finish: async (...answered) => (await opened()).finish(...answered),
    keysUri: async (provider) => (await opened()).keysUri(provider),
  };
}
