import type { Check, Section } from "../../views/model.ts";
import type { Visit } from "../screen.ts";

/** The clients of the deployment itself: the console, and the command line. */
const OWN_CLIENTS = ["admin-console", "countersign-cli"];

/** The page about what no program can see. */
export const BACKUP = "/backup";

/** What a new deployment still needs. It is not shown once all of it is done, nor to a person who may not do it. */
export async function checklist(visit: Visit): Promise<readonly Section[]> {
  const { api, may, issuer, personId, isBackedUp } = visit;
  if (!(may("settings:write") && may("clients:write") && may("people:write"))) return [];
  const [clients, looks, providers, mailed, own, owners] = await Promise.all([
    api.listClients({ query: { limit: OWN_CLIENTS.length + 1 } }),
    api.readSettings(),
    api.listProviders(),
    may("settings:read") ? api.listMails({ query: { state: "delivered", limit: 1 } }) : undefined,
    may("people:read") ? api.readPerson({ path: { id: personId } }) : undefined,
    ownersOf(visit),
  ]);
  const application = clients.body.items.some(({ client_id: id }) => !OWN_CLIENTS.includes(id));
  const { logo, accent_light: accent } = looks.body as { readonly logo?: unknown; readonly accent_light?: unknown };
  const checks: readonly Check[] = [
    check("application", { isDone: application, icon: "layout-grid" }, { href: "/clients/new", label: "clients.new" }),
    check("https", { isDone: new URL(issuer).protocol === "https:", icon: "lock" }),
    check(
      "looks",
      { isDone: Boolean(logo ?? accent), icon: "palette" },
      { href: "/settings/looks", label: "check.looks.link" },
    ),
    ...(own === undefined
      ? []
      : [
          check(
            "passkey",
            { isDone: own.body.factors.passkeys > 0, icon: "fingerprint" },
            { href: `${issuer}/account/passkeys`, label: "check.passkey.link", isElsewhere: true },
          ),
        ]),
    ...(mailed === undefined
      ? []
      : [
          check(
            "mail",
            { isDone: mailed.body.items.length > 0, icon: "mail" },
            { href: "/settings/mails", label: "check.mail.link" },
          ),
        ]),
    check(
      "backup",
      { isDone: isBackedUp, icon: "database" },
      { href: BACKUP, label: "check.backup.link", id: "back-up" },
    ),
    ...(owners === undefined
      ? []
      : [
          check(
            "people",
            { isDone: owners > 1, icon: "mail-plus" },
            { href: "/people/invite", label: "invitations.invite" },
          ),
        ]),
    check(
      "providers",
      { isDone: providers.body.items.length > 0, icon: "log-in" },
      { href: "/settings/providers", label: "check.providers.link" },
    ),
  ];
  const done = checks.filter(({ isDone }) => isDone).length;
  if (done === checks.length) return [];
  const values = { done: String(done), all: String(checks.length) };
  const buttons = [{ act: "hide-checklist", label: "check.hide" }];
  return [{ id: "checklist", title: "check.title", lead: { key: "check.lead", values }, checks, buttons }];
}

/** How many owners can sign in, up to two; `undefined` if the caller may not know. */
async function ownersOf({ api, may }: Visit): Promise<number | undefined> {
  if (!(may("roles:read") && may("people:read"))) return undefined;
  const { items: roles } = (await api.listRoles({ query: { limit: 200 } })).body;
  const owner = roles.find(({ name, is_of_service: isOfService }) => isOfService && name === "owner");
  if (owner === undefined) return undefined;
  return (await api.listPeople({ query: { role: owner.id, status: "enabled", limit: 2 } })).body.items.length;
}

const check = (name: string, state: Pick<Check, "isDone" | "icon">, link?: Check["link"]): Check => ({
  ...{ title: { key: `check.${name}` }, lead: { key: `check.${name}.lead` }, ...state, link },
});
