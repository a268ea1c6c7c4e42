/** The fields of a provider, and what was filled in. */
import type { Answer } from "@countersign/admin-client";
import { filled } from "../../views/form.ts";
import type { Field } from "../../views/model.ts";

export type Provider = Answer<"readProvider">["body"];

const MODES = ["linked-only", "invited", "create"] as const;

/** The fields that a new provider and a change of one have. */
export const providerFields = (held: Provider | undefined): readonly Field[] => [
  ...registrationFields(held),
  ...trustFields(held),
  ...exchangeFields(held),
];

/** The organization that a new provider belongs to; no field where there is none to choose. */
export const organizationField = (
  organizations: readonly { readonly id: string; readonly name: string }[],
): readonly Field[] =>
  organizations.length === 0
    ? []
    : [
        {
          name: "organization",
          label: "providers.organization",
          type: "choice",
          hint: "providers.organization.hint",
          options: [{ value: "", label: "none" }, ...organizations.map(({ id, name }) => ({ value: id, text: name }))],
        },
      ];

/** A field of words with spaces between them. */
const wordsField = (
  name: "scopes" | "domains" | "mfa" | "phr",
  held: Provider | undefined,
  maxLength = 4000,
): Field => ({
  ...{ name, label: `providers.${name}`, type: "text", hint: `providers.${name}.hint` },
  ...{ value: held?.[name].join(" "), maxLength },
});

/** A box to tick. @param word what its texts are called, where that is shorter */
const yesField = (
  name: "enforced" | "auto_link" | "rp_initiated_logout",
  held: Provider | undefined,
  word: string = name,
): Field => ({
  ...{ name, label: `providers.${word}`, type: "choices", hint: `providers.${word}.hint` },
  options: [{ value: "yes", label: `providers.${word}.yes` }],
  chosen: held?.[name] === true ? ["yes"] : [],
});

/** What the provider and this service know of each other. */
const registrationFields = (held: Provider | undefined): readonly Field[] => [
  { name: "name", label: "providers.name", type: "text", value: held?.name, isRequired: true, maxLength: 100 },
  {
    name: "issuer",
    label: "providers.issuer",
    type: "text",
    hint: "providers.issuer.hint",
    value: held?.issuer,
    isRequired: held !== undefined,
    maxLength: 2048,
  },
  {
    name: "client_id",
    label: "providers.client_id",
    type: "text",
    value: held?.client_id,
    isRequired: true,
    maxLength: 255,
  },
  {
    name: "secret",
    label: "providers.secret",
    type: "password",
    hint: held === undefined ? "providers.secret.hint" : "providers.secret.change",
    autocomplete: "off",
    maxLength: 1024,
  },
  {
    name: "own_keys",
    label: "providers.own_keys",
    type: "choices",
    options: [{ value: "yes", label: "providers.own_keys.yes" }],
    chosen: held?.token_endpoint_auth_method === "private_key_jwt" ? ["yes"] : [],
  },
  wordsField("scopes", held, 2000),
];

/** Who gets an account by a sign-in there. */
export const modeField = (held: Provider | undefined): Field => ({
  ...{ name: "mode", label: "providers.mode", type: "choice", value: held?.mode ?? "linked-only" },
  options: MODES.map((value) => ({ value, label: `providers.mode.${value}` })),
});

export const modeIn = (form: URLSearchParams) => MODES.find((one) => one === form.get("mode")) ?? "linked-only";

/** What a sign-in there is good for. */
const trustFields = (held: Provider | undefined): readonly Field[] => [
  modeField(held),
  // The domains of one of an organization are those that the organization proved.
  ...(held == null || held.organization === null ? [wordsField("domains", held)] : []),
  yesField("enforced", held),
  yesField("auto_link", held),
];

/** What its sign-ins say here, and what our sign-out says there. */
const exchangeFields = (held: Provider | undefined): readonly Field[] => [
  wordsField("mfa", held),
  wordsField("phr", held),
  yesField("rp_initiated_logout", held, "logout"),
  {
    name: "claims",
    label: "providers.claims",
    type: "lines",
    hint: "providers.claims.hint",
    value: held?.claims.join("\n"),
  },
];

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
