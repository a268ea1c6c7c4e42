import type { Answer } from "@countersign/admin-client";
import { readRemedy } from "@countersign/rules";
import type { Cell, Page, Section } from "../../views/model.ts";
import { part } from "../list.ts";
import type { Visit } from "../screen.ts";
import { changeSection, furtherSection } from "./client-forms.ts";
import { compatibilitySection } from "./compatibility-form.ts";
import { textsIn } from "./texts-in.ts";

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

const FORMS = [changeSection, furtherSection, compatibilitySection] as const;

/**
 * The page about a client.
 *
 * @param refusals the last refused requests of it
 * @param secret a new secret, which is shown now and never again
 */
export function clientPage(
  client: Client,
  etag: string | undefined,
  refusals: Refusals,
  { may, issuer }: Pick<Visit, "may" | "issuer">,
  secret?: string,
): Page {
  const { managed_by: owner } = client;
  // The API refuses to change what a configuration declares: it is changed there.
  const mayChange = may("clients:write") && owner === null;
  return {
    id: "client",
    title: { text: client.client_name },
    crumbs: [{ href: "/clients", label: "clients.title" }],
    tags: [`status.${client.status}`],
    ...(owner !== null && { lock: { key: "managed_by.client", values: { name: owner } } }),
    ...(secret !== undefined && { secret: { label: "clients.secret_once", value: secret } }),
    sections: [
      {
        id: "facts",
        title: "clients.registration",
        facts: [
          { label: "clients.id", value: { text: client.client_id, isCode: true } },
          { label: "clients.issuer", value: { text: issuer, isCode: true } },
          { label: "clients.discovery", value: { text: `${issuer}/.well-known/openid-configuration`, isCode: true } },
          { label: "created", value: { at: client.created_at } },
        ],
        ...(mayChange && {
          buttons: [
            client.status === "enabled" ? { act: "disable", label: "disable" } : { act: "enable", label: "enable" },
            ...(hasSecret(client) ? [{ act: "rotate-secret", label: "clients.rotate_secret" }] : []),
          ],
          links: [{ href: `${addressOf(client.client_id)}/delete`, label: "clients.delete", id: "delete-client" }],
        }),
      },
      refusalsSection(refusals),
      ...(mayChange ? FORMS.map((form) => form(client, etag)) : []),
      {
        id: "metadata",
        title: "clients.metadata",
        links: [{ href: `${addressOf(client.client_id)}/claims`, label: "claims.link", id: "claim-mapping-link" }],
        table: {
          id: "metadata-table",
          columns: ["clients.member", "clients.value"],
          empty: "clients.empty",
          rows: Object.entries(client)
            .filter(([name, value]) => !ELSEWHERE.has(name) && value !== null)
            .map(([name, value]) => ({ cells: [{ text: name, isCode: true }, cellOf(value)] })),
        },
      },
    ],
  };
}

const refusalsSection = (refusals: Refusals): Section => ({
  id: "refusals",
  title: "refusals.title",
  lead: { key: "refusals.lead" },
  table: {
    id: "refusals-table",
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
  },
});

/** What another version of the API says is shown as it is. */
function remedyCell(text: string | null): Cell {
  const remedy = text === null ? undefined : readRemedy(text);
  if (remedy === undefined) return { text };
  return { say: { key: `remedy.${remedy.name}`, values: { method: remedy.method } } };
}

const hasSecret = ({ token_endpoint_auth_method: method }: Client) =>
  typeof method === "string" && method.startsWith("client_secret_");

function cellOf(value: unknown): Cell {
  if (typeof value === "boolean") return { word: value ? "yes" : "no" };
  if (typeof value === "string" || typeof value === "number") return { text: String(value) };
  const texts = textsIn(value);
  return Array.isArray(value) && texts.length === value.length
    ? { tags: texts }
    : { text: JSON.stringify(value), isCode: true };
}

export const addressOf = (clientId: string): string => `/clients/${part(clientId)}`;
