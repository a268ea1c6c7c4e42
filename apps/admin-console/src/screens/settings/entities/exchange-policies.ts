/** What exchange policies have beside their fields: who decides on them. */
import type { Extras } from "./entity.ts";

export const exchangePolicyExtras: Extras = {
  newLead: { key: "exchange_policies.new.lead" },
  disabling: { key: "exchange_policies.disable.warning" },
};
