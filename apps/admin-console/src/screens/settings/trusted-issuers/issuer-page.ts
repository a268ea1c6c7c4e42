import type { Answer } from "@countersign/admin-client";
import { jsonOrUndefined } from "@countersign/guard/json";
import { filled, linesIn } from "../../../views/form.ts";
import type { Fact, Field, Page } from "../../../views/model.ts";
import { part } from "../../list.ts";
import type { Visit } from "../../screen.ts";

export const PATH = "/settings/trusted-issuers";
export const addressOf = (id: string): string => `${PATH}/${part(id)}`;

export type Issuer = Answer<"readTrustedIssuer">["body"];

const AUDIENCES = ["issuer", "token_endpoint"] as const;
const LONGEST_JSON = 65_536;

const jsonText = (value: unknown) => (value === null || value === undefined ? "" : JSON.stringify(value, null, 2));

/** The settings as a form has them; of a new trusted issuer without values. */
export const settingsFields = (issuer?: Issuer): readonly Field[] => [
  { name: "name", label: "issuers.name", type: "text", value: issuer?.name, isRequired: true, maxLength: 100 },
  { name: "jwks_uri", label: "issuers.jwks_uri", type: "text", hint: "issuers.jwks_uri.hint", value: issuer?.jwks_uri },
  { name: "jwks", label: "issuers.jwks", type: "code", hint: "issuers.jwks.hint", value: jsonText(issuer?.jwks) },
  {
    name: "signing_algs",
    label: "issuers.signing_algs",
    type: "lines",
    value: (issuer?.signing_algs ?? ["RS256", "ES256"]).join("\n"),
  },
  {
    name: "audience",
    label: "issuers.audience",
    type: "choice",
    value: issuer?.audience ?? "issuer",
    options: AUDIENCES.map((value) => ({ value, label: `issuers.audience.${value}` })),
  },
  {
    name: "max_lifetime_seconds",
    label: "issuers.max_lifetime",
    type: "text",
    hint: "issuers.max_lifetime.hint",
    value: String(issuer?.max_lifetime_seconds ?? 600),
    isRequired: true,
    maxLength: 3,
  },
  ...(issuer?.subject === "person" ? [] : [workloadsField(issuer)]),
  ...(issuer?.subject === "workload" ? [] : ofPeople(issuer)),
  { name: "resources", label: "issuers.resources", type: "lines", value: issuer?.resources.join("\n") },
  { name: "scopes", label: "issuers.scopes", type: "lines", value: issuer?.scopes.join("\n") },
];

const workloadsField = (issuer?: Issuer): Field => ({
  name: "workloads",
  label: "issuers.workloads",
  type: "code",
  hint: "issuers.workloads.hint",
  value: jsonText(issuer?.workloads),
});

const ofPeople = (issuer?: Issuer): readonly Field[] => [
  { name: "provider", label: "issuers.provider", type: "text", hint: "issuers.provider.hint", value: issuer?.provider },
  {
    name: "clients",
    label: "issuers.clients",
    type: "lines",
    hint: "hooks.clients.hint",
    value: issuer?.clients.join("\n"),
  },
  {
    name: "without_consent",
    label: "issuers.without_consent",
    type: "choices",
    chosen: issuer?.without_consent ? ["yes"] : [],
    options: [{ value: "yes", label: "issuers.without_consent.yes" }],
  },
];

/** What a form says of a trusted issuer. What is no JSON or no number goes to the API, which says what is wrong. */
export function settingsIn(form: URLSearchParams) {
  const number = form.get("max_lifetime_seconds") ?? "";
  return {
    name: form.get("name")?.trim() ?? "",
    jwks_uri: filled(form, "jwks_uri") ?? null,
    jwks: (jsonIn(form, "jwks") ?? null) as never,
    signing_algs: linesIn(form, "signing_algs") as "RS256"[],
    audience: (form.get("audience") ?? "issuer") as "issuer",
    max_lifetime_seconds: /^\d{1,9}$/.test(number) ? Number(number) : (null as never),
    workloads: (jsonIn(form, "workloads") ?? []) as never,
    provider: filled(form, "provider") ?? null,
    clients: [...linesIn(form, "clients")],
    without_consent: form.get("without_consent") === "yes",
    resources: [...linesIn(form, "resources")],
    scopes: [...linesIn(form, "scopes")],
  };
}

function jsonIn(form: URLSearchParams, name: string): unknown {
  const text = filled(form, name);
  return text === undefined ? undefined : (jsonOrUndefined(text, { longest: LONGEST_JSON }) ?? text);
}

/** The page about a trusted issuer. */
export function issuerPage(issuer: Issuer, etag: string | undefined, { may }: Pick<Visit, "may">): Page {
  const { managed_by: owner } = issuer;
  const mayChange = may("clients:write") && owner === null;
  return {
    id: "trusted-issuer",
    title: { text: issuer.name },
    crumbs: [{ href: PATH, label: "issuers.title" }],
    tags: [issuer.enabled ? "status.enabled" : "status.disabled"],
    ...(owner !== null && { lock: { key: "managed_by.trusted_issuer", values: { name: owner } } }),
    sections: [
      {
        id: "facts",
        title: "issuers.settings",
        facts: factsOf(issuer),
        ...(mayChange && { buttons: [switchOf(issuer)] }),
      },
      ...(mayChange
        ? [
            {
              id: "change",
              title: "issuers.change",
              lead: { key: "issuers.change.lead" },
              form: { act: "save", submit: "save", etag, fields: settingsFields(issuer) },
              buttons: [{ act: "remove", label: "issuers.remove" }],
            },
          ]
        : []),
    ],
  };
}

const switchOf = ({ enabled }: Issuer) =>
  enabled ? { act: "disable", label: "disable" } : { act: "enable", label: "enable" };

const factsOf = (issuer: Issuer): readonly Fact[] => [
  { label: "issuers.issuer", value: { text: issuer.issuer, isCode: true } },
  { label: "issuers.subject", value: { word: `issuers.subject.${issuer.subject}` } },
  ...(issuer.jwks_uri === null ? [] : [{ label: "issuers.jwks_uri", value: { text: issuer.jwks_uri, isCode: true } }]),
  { label: "issuers.resources", value: { tags: issuer.resources } },
  { label: "issuers.scopes", value: { tags: issuer.scopes } },
  ...(issuer.subject === "person"
    ? [
        { label: "issuers.provider", value: { text: issuer.provider } },
        { label: "issuers.clients", value: { tags: issuer.clients } },
      ]
    : [{ label: "issuers.clients", value: { tags: issuer.workloads.map(({ client }) => client) } }]),
  { label: "created", value: { at: issuer.created_at } },
];
