/** What hooks have beside their fields: which of them belong to their kind, and a question as a test. */
import { CLIENTS, clientsSection, removeClient } from "../hook-clients.ts";
import type { Entity, Extras } from "./entity.ts";
import { trial, trialSection } from "./hook-trial.ts";
import { ROTATE, rotation } from "./rotation.ts";

const OF_CLAIMS = ["claims", "scopes", "cache_seconds"];
const ON_ERROR_OF_CLAIMS = ["omit", "fail"];

export function hookExtras(hooks: Entity): Extras {
  const extras: Extras = {
    newLead: { key: "hooks.new.lead" },
    disabling: { key: "hooks.disable.warning" },
    hasFactsBeside: true,
    named: { scopes: "scopes" },
    // A new one has every field: its kind is chosen in the same form.
    has: (field, hook) =>
      // Its applications have a page of their own.
      field !== CLIENTS && (hook === undefined || hook.kind === "claims" || !OF_CLAIMS.includes(field)),
    valuesOf({ name, values = [] }, hook) {
      if (name !== "on_error" || hook === undefined) return values;
      return values.filter((value) => ON_ERROR_OF_CLAIMS.includes(value) === (hook.kind === "claims"));
    },
    buttons: [ROTATE],
    tabs: ({ kind }, { may }) => [
      ...["settings", ...(kind === "claims" ? [CLIENTS] : [])],
      ...(may(hooks.writes) ? ["try"] : []),
    ],
    async beside(visit) {
      const isAsked = visit.query.get("tab") === CLIENTS;
      const clients = isAsked ? [await clientsSection(hooks, visit)] : [];
      return { sections: (_, tab) => (tab === "try" ? [trialSection()] : tab === CLIENTS ? clients : []) };
    },
  };
  return {
    ...extras,
    acts: { "rotate-secret": rotation(hooks, extras), test: trial(hooks), "remove-client": removeClient(hooks) },
  };
}
