/** The form for software that was written for another provider. Each choice gives something up: its hint says what. */
import type { Answer } from "@countersign/admin-client";
import { CLIENT_AUTHENTICATION_METHODS, ID_TOKEN_CLAIMS, PROFILES, REDIRECT_URI_EXCEPTIONS } from "@countersign/rules";
import { choiceField, field, yesField } from "../../../views/fields.ts";
import { filled } from "../../../views/form.ts";
import type { Field, Section } from "../../../views/model.ts";
import { textsIn } from "../client.ts";

type Client = Answer<"readClient">["body"];

/** A member of the form: how it is shown, and what a form says about it. An `undefined` member is not changed. */
interface Choice {
  readonly show: (client: Client, label: string) => Field;
  readonly read: (form: URLSearchParams, name: string) => unknown;
}

const oneOf = (name: string, values: (client: Client) => readonly string[]): Choice => ({
  show: (client, label) =>
    choiceField(label, values(client), {
      ...{ hasHint: true, value: typeof client[name] === "string" ? client[name] : "" },
    }),
  read: filled,
});

/** By the name of the member. */
const CHOICES: Readonly<Record<string, Choice>> = {
  profile: oneOf("profile", () => PROFILES),
  id_token_claims: oneOf("id_token_claims", () => ID_TOKEN_CLAIMS),
  redirect_uri_exceptions: {
    show: ({ redirect_uri_exceptions: chosen }, label) =>
      field("choices", label, {
        ...{ hasHint: true, chosen: textsIn(chosen) },
        options: REDIRECT_URI_EXCEPTIONS.map((value) => ({ value, label: `${label}.${value}` })),
      }),
    read: (form, name) => form.getAll(name),
  },
  required_scopes: {
    show: ({ required_scopes: scopes }, label) =>
      field("text", label, { hasHint: true, value: textsIn(scopes).join(" "), maxLength: 2000 }),
    read: (form, name) => filled(form, name)?.split(/\s+/) ?? [],
  },
  token_endpoint_auth_method: oneOf("token_endpoint_auth_method", methodsBeside),
  token_endpoint_auth_method_pinned: {
    show: ({ token_endpoint_auth_method_pinned: isPinned }, label) =>
      yesField(label, isPinned === true, { hasHint: true }),
    read: (form, name) => form.get(name) === "yes",
  },
};

/** The methods that the client could use with the credentials that it has: another secret needs another client. */
function methodsBeside({ token_endpoint_auth_method: held }: Client): readonly string[] {
  const kind = credentialOf(held);
  return CLIENT_AUTHENTICATION_METHODS.filter((method) => credentialOf(method) === kind);
}

function credentialOf(method: unknown): "secret" | "secret that is a key" | "none of ours" {
  if (method === "client_secret_basic" || method === "client_secret_post") return "secret";
  return method === "client_secret_jwt" ? "secret that is a key" : "none of ours";
}

/** What an application has that was written for another provider. */
export const compatibilitySection = (client: Client, etag: string | undefined): Section => ({
  id: "compatibility",
  title: "clients.compatibility",
  lead: { key: "clients.compatibility.lead" },
  form: {
    act: "save-compatibility",
    submit: "save",
    etag,
    fields: Object.entries(CHOICES).map(([name, { show }]) => show(client, `clients.${name}`)),
  },
});

/** What the form says. */
export const compatibilityIn = (form: URLSearchParams): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(CHOICES).map(([name, { read }]) => [name, read(form, name)]));
