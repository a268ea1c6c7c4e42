import type { Check, Section } from "../../views/model.ts";
import type { Visit } from "../screen.ts";

/** The clients of the deployment itself: the console, and the command line. */
const OWN_CLIENTS = ["admin-console", "countersign-cli"];

/** The page about what no program can see. */
export const BACKUP = "/backup";

/** What a new deployment still needs. It is not shown once all of it is done, nor to a person who may not do it. */
export async function checklist(visit: Visit): Promise<readonly Section[]> {
  const { may } = visit;
  if (!(may("settings:write") && may("clients:write") && may("people:write"))) return [];
  const steps = [ofApplications, ofIssuer, ofLooks, ofPasskey, ofMails, ofBackup, ofOwners, ofProviders];
  const checks = (await Promise.all(steps.map((step) => step(visit)))).filter((one) => one !== undefined);
  const done = checks.filter(({ isDone }) => isDone).length;
  if (done === checks.length) return [];
  const values = { done: String(done), all: String(checks.length) };
  const buttons = [{ act: "hide-checklist", label: "check.hide" }];
  return [{ id: "checklist", title: "check.title", lead: { key: "check.lead", values }, checks, buttons }];
}

/** A step; `undefined` if the person may not know whether it is done. */
type Step = Check | undefined;

async function ofApplications({ api }: Visit): Promise<Step> {
  const { items } = (await api.listClients({ query: { limit: OWN_CLIENTS.length + 1 } })).body;
  const isDone = items.some(({ client_id: id }) => !OWN_CLIENTS.includes(id));
  return check("application", { isDone, icon: "layout-grid" }, { href: "/clients/new", label: "clients.new" });
}

const ofIssuer = async ({ issuer }: Visit): Promise<Step> =>
  check("https", { isDone: new URL(issuer).protocol === "https:", icon: "lock" });

async function ofLooks({ api }: Visit): Promise<Step> {
  const { body } = await api.readSettings();
  const { logo, accent_light: accent } = body as { readonly logo?: unknown; readonly accent_light?: unknown };
  const link = { href: "/settings/looks", label: "check.looks.link" };
  return check("looks", { isDone: Boolean(logo ?? accent), icon: "palette" }, link);
}

async function ofPasskey({ api, may, issuer, personId }: Visit): Promise<Step> {
  if (!may("people:read")) return undefined;
  const { factors } = (await api.readPerson({ path: { id: personId } })).body;
  const link = { href: `${issuer}/account/passkeys`, label: "check.passkey.link", isElsewhere: true } as const;
  return check("passkey", { isDone: factors.passkeys > 0, icon: "fingerprint" }, link);
}

async function ofMails({ api, may }: Visit): Promise<Step> {
  if (!may("settings:read")) return undefined;
  const { items } = (await api.listMails({ query: { state: "delivered", limit: 1 } })).body;
  const link = { href: "/settings/mails", label: "check.mail.link" };
  return check("mail", { isDone: items.length > 0, icon: "mail" }, link);
}

const ofBackup = async ({ isBackedUp }: Visit): Promise<Step> =>
  check("backup", { isDone: isBackedUp, icon: "database" }, { href: BACKUP, label: "check.backup.link" });

async function ofOwners(visit: Visit): Promise<Step> {
  const owners = await ownersOf(visit);
  if (owners === undefined) return undefined;
  const link = { href: "/people/invite", label: "invitations.invite" };
  return check("people", { isDone: owners > 1, icon: "mail-plus" }, link);
}

async function ofProviders({ api }: Visit): Promise<Step> {
  const { items } = (await api.listProviders()).body;
  const link = { href: "/settings/providers", label: "check.providers.link" };
  return check("providers", { isDone: items.length > 0, icon: "log-in" }, link);
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
