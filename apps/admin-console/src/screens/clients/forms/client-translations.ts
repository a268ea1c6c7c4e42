/** The name and the links of an application in other languages: RFC 7591 §2.2. */
import type { Answer } from "@countersign/admin-client";
import { textsField } from "../../../views/fields.ts";
import { textsIn } from "../../../views/form.ts";
import type { Section } from "../../../views/model.ts";

type Client = Answer<"readClient">["body"];

/** The members that have a value for each language, as `client_name#de`, and how long one may be. */
const MEMBERS = [
  { name: "client_name", label: "clients.name", maxLength: 200 },
  { name: "client_uri", label: "clients.client_uri", maxLength: 2000 },
  { name: "policy_uri", label: "clients.policy_uri", maxLength: 2000 },
  { name: "tos_uri", label: "clients.tos_uri", maxLength: 2000 },
] as const;

/** @param languages those of the pages on which users see the application */
export const translationsSection = (
  client: Client,
  etag: string | undefined,
  languages: readonly string[],
): Section => ({
  id: "translations",
  title: "clients.translations",
  lead: { key: "clients.translations.lead" },
  form: {
    act: "save-translations",
    submit: "save",
    etag,
    fields: MEMBERS.map(({ name, label, maxLength }) =>
      textsField(label, { name, maxLength, languages, held: heldOf(client, name) }),
    ),
  },
});

/** The values of a member by language. */
const heldOf = (client: Client, name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(client).flatMap(([tagged, value]) => {
      const isOne = tagged.startsWith(`${name}#`) && typeof value === "string";
      return isOne ? [[tagged.slice(name.length + 1), value]] : [];
    }),
  );

/** What the form says. An empty field removes the value of its language. */
export const translationsIn = (form: URLSearchParams): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    MEMBERS.flatMap(({ name }) => {
      const filled = textsIn(form, name);
      const tags = [...form.keys()]
        .filter((key) => key.startsWith(`${name}.`))
        .map((key) => key.slice(name.length + 1));
      return tags.map((tag) => [`${name}#${tag}`, filled[tag] ?? null] as const);
    }),
  );
