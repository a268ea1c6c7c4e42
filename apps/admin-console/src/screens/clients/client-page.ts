import type { Answer } from "@countersign/admin-client";
import { readRemedy } from "@countersign/rules";
import type { Values } from "../../quickstarts/quickstarts.ts";
import type { Cell, Fact, Page, Section } from "../../views/model.ts";
import { tableSection } from "../../views/sections.ts";
import { dangerZone, switching } from "../danger-zone.ts";
import type { Visit } from "../screen.ts";
import { statusBadge } from "../status.ts";
import { addressOf, kindOf, textsIn } from "./client.ts";
import { type Secrets, secretSections } from "./client-credentials.ts";
import { changeSection } from "./client-forms.ts";
import { compatibilitySection } from "./compatibility-form.ts";
import { quickstartSection } from "./quickstart.ts";
import { hasSignIn, type Trial, tryLinks, trySections } from "./try-sign-in.ts";

type Client = Answer<"readClient">["body"];
type Refusals = Answer<"readClientRefusals">["body"]["items"];

/** Members that have a place of their own on the page. */
const ELSEWHERE = new Set([
  "client_id",
  "client_name",
  "status",
  "created_at",
  "has_logo",
  "client_secret",
  "managed_by",
]);

const TABS = ["quickstart", "try", "settings", "credentials", "compatibility", "advanced", "activity"] as const;
type ClientTab = (typeof TABS)[number];

/** The part of the page that is asked for, of those that the page has. */
const tabOf = ({ query }: Pick<Visit, "query">, tabs: readonly ClientTab[]): ClientTab =>
  tabs.find((tab) => tab === query.get("tab")) ?? "quickstart";

const tabAddress = (client: Client, tab: ClientTab) =>
  `${addressOf(client.client_id)}${tab === "quickstart" ? "" : `?tab=${tab}`}`;

interface Shown {
  readonly client: Client;
  readonly etag: string | undefined;
  /** The last refused requests of it. */
  readonly refusals: Refusals;
  /** Its secrets that are valid. */
  readonly secrets: Secrets;
  readonly mayChange: boolean;
  /** A trial of its sign-in that was just begun, and the form that asked for it. */
  readonly tried?: { readonly trial: Trial; readonly form: URLSearchParams } | undefined;
}

/**
 * The page about a client.
 *
 * @param secret a new secret, which is shown now and never again
 */
export function clientPage(
  { client, etag, refusals, secrets, tried }: Omit<Shown, "mayChange">,
  visit: Pick<Visit, "may" | "issuer" | "query">,
  secret?: string,
): Page {
  const { managed_by: owner } = client;
  // The API refuses to change what a configuration declares: it is changed there.
  const mayChange = visit.may("clients:write") && owner === null;
  const mayTry = visit.may("clients:write") && hasSignIn(client);
  const tabs = TABS.filter((name) => name !== "try" || mayTry);
  const tab = tabOf(visit, tabs);
  return {
    id: "client",
    title: { text: client.client_name },
    crumbs: [{ href: "/clients", label: "clients.title" }],
    head: {
      look: "thing",
      badge: statusBadge(client.status),
      facts: [{ word: `clients.kind.${kindOf(client)}` }, { text: client.client_id, isCode: true }],
    },
    ...(owner !== null && { lock: { key: "managed_by.client", values: { name: owner } } }),
    ...(secret !== undefined && { secret: { label: "clients.secret_once", value: secret } }),
    ...tryLinks(tried?.trial),
    tabs: tabs.map((name) => ({
      href: tabAddress(client, name),
      label: `clients.tab.${name}`,
      isHere: name === tab,
      ...countAt(name, { refusals, secrets }),
    })),
    sections: partOf(tab, { client, etag, refusals, secrets, mayChange, tried }, visit),
  };
}

/** How many secrets it has, and how many of its requests were refused, if there are any. */
function countAt(tab: ClientTab, { refusals, secrets }: Pick<Shown, "refusals" | "secrets">) {
  const count = tab === "credentials" ? secrets.length : tab === "activity" ? refusals.length : 0;
  return count > 0 ? { count } : {};
}

function partOf(tab: ClientTab, shown: Shown, visit: Pick<Visit, "issuer" | "query">) {
  const { client, etag, refusals, secrets, mayChange, tried } = shown;
  switch (tab) {
    case "try":
      return trySections(client, tried?.trial, tried?.form);
    case "settings":
      return mayChange ? [changeSection(client, etag), dangersOf(client)] : [connection(client, visit)];
    case "credentials":
      return [connection(client, visit), ...secretSections(secrets, mayChange, client.client_name)];
    case "compatibility":
      return [mayChange ? compatibilitySection(client, etag) : metadataSection(client)];
    case "advanced":
      return [metadataSection(client)];
    case "activity":
      return [refusalsSection(refusals)];
    default:
      return [
        ...quickstartSection(valuesOf(client, visit), visit, addressOf(client.client_id)),
        { ...connection(client, visit), isSide: true } as const,
      ];
  }
}

const valuesOf = (client: Client, { issuer }: Pick<Visit, "issuer">): Values => ({
  ...{ issuer, clientId: client.client_id, kind: kindOf(client) },
  redirectUri: textsIn(client.redirect_uris)[0],
});

/** What the program of the application needs to know. */
const connection = (client: Client, { issuer }: Pick<Visit, "issuer">): Section => ({
  id: "facts",
  title: "clients.connection",
  facts: [
    { label: "clients.id", value: { text: client.client_id, isCode: true } },
    { label: "clients.issuer", value: { text: issuer, isCode: true } },
    { label: "clients.discovery", value: { text: `${issuer}/.well-known/openid-configuration`, isCode: true } },
    ...textsIn(client.redirect_uris).map(
      (text): Fact => ({
        label: "clients.redirect_uri",
        value: { text, isCode: true },
      }),
    ),
    { label: "created", value: { at: client.created_at } },
  ],
});

const dangersOf = ({ client_id: id, status }: Client): Section =>
  dangerZone(switching(status === "enabled", { disable: "clients.disable.warning", enable: "clients.enable.lead" }), {
    lead: { key: "clients.delete.lead" },
    link: { href: `${addressOf(id)}/delete`, label: "clients.delete", id: "delete-client" },
  });

const metadataSection = (client: Client): Section => ({
  ...tableSection("metadata", "clients.metadata", {
    columns: ["clients.member", "clients.value"],
    empty: "clients.empty",
    rows: Object.entries(client)
      .filter(([name, value]) => !ELSEWHERE.has(name) && value !== null)
      .map(([name, value]) => ({ cells: [{ text: name, isCode: true }, cellOf(value)] })),
  }),
  links: [{ href: `${addressOf(client.client_id)}/claims`, label: "claims.link", id: "claim-mapping-link" }],
});

const refusalsSection = (refusals: Refusals): Section => ({
  ...tableSection("refusals", "refusals.title", {
    columns: ["refusals.last", "refusals.times", "refusals.wrong", "refusals.remedy", "refusals.asked"],
    empty: "refusals.empty",
    rows: refusals.map(({ endpoint, error, error_description, detail, remedy, times, last_at, ...sent }) => ({
      cells: [
        { at: last_at },
        { count: times },
        { text: `${endpoint}: ${error}: ${error_description}${detail === null ? "" : ` [${detail}]`}` },
        remedyCell(remedy),
        { pairs: sent.parameter_names.map((name) => [name, sent.parameters[name] ?? "…"] as const) },
      ],
    })),
  }),
  lead: { key: "refusals.lead" },
});

/** What another version of the API says is shown as it is. */
function remedyCell(text: string | null): Cell {
  const remedy = text === null ? undefined : readRemedy(text);
  if (remedy === undefined) return { text };
  return { say: { key: `remedy.${remedy.name}`, values: { method: remedy.method } } };
}

function cellOf(value: unknown): Cell {
  if (typeof value === "boolean") return { word: value ? "yes" : "no" };
  if (typeof value === "string" || typeof value === "number") return { text: String(value) };
  const texts = textsIn(value);
  return Array.isArray(value) && texts.length === value.length
    ? { tags: texts }
    : { text: JSON.stringify(value), isCode: true };
}
