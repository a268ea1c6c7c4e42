/** The forms that change an application, and what they sent. */
import type { Answer } from "@countersign/admin-client";
import { CONSENT_POLICIES } from "@countersign/rules";
import { choiceField, field } from "../../views/fields.ts";
import { filled, linesIn } from "../../views/form.ts";
import type { Field, Section } from "../../views/model.ts";
import { kindOf, textsIn } from "./client.ts";
import { type Apis, scopeField, scopeIn } from "./scope-field.ts";

type Client = Answer<"readClient">["body"];

/** The members that one form changes, so that it undoes no other change. */
export const changeSection = (client: Client, etag: string | undefined, apis: Apis | undefined): Section => ({
  id: "change",
  title: "clients.change",
  form: {
    act: "save",
    submit: "save",
    etag,
    fields: [
      field("text", "clients.name", { name: "client_name", value: client.client_name, maxLength: 200, isHalf: true }),
      linkField("client_uri", client),
      addressesField("redirect_uris", client.redirect_uris),
      addressesField("post_logout_redirect_uris", client.post_logout_redirect_uris),
      scopeField(apis, textIn(client.scope).split(" ").filter(Boolean), kindOf({ ...client }) === "machine"),
      {
        ...accentField("light", client.accent_light),
        heading: { title: "looks.colors", hint: "clients.accent.hint" },
      },
      accentField("dark", client.accent_dark),
      ...furtherFields(client),
    ],
  },
});

/** The text of a member whose type the API does not say. */
const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

/** The color of buttons and links while people sign in to the application. */
const accentField = (scheme: "light" | "dark", value: unknown): Field => ({
  ...field("color", `clients.accent_${scheme}`, { value: textIn(value), isHalf: true }),
  measured: { scheme, name: "accent" },
});

const ACRS = ["urn:countersign:acr:password", "urn:countersign:acr:mfa", "phr"] as const;

/** The sign-out, the strength of the sign-in, and the links of the application. */
const furtherFields = (client: Client): readonly Field[] => [
  linkField("backchannel_logout_uri", client),
  field("choice", "clients.required_acr", {
    isHalf: true,
    value: textIn(client.required_acr),
    options: [
      { value: "", label: "clients.required_acr.none" },
      ...ACRS.map((acr) => ({ value: acr, label: `clients.required_acr.${acr.split(":").at(-1)}` })),
    ],
  }),
  choiceField("clients.consent_policy", CONSENT_POLICIES, {
    ...{ hasHint: true, value: textIn(client.consent_policy) || "explicit" },
  }),
  linkField("policy_uri", client),
  linkField("tos_uri", client),
];

type Link = "client_uri" | "policy_uri" | "tos_uri" | "backchannel_logout_uri";

const linkField = (name: Link, client: Client): Field =>
  field("text", `clients.${name}`, { value: textIn(client[name]), maxLength: 2000, isHalf: true });

const addressesField = (name: string, value: unknown): Field =>
  field("lines", `clients.${name}`, { hasHint: true, value: textsIn(value).join("\n"), isHalf: true });

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
  scope: scopeIn(form) ?? null,
  accent_light: filled(form, "accent_light") ?? null,
  accent_dark: filled(form, "accent_dark") ?? null,
  ...furtherIn(form),
});
