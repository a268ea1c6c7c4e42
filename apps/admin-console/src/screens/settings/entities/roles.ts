/** What roles have beside their fields. */
import { type Extras, inCode } from "./entity.ts";

export const roleExtras: Extras = {
  newLead: { key: "roles.new.lead" },
  cells: { resource: inCode("resource") },
};
