import type { Answer } from "@countersign/admin-client";
import type { Values } from "../../quickstarts/quickstarts.ts";
import type { Cell, Fact, Page, Section } from "../../views/model.ts";
import { tableSection } from "../../views/sections.ts";
import { dangerZone, switching } from "../danger-zone.ts";
import { pagesBeside } from "../lists/list.ts";
import type { Visit } from "../screen.ts";
import { type Sessions, sessionsSection } from "../sessions.ts";
import { statusBadge } from "../status.ts";
import { addressOf, kindOf, textsIn } from "./client.ts";
import { type Secrets, secretSections } from "./client-credentials.ts";
import { changeSection } from "./client-forms.ts";
import { type Refusals, refusalsSection } from "./client-refusals.ts";
import { setupSection } from "./client-setup.ts";
import { compatibilitySection } from "./compatibility-form.ts";
import { quickstartSection } from "./quickstart.ts";
import type { Apis } from "./scope-field.ts";
import { hasSignIn, type Trial, tryLinks, trySections } from "./try-sign-in.ts";

type Client = Answer<"readClient">["body"];

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

const TABS = [
  ...(["quickstart", "try", "settings", "credentials", "sessions", "compatibility", "advanced"] as const),
  "activity",
] as const;
type ClientTab = (typeof TABS)[number];

/** The parts that the page has for the person who asks. */
const tabsOf = (client: Client, { may }: Pick<Visit, "may">): readonly ClientTab[] =>
  TABS.filter((tab) => {
    if (tab === "try") return may("clients:write") && hasSignIn(client);
    return tab !== "sessions" || (may("sessions:read") && kindOf(client) !== "machine");
  });

/** The part of the page that is asked for. */
export const tabOf = (client: Client, visit: Pick<Visit, "may" | "query">): ClientTab =>
  tabsOf(client, visit).find((tab) => tab === visit.query.get("tab")) ?? "quickstart";

const tabAddress = (client: Client, tab: ClientTab) =>
  `${addressOf(client.client_id)}${tab === "quickstart" ? "" : `?tab=${tab}`}`;

interface Shown {
  readonly client: Client;
  readonly etag: string | undefined;
  /** The last refused requests of it. */
  readonly refusals: Refusals;
  /** Its secrets that are valid. */
  readonly secrets: Secrets;
  /** Those in which someone signed in to it, if they are asked for. */
  readonly sessions?: Sessions | undefined;
  /** Whether it was used, if its setup is asked for, and the caller may know. */
  readonly used?: boolean | undefined;
  /** What defines scopes, if its settings are asked for, and the caller may know. */
  readonly apis?: Apis | undefined;
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
  { client, ...rest }: Omit<Shown, "mayChange">,
  visit: Pick<Visit, "may" | "issuer" | "query">,
  secret?: string,
): Page {
  const { managed_by: owner } = client;
  const { sessions, tried } = rest;
  // The API refuses to change what a configuration declares: it is changed there.
  const mayChange = visit.may("clients:write") && owner === null;
  const tab = tabOf(client, visit);
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
    tabs: tabsOf(client, visit).map((name) => ({
      href: tabAddress(client, name),
      label: `clients.tab.${name}`,
      isHere: name === tab,
      ...countAt(name, rest),
    })),
    sections: partOf(tab, { client, ...rest, mayChange }, visit),
    ...(sessions && { total: sessions.total, ...pagesBeside(visit, addressOf(client.client_id), sessions) }),
  };
}

/** How many secrets it has, and how many of its requests were refused, if there are any. */
function countAt(tab: ClientTab, { refusals, secrets }: Pick<Shown, "refusals" | "secrets">) {
  const count = tab === "credentials" ? secrets.length : tab === "activity" ? refusals.length : 0;
  return count > 0 ? { count } : {};
}

function partOf(tab: ClientTab, shown: Shown, visit: Pick<Visit, "issuer" | "query" | "may">) {
  const { client, etag, refusals, secrets, sessions, mayChange, tried } = shown;
  switch (tab) {
    case "try":
      return trySections(client, tried?.trial, tried?.form);
    case "settings":
      return mayChange ? [changeSection(client, etag, shown.apis), dangersOf(client)] : [connection(client, visit)];
    case "credentials":
      return [connection(client, visit), ...secretSections(secrets, mayChange, client.client_name)];
    case "sessions":
      return sessions === undefined
        ? []
        : [{ id: "sessions", ...sessionsSection(sessions, visit.may("sessions:write")) }];
    case "compatibility":
      return [mayChange ? compatibilitySection(client, etag) : metadataSection(client)];
    case "advanced":
      return [metadataSection(client)];
    case "activity":
      return [refusalsSection(refusals)];
    default:
      return [
        ...quickstartSection(valuesOf(client, visit), visit, addressOf(client.client_id)),
        setupSection(client, shown.used),
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

function cellOf(value: unknown): Cell {
  if (typeof value === "boolean") return { word: value ? "yes" : "no" };
  if (typeof value === "string" || typeof value === "number") return { text: String(value) };
  const texts = textsIn(value);
  return Array.isArray(value) && texts.length === value.length
    ? { tags: texts }
    : { text: JSON.stringify(value), isCode: true };
}
