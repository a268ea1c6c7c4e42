import type { Answer } from "@countersign/admin-client";
import type { Values } from "../../quickstarts/quickstarts.ts";
import type { Button, Cell, Fact, Head, Link, Page, Section } from "../../views/model.ts";
import { tableSection } from "../../views/sections.ts";
import { dangerZone, switching } from "../danger-zone.ts";
import { createdFact, headMenu, idFact, switchAct } from "../head.ts";
import { pagesBeside, part } from "../lists/list.ts";
import type { Visit } from "../screen.ts";
import { type Sessions, sessionsSection } from "../sessions.ts";
import { statusBadge } from "../status.ts";
import { addressOf, kindOf, lastSignInOf, textsIn } from "./client.ts";
import { changeSection } from "./client-forms.ts";
import { type Refusals, refusalsSection } from "./client-refusals.ts";
import { type ClientTab, mayChange, tabOf, tabsOf } from "./client-tabs.ts";
import { type Secrets, secretSections } from "./credentials/client-credentials.ts";
import { envFileOf } from "./credentials/env-file.ts";
import { translationsSection } from "./forms/client-translations.ts";
import { compatibilitySection } from "./forms/compatibility-form.ts";
import type { Apis } from "./scope-field.ts";
import { setupSection } from "./setup/client-setup.ts";
import { quickstartSection } from "./setup/quickstart.ts";
import { openTrial, type Trial, tryLink, trySections } from "./setup/try-sign-in.ts";
import { type Consents, consentsSection } from "./users/client-consents.ts";

type Client = Answer<"readClient">["body"];

/** Members that have a place of their own on the page. */
const ELSEWHERE = new Set([
  "client_id",
  "client_name",
  "status",
  "created_at",
  "last_sign_in_at",
  "has_logo",
  "client_secret",
  "managed_by",
]);

interface Shown {
  readonly client: Client;
  readonly etag: string | undefined;
  /** The last refused requests of it. */
  readonly refusals: Refusals;
  /** Its secrets that are valid. */
  readonly secrets: Secrets;
  /** Those in which someone signed in to it, if they are asked for. */
  readonly sessions?: Sessions | undefined;
  /** Who gave it access, if they are asked for. */
  readonly consents?: Consents | undefined;
  /** Whether it was used, if its setup is asked for, and the caller may know. */
  readonly used?: boolean | undefined;
  /** What defines scopes, if its settings are asked for, and the caller may know. */
  readonly apis?: Apis | undefined;
  /** The languages of the pages, if those of the application are asked for. */
  readonly languages?: readonly string[] | undefined;
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
  const { sessions, consents, tried, refusals, secrets } = rest;
  const list = sessions ?? consents;
  return {
    id: "client",
    title: { text: client.client_name },
    crumbs: [{ href: "/clients", label: "clients.title" }],
    head: clientHead(client, secrets, visit),
    ...(owner !== null && { lock: { key: "managed_by.client", values: { name: owner } } }),
    ...(secret !== undefined && { secret: secretOf(client, secret) }),
    links: tried === undefined ? tryLink(client, visit) : openTrial(tried.trial),
    tabs: tabsOf(client, visit, { credentials: secrets.length, activity: refusals.length }),
    sections: partOf(tabOf(client, visit), { client, ...rest, mayChange: mayChange(client, visit) }, visit),
    ...(list && { total: list.total, ...pagesBeside(visit, addressOf(client.client_id), list) }),
  };
}

/** The head of every part of the page: what the application is, and every act upon it. */
const clientHead = (client: Client, secrets: Secrets, visit: Pick<Visit, "may">): Head => ({
  look: "thing",
  badge: statusBadge(client.status),
  facts: [
    { word: `clients.kind.${kindOf(client)}` },
    idFact(client.client_id, "clients.id"),
    createdFact(client.created_at),
  ],
  ...headMenu(client.client_name, [
    ...eventsLink(client, visit),
    ...(mayChange(client, visit) ? actsUpon(client, secrets) : []),
  ]),
});

/** Leads to what happened to the application, for those who may read it. */
const eventsLink = ({ client_id: id }: Client, { may }: Pick<Visit, "may">): readonly Link[] =>
  may("audit:read") ? [{ href: `/audit?client_id=${part(id)}`, label: "audit.all" }] : [];

const actsUpon = ({ client_id: id, status }: Client, secrets: Secrets): readonly (Button | Link)[] => [
  ...(secrets.length === 0
    ? []
    : [{ href: `${addressOf(id)}?tab=credentials#rotation`, label: "clients.rotate_secret" }]),
  switchAct(status === "enabled"),
  { href: `${addressOf(id)}/delete`, label: "clients.delete", id: "delete-client", isDanger: true },
];

/** The secret, shown once, with the file of variables that has it. */
const secretOf = ({ client_id }: Shown["client"], value: string) => ({
  ...{ label: "clients.secret_once", value },
  file: { href: envFileOf(client_id), label: "clients.secret.env" },
});

function partOf(tab: ClientTab, shown: Shown, visit: Pick<Visit, "issuer" | "query" | "may">) {
  const { client, etag, refusals, secrets, sessions, consents, mayChange, tried } = shown;
  switch (tab) {
    case "try":
      return trySections(client, tried?.trial, tried?.form);
    case "settings":
      return mayChange ? [changeSection(client, etag, shown.apis), dangersOf(client)] : [connection(client, visit)];
    case "translations":
      return [translationsSection(client, etag, shown.languages ?? [])];
    case "credentials":
      return [connection(client, visit), ...secretSections(secrets, mayChange, client.client_name)];
    case "users":
      return consents === undefined ? [] : [consentsSection(consents, visit.may("people:write"))];
    case "sessions":
      return sessions === undefined ? [] : [{ id: "sessions", ...sessionsSection(sessions, visit) }];
    case "compatibility":
      return [mayChange ? compatibilitySection(client, etag) : metadataSection(client)];
    case "advanced":
      return [metadataSection(client)];
    case "activity":
      return [refusalsSection(refusals, eventsLink(client, visit))];
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
    ...(kindOf(client) === "machine" ? [] : [{ label: "people.last_sign_in", value: lastSignInOf(client) }]),
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
