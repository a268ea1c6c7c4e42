/** The clients that a person shares something with, and taking it back (RFC 6819 §5.2.2.4, ASVS 10.4.9). */
import { DEVICE_CODE, isRequiredScope, type RequestParameters, type ScopeTexts, textOfScope } from "@countersign/rules";
import {
  askAgain,
  type GivenConsent,
  listConsents,
  withdrawConsents,
  withdrawPart,
} from "../../../administration/sessions/consents.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { logoPathOf, paths } from "../../../paths.ts";
import { queryOf } from "../../../platform/http/parameters.ts";
import type { ShownApp, ShownConsent } from "../../views/models/applications.ts";
import { type Asked, defineAccountPage, type Outcome } from "../page.ts";

export const applications = defineAccountPage({
  path: paths.accountApplications,
  name: "applications",
  section: "applications",
  level: "R0",

  async show(asked, deps, call) {
    const { pages, common } = asked;
    const wanted = queryOf(call).get(CLIENT);
    if (wanted === undefined) return pages.accountApplications({ ...common, applications: await appsOf(asked, deps) });
    const shares = await shownConsents(asked, deps, wanted);
    const [first] = shares;
    if (first === undefined) return pages.accountApplications({ ...common, applications: await appsOf(asked, deps) });
    const parent = { name: "applications", path: paths.accountApplications };
    return pages.accountApplication({ ...common, parent, clientId: wanted, name: first.name, shares });
  },

  act(asked, form, { database }) {
    const action = form.get("action");
    if (action === "withdraw") return withdraw(asked, form, database);
    return action === "ask-again" ? reopen(asked, form, database) : withdrawOne(asked, form, database);
  },
});

/** An id of a client may be an address, so it stands in the query. */
const CLIENT = "client";
/** The page of one app. */
const pageOf = (clientId: string) => `${paths.accountApplications}?${new URLSearchParams({ [CLIENT]: clientId })}`;

async function shownConsents(
  { userId, pages }: Asked,
  { database, userinfoResource, resources }: Pick<Dependencies, "database" | "userinfoResource" | "resources">,
  clientId?: string,
): Promise<readonly (ShownConsent & Pick<GivenConsent, "hasLogo">)[]> {
  const given = await listConsents(database, { userId, clientId });
  const texts = await resources.scopeTexts([...new Set(given.map(({ resource }) => resource))]);
  return given.map((consent) => ({
    ...shownOf(consent),
    texts: textsOf(consent, texts.get(consent.resource) ?? {}, pages.range),
    resourceName: consent.resource === userinfoResource.identifier ? undefined : consent.resourceName,
  }));
}

/** The apps that a person shares something with, each with all that it gets. */
export async function appsOf(asked: Asked, deps: Dependencies): Promise<readonly ShownApp[]> {
  const apps = new Map<string, ShownApp>();
  for (const share of await shownConsents(asked, deps)) {
    const { clientId, name, hasLogo, since, scopes, claims, texts, resourceName } = share;
    const logo = hasLogo ? logoPathOf(clientId) : undefined;
    const { parts = [], since: before = since } = apps.get(clientId) ?? {};
    const part = { resourceName, scopes: scopes.map((scope) => scope.name), claims, texts };
    const earliest = new Date(Math.min(before.getTime(), since.getTime()));
    apps.set(clientId, { name, logo, path: pageOf(clientId), since: earliest, parts: [...parts, part] });
  }
  return [...apps.values()];
}

const shownOf = ({ clientId, clientName, hasLogo, resource, hosts, updatedAt, policy, ...granted }: GivenConsent) => ({
  clientId,
  name: clientName,
  hasLogo,
  resource,
  hosts: hosts.filter((host) => host !== DEVICE_CODE),
  isOnDevice: hosts.includes(DEVICE_CODE),
  since: updatedAt,
  isImplied: policy === "implicit",
  scopes: granted.grantedScopes.map((name) => ({ name, required: isRequiredScope(name, granted.requiredScopes) })),
  claims: granted.grantedClaims,
  declined: { scopes: granted.declinedScopes, claims: granted.declinedClaims },
});

function textsOf(
  { grantedScopes, declinedScopes }: GivenConsent,
  texts: ScopeTexts,
  range: string,
): ReadonlyMap<string, string> {
  const found = [...grantedScopes, ...declinedScopes].flatMap((scope) => {
    const text = textOfScope(texts, scope, range);
    return text === undefined ? [] : [[scope, text] as const];
  });
  return new Map(found);
}

/** The person stays on the page of the app. */
const back = (clientId: string, done: string): Outcome => ({
  kind: "go",
  to: `${pageOf(clientId)}&${new URLSearchParams({ done })}`,
});

type Acts = Dependencies["database"];

async function withdraw({ userId, by }: Asked, form: RequestParameters, database: Acts): Promise<Outcome> {
  const ended = await withdrawConsents(database, { userId, clientId: form.get("client") ?? "" }, by);
  return ended.consents + ended.authorizations === 0 ? { kind: "missing" } : { kind: "done", notice: "withdrawn" };
}

async function reopen({ userId, by }: Asked, form: RequestParameters, database: Acts): Promise<Outcome> {
  const where = { userId, clientId: form.get("client") ?? "", resource: form.get("resource") ?? "" };
  return (await askAgain(database, where, by)) ? back(where.clientId, "ask_again") : { kind: "missing" };
}

async function withdrawOne({ userId, by }: Asked, form: RequestParameters, database: Acts): Promise<Outcome> {
  const [clientId = "", resource = ""] = [form.get("client"), form.get("resource")];
  const part = { userId, clientId, resource, scope: form.get("scope"), claim: form.get("claim") };
  return (await withdrawPart(database, part, by)) ? back(clientId, "part_withdrawn") : { kind: "missing" };
}
