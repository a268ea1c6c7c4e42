/** What trusted issuers have beside their fields: which of them belong to people, and which to programs. */
import type { Extras, Item } from "./entity.ts";

const OF_PEOPLE = ["provider", "clients", "without_consent"];
const OF_PROGRAMS = ["workloads"];

export const trustedIssuerExtras: Extras = {
  newLead: { key: "trusted_issuers.new.lead" },
  changeLead: { key: "trusted_issuers.change.lead" },
  disabling: { key: "trusted_issuers.disable.warning" },
  named: { provider: "providers", clients: "clients", resources: "apis", scopes: "scopes" },
  // A new one has every field: its subject is chosen in the same form.
  has: (field, issuer) =>
    issuer === undefined || !(issuer.subject === "person" ? OF_PROGRAMS : OF_PEOPLE).includes(field),
  cells: {
    jwks_uri: ({ jwks_uri: uri }) => (uri === null ? undefined : { text: String(uri), isCode: true }),
    jwks: ({ jwks }) => (jwks === null ? undefined : { tags: keysIn(jwks) }),
    workloads: ({ workloads }) => ({ tags: clientsIn(workloads) }),
  },
};

const keysIn = (jwks: Item[string]) => (jwks as { keys: readonly { kid?: string }[] }).keys.map(({ kid = "" }) => kid);

const clientsIn = (workloads: Item[string]) => (workloads as readonly { client: string }[]).map(({ client }) => client);
