/** What resource servers have beside their fields. */
import { type Extras, inCode } from "./entity.ts";

export const resourceServerExtras: Extras = {
  newLead: { key: "resource_servers.new.lead" },
  disabling: { key: "resource_servers.disable.warning" },
  second: "resource",
  cells: { resource: inCode("resource") },
  asIs: ["access_token_signing_alg", "access_token_typ"],
};
