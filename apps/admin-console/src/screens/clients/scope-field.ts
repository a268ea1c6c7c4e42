/** The scopes of an application, by what defines them. */
import type { Answer } from "@countersign/admin-client";
import { isPersonScope, ORGANIZATION_SCOPE } from "@countersign/rules";
import { field } from "../../views/fields.ts";
import type { Field, OptionGroup } from "../../views/model.ts";
import type { Visit } from "../screen.ts";

export type Apis = Answer<"listResourceServers">["body"]["items"];

/** As the API has it where a registration says nothing (OIDC Core §5.4). */
export const USUAL_SCOPES = ["openid", "profile", "email", "address", "phone"];

/** What defines scopes; `undefined` if the caller may not know. */
export const apisFor = async ({ api, may }: Pick<Visit, "api" | "may">): Promise<Apis | undefined> =>
  may("settings:read") ? (await api.listResourceServers()).body.items : undefined;

/** The kinds of applications among which one chooses: to those without people, no scope about people is given. */
interface Kinds {
  readonly withPeople: readonly string[];
  readonly withoutPeople: readonly string[];
}

/**
 * A check box for each scope, in groups; who may not read APIs types them.
 *
 * @param kinds those that can be chosen above, or whether the application is without people
 */
export function scopeField(apis: Apis | undefined, held: readonly string[], kinds: Kinds | boolean): Field {
  if (apis === undefined)
    return field("text", "clients.scope", { hasHint: true, value: held.join(" "), maxLength: 2000 });
  const personsNotFor = typeof kinds === "boolean" ? undefined : kinds.withoutPeople;
  return {
    ...field("choices", "clients.scope", { chosen: held, groups: scopeGroups(apis, held, personsNotFor) }),
    ...{ hint: "clients.scope.choose", furtherHints: hintsFor(kinds) },
  };
}

const OF_PEOPLE = "clients.scope.choose.usual";
/** The usual scopes are those of `/userinfo`, and are not given to a program by itself. */
const OF_PROGRAM = "clients.scope.choose.program";

const hintsFor = (kinds: Kinds | boolean): Field["furtherHints"] & {} =>
  typeof kinds === "boolean"
    ? [{ hint: kinds ? OF_PROGRAM : OF_PEOPLE }]
    : [
        { hint: OF_PEOPLE, notFor: kinds.withoutPeople },
        { hint: OF_PROGRAM, notFor: kinds.withPeople },
      ];

/** What it may ask of people and their organization, what each API defines, and what is defined no more. */
export function scopeGroups(
  apis: Apis,
  held: readonly string[],
  personsNotFor?: readonly string[],
): readonly OptionGroup[] {
  const all = apis.flatMap(({ scopes }) => scopes);
  const userinfo = apis.filter(({ scopes }) => scopes.some(isPersonScope));
  const ofUserinfo = userinfo.flatMap(({ scopes }) => scopes);
  const ofPeople = new Set([...USUAL_SCOPES, ...ofUserinfo, "offline_access", ORGANIZATION_SCOPE]);
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
