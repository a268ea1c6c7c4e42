/** The forms that change an application, and what they sent. */
import type { Answer } from "@countersign/admin-client";
import { CONSENT_POLICIES } from "@countersign/rules";
import { filled, linesIn } from "../../views/form.ts";
import type { Field, Section } from "../../views/model.ts";
import { textsIn } from "./client.ts";

type Client = Answer<"readClient">["body"];

/** The members that one form changes, so that it undoes no other change. */
export const changeSection = (client: Client, etag: string | undefined): Section => ({
  id: "change",
  title: "clients.change",
  form: {
    act: "save",
    submit: "save",
    etag,
    fields: [
      { name: "client_name", label: "clients.name", type: "text", value: client.client_name, maxLength: 200 },
      {
        name: "redirect_uris",
        label: "clients.redirect_uris",
        type: "lines",
        hint: "clients.redirect_uris.hint",
        value: textsIn(client.redirect_uris).join("\n"),
      },
      {
        name: "scope",
        label: "clients.scope",
        type: "text",
        hint: "clients.scope.hint",
        value: typeof client.scope === "string" ? client.scope : "",
        maxLength: 2000,
      },
      accentField("light", client.accent_light),
      accentField("dark", client.accent_dark),
      ...furtherFields(client),
    ],
  },
});

/** The colour of buttons and links while people sign in to the application. */
const accentField = (scheme: "light" | "dark", value: unknown): Field => ({
  ...{ name: `accent_${scheme}`, label: `clients.accent_${scheme}`, type: "text" },
  value: typeof value === "string" ? value : "",
  ...{ hint: "clients.accent.hint", maxLength: 7 },
});

const ACRS = ["urn:countersign:acr:password", "urn:countersign:acr:mfa", "phr"] as const;

/** Signing out, the strength of the sign-in, and the links of the application. */
const furtherFields = (client: Client): readonly Field[] => [
  {
    name: "post_logout_redirect_uris",
    label: "clients.post_logout_redirect_uris",
    type: "lines",
    hint: "clients.post_logout_redirect_uris.hint",
    value: textsIn(client.post_logout_redirect_uris).join("\n"),
  },
  addressField("backchannel_logout_uri", client.backchannel_logout_uri),
  {
    name: "required_acr",
    label: "clients.required_acr",
    type: "choice",
    value: typeof client.required_acr === "string" ? client.required_acr : "",
    options: [
      { value: "", label: "clients.required_acr.none" },
      ...ACRS.map((acr) => ({ value: acr, label: `clients.required_acr.${acr.split(":").at(-1)}` })),
    ],
  },
  {
    name: "consent_policy",
    label: "clients.consent_policy",
    type: "choice",
    hint: "clients.consent_policy.hint",
    value: typeof client.consent_policy === "string" ? client.consent_policy : "explicit",
    options: CONSENT_POLICIES.map((value) => ({ value, label: `clients.consent_policy.${value}` })),
  },
  ...LINKS.map((name) => addressField(name, client[name])),
];

const LINKS = ["client_uri", "policy_uri", "tos_uri"] as const;

const addressField = (name: string, value: unknown): Field => ({
  ...{ name, label: `clients.${name}`, type: "text", maxLength: 2000 },
  value: typeof value === "string" ? value : "",
});

/** An empty field removes the member. */
const furtherIn = (form: URLSearchParams) => ({
  post_logout_redirect_uris: linesIn(form, "post_logout_redirect_uris"),
  backchannel_logout_uri: filled(form, "backchannel_logout_uri") ?? null,
  required_acr: ACRS.find((acr) => acr === form.get("required_acr")) ?? null,
  consent_policy: CONSENT_POLICIES.find((policy) => policy === form.get("consent_policy")) ?? "explicit",
  client_uri: filled(form, "client_uri") ?? null,
  policy_uri: filled(form, "policy_uri") ?? null,
  tos_uri: filled(form, "tos_uri") ?? null,
});

/** What the form says. */
export const changesIn = (form: URLSearchParams) => ({
  client_name: filled(form, "client_name") ?? "",
  redirect_uris: linesIn(form, "redirect_uris"),
  scope: filled(form, "scope") ?? null,
  accent_light: filled(form, "accent_light") ?? null,
  accent_dark: filled(form, "accent_dark") ?? null,
  ...furtherIn(form),
});
