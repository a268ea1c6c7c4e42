/** What hooks have beside their fields: which of them belong to their kind, and a question as a test. */
import type { Entity, Extras } from "./entity.ts";
import { trial, trialSection } from "./hook-trial.ts";
import { ROTATE, rotation } from "./rotation.ts";

const OF_CLAIMS = ["claims", "clients", "scopes", "cache_seconds"];
const ON_ERROR_OF_CLAIMS = ["omit", "fail"];

export function hookExtras(hooks: Entity): Extras {
  const extras: Extras = {
    newLead: { key: "hooks.new.lead" },
    disabling: { key: "hooks.disable.warning" },
    hasFactsBeside: true,
    // A new one has every field: its kind is chosen in the same form.
    has: (field, hook) => hook === undefined || hook.kind === "claims" || !OF_CLAIMS.includes(field),
    valuesOf({ name, values = [] }, hook) {
      if (name !== "on_error" || hook === undefined) return values;
      return values.filter((value) => ON_ERROR_OF_CLAIMS.includes(value) === (hook.kind === "claims"));
    },
    buttons: [ROTATE],
    tabs: (_, { may }) => ["settings", ...(may(hooks.writes) ? ["try"] : [])],
    beside: async () => ({ sections: (_, tab) => (tab === "try" ? [trialSection()] : []) }),
  };
  return { ...extras, acts: { "rotate-secret": rotation(hooks, extras), test: trial(hooks) } };
}
