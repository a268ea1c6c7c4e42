/** The scopes of an application, by what defines them. */
import type { Answer } from "@countersign/admin-client";
import { isPersonScope } from "@countersign/rules";
import { field } from "../../views/fields.ts";
import type { Field, OptionGroup } from "../../views/model.ts";
import type { Visit } from "../screen.ts";

export type Apis = Answer<"listResourceServers">["body"]["items"];

/** As the API has it where a registration says nothing (OIDC Core §5.4). */
export const USUAL_SCOPES = ["openid", "profile", "email", "address", "phone"];

/** What defines scopes; `undefined` if the caller may not know. */
export const apisFor = async ({ api, may }: Pick<Visit, "api" | "may">): Promise<Apis | undefined> =>
  may("settings:read") ? (await api.listResourceServers()).body.items : undefined;

/**
 * A check box for each scope, in groups; who may not read APIs types them.
 *
 * @param personsNotFor the kinds of applications that may ask for nothing about people
 */
export function scopeField(apis: Apis | undefined, held: readonly string[], personsNotFor?: readonly string[]): Field {
  return apis === undefined
    ? field("text", "clients.scope", { hasHint: true, value: held.join(" "), maxLength: 2000 })
    : {
        ...field("choices", "clients.scope", { chosen: held, groups: groupsOf(apis, held, personsNotFor) }),
        hint: "clients.scope.choose",
      };
}

/** What it may ask of people, what each API defines, and what is defined no more. */
function groupsOf(apis: Apis, held: readonly string[], personsNotFor?: readonly string[]): readonly OptionGroup[] {
  const all = apis.flatMap(({ scopes }) => scopes);
  const userinfo = apis.filter(({ scopes }) => scopes.some(isPersonScope));
  const ofPeople = new Set([...USUAL_SCOPES, ...userinfo.flatMap(({ scopes }) => scopes), "offline_access"]);
  const optionOf = (scope: string, text = scope) => ({
    value: scope,
    text: text === scope ? scope : `${scope} — ${text}`,
  });
  const known = new Set([...ofPeople, ...all]);
  const groups: readonly OptionGroup[] = [
    {
      ...{ label: "clients.scope.people", options: [...ofPeople].map((scope) => optionOf(scope)) },
      ...(personsNotFor && { notFor: personsNotFor }),
    },
    ...apis.map(({ name, scopes, scope_texts: texts }) => ({
      text: name,
      options: scopes.filter((scope) => !ofPeople.has(scope)).map((scope) => optionOf(scope, texts[scope])),
    })),
    { label: "clients.scope.others", options: held.filter((scope) => !known.has(scope)).map((one) => optionOf(one)) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** What a form says: boxes that were checked, or a text. */
export const scopeIn = (form: URLSearchParams): string | undefined =>
  [...new Set(form.getAll("scope").flatMap((text) => text.split(/\s+/)))].filter(Boolean).join(" ") || undefined;
