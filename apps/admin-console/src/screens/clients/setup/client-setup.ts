/** What an application still needs until the first sign-in or token, beside its quickstart. */
import type { Answer } from "@countersign/admin-client";
import type { Check, Section } from "../../../views/model.ts";
import type { Visit } from "../../screen.ts";
import { addressOf, firstUseOf, kindOf, textsIn } from "../client.ts";
import type { Secrets } from "../credentials/client-credentials.ts";

type Client = Answer<"readClient">["body"];

/**
 * Whether the application was used: its secret was, someone signed in to it or agreed to what it asks for, or someone
 * is signed in to it. The last sign-in is known a minute later than a session is.
 * `undefined` if the caller may not know.
 */
export async function isUsed(
  { client_id, last_sign_in_at: last }: Client,
  secrets: Secrets,
  { api, may }: Pick<Visit, "api" | "may">,
): Promise<boolean | undefined> {
  if (last !== null || secrets.some(({ last_used_at: at }) => at !== null)) return true;
  const ways = [
    ...(may("sessions:read") ? [() => api.listAllSessions({ query: { client_id, limit: 1 } })] : []),
    ...(may("audit:read") ? [() => api.listAuditEvents({ query: { client_id, type: "consent", limit: 1 } })] : []),
  ];
  const found = await Promise.all(ways.map(async (way) => (await way()).body.items.length > 0));
  return found.length === 0 && secrets.length === 0 ? undefined : found.includes(true);
}

/** The steps, each done or to do. */
export function setupSection(client: Client, used: boolean | undefined): Section {
  const address = addressOf(client.client_id);
  const kind = kindOf(client);
  const isRedirected = kind !== "machine" && kind !== "device";
  const checks: readonly Check[] = [
    { title: { key: "setup.registered" }, isDone: true },
    ...(isRedirected
      ? [
          {
            title: { key: "setup.redirect_uri" },
            isDone: textsIn(client.redirect_uris).length > 0,
            icon: "link",
            link: { href: `${address}?tab=settings`, label: "clients.tab.settings" },
          },
        ]
      : []),
    ...(used === undefined ? [] : [arrival(kind === "machine" ? "token" : "sign_in", used, address)]),
  ];
  const values = { done: String(checks.filter(({ isDone }) => isDone).length), all: String(checks.length) };
  return {
    ...{ id: "setup", title: "setup.title", lead: { key: "check.lead", values }, checks, isSide: true },
    ...(used === false && { awaits: firstUseOf(client.client_id) }),
  };
}

const arrival = (what: "token" | "sign_in", isDone: boolean, address: string): Check => ({
  title: { key: isDone ? `setup.${what}.done` : `setup.${what}` },
  lead: { key: `setup.${what}.lead` },
  ...{ isDone, icon: "hourglass", link: { href: address, label: "setup.reload" } },
});
