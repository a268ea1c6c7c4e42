/** The fields of a provider, and what was filled in. */
import type { Answer } from "@countersign/admin-client";
import { choiceField, field, neededText, yesField } from "../../views/fields.ts";
import { filled } from "../../views/form.ts";
import type { Field } from "../../views/model.ts";

export type Provider = Answer<"readProvider">["body"];

const MODES = ["linked-only", "invited", "create"] as const;

/** The fields that a new provider and a change of one have. */
export const providerFields = (held: Provider | undefined): readonly Field[] => [
  ...registrationFields(held),
  ...advanced(furtherFields(held)),
];

/** What few providers need. */
export const advanced = (fields: readonly Field[]): readonly Field[] =>
  fields.map((one) => ({ ...one, isAdvanced: true }));

/** The organization that a new provider belongs to; no field where there is none to choose. */
export function organizationField(
  organizations: readonly { readonly id: string; readonly name: string }[],
): readonly Field[] {
  if (organizations.length === 0) return [];
  const chosen = organizations.map(({ id, name }) => ({ value: id, text: name }));
  const options = [{ value: "", label: "providers.organization.none" }, ...chosen];
  return [field("choice", "providers.organization", { hasHint: true, options })];
}

/** Short fields stand beside each other, where there is room. */
export const half = (one: Field): Field => ({ ...one, isHalf: true });

/** A field of words with spaces between them. */
const wordsField = (name: "scopes" | "domains" | "mfa" | "phr", held: Provider | undefined, maxLength = 4000): Field =>
  field("text", `providers.${name}`, { hasHint: true, value: held?.[name].join(" "), maxLength });

/** A box to check. @param word what its texts are called, where that is shorter */
const boxField = (
  name: "enforced" | "auto_link" | "rp_initiated_logout",
  held: Provider | undefined,
  word: string = name,
): Field => yesField(`providers.${word}`, held?.[name] === true, { name, hasHint: true });

/** What the provider and this service know of each other. */
const registrationFields = (held: Provider | undefined): readonly Field[] => [
  neededText("providers.name", 100, { value: held?.name }),
  field("text", "providers.issuer", {
    ...{ hasHint: true, value: held?.issuer, isRequired: held !== undefined, maxLength: 2048 },
  }),
  half(neededText("providers.client_id", 255, { value: held?.client_id })),
  half({
    ...field("password", "providers.secret", { autocomplete: "off", maxLength: 1024 }),
    hint: held === undefined ? "providers.secret.hint" : "providers.secret.change",
  }),
  modeField(held),
];

/** Who gets an account by a sign-in there. */
export const modeField = (held: Provider | undefined): Field =>
  choiceField("providers.mode", MODES, { value: held?.mode ?? "linked-only" });

export const modeIn = (form: URLSearchParams) => MODES.find((one) => one === form.get("mode")) ?? "linked-only";

/** How far its sign-ins are trusted, what they tell us, and whether our sign-out reaches it. */
function furtherFields(held: Provider | undefined): readonly Field[] {
  // The domains of one of an organization are those that the organization proved.
  const domains = held == null || held.organization === null ? [half(wordsField("domains", held))] : [];
  const scopes = wordsField("scopes", held, 2000);
  return [
    half(yesField("providers.own_keys", held?.token_endpoint_auth_method === "private_key_jwt")),
    half(boxField("rp_initiated_logout", held, "logout")),
    domains.length > 0 ? half(scopes) : scopes,
    ...domains,
    half(wordsField("mfa", held)),
    half(wordsField("phr", held)),
    half(boxField("enforced", held)),
    half(boxField("auto_link", held)),
    field("lines", "providers.claims", { hasHint: true, value: held?.claims.join("\n") }),
  ];
}

/** The secret in a form; null for our signing keys, undefined where it is left as it is. */
export function secretIn(form: URLSearchParams): string | null | undefined {
  if (form.get("own_keys") === "yes") return null;
  return form.get("secret") || undefined;
}

/** What a form says of a provider. Lists are separated by spaces. */
export function settingsIn(form: URLSearchParams) {
  const words = (name: string) => (form.get(name) ?? "").split(/\s+/).filter(Boolean);
  return {
    name: filled(form, "name") ?? "",
    issuer: filled(form, "issuer") ?? "",
    client_id: filled(form, "client_id") ?? "",
    scopes: words("scopes"),
    mode: modeIn(form),
    domains: words("domains"),
    auto_link: form.get("auto_link") === "yes",
    enforced: form.get("enforced") === "yes",
    mfa: words("mfa"),
    phr: words("phr"),
    rp_initiated_logout: form.get("rp_initiated_logout") === "yes",
    claims: words("claims"),
  };
}
