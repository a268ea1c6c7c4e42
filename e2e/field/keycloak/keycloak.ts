/** Keycloak, as a client of this issuer and as a provider. It starts once for both. */
import type { FieldParty } from "../field-party.ts";
import { noBrowser } from "../in-browser.ts";
import { missing } from "../install.ts";
import { asClient } from "./as-client.ts";
import { asProvider } from "./as-provider.ts";
import { installKeycloak, VERSION, whileKeycloakRuns } from "./server.ts";

export const keycloak: FieldParty = {
  name: "keycloak",
  version: `Keycloak ${VERSION}`,
  settings: "scopes; as a provider, who gets an account",
  unavailable: async () => noBrowser() ?? missing("java", ["-version"]) ?? missing("mvn", ["--version"]),
  install: installKeycloak,

  run: (surroundings) =>
    whileKeycloakRuns(surroundings.folder, surroundings.world.issuer, async (server) => {
      await asClient(server, surroundings);
      await asProvider(server, surroundings);
    }),
};
