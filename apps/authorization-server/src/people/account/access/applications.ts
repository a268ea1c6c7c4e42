/** The apps that a person shares with; taking it back and giving it again (RFC 6819 §5.2.2.4, ASVS 10.4.9). */
import { DEVICE_CODE, isRequiredScope, type RequestParameters, type ScopeTexts, textOfScope } from "@countersign/rules";
import { type ConsentPart, sharePart, withdrawPart } from "../../../administration/sessions/consent-parts.ts";
import { type GivenConsent, listConsents, withdrawConsents } from "../../../administration/sessions/consents.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { logoPathOf, paths } from "../../../paths.ts";
import { queryOf } from "../../../platform/http/parameters.ts";
import type { ShownApp, ShownConsent } from "../../views/models/applications.ts";
import { type Asked, defineAccountPage, type Outcome } from "../page.ts";
import { undoableOf, undoFieldsOf } from "./undo-part.ts";

export const applications = defineAccountPage({
  path: paths.accountApplications,
  name: "applications",
  section: "applications",
  level: "R0",

  async show(asked, deps, call) {
    const { pages, common } = asked;
    const query = queryOf(call);
    const wanted = query.get(CLIENT);
    if (wanted === undefined) return pages.accountApplications({ ...common, applications: await appsOf(asked, deps) });
    const shares = await shownConsents(asked, deps, wanted);
    const [first] = shares;
    if (first === undefined) return pages.accountApplications({ ...common, applications: await appsOf(asked, deps) });
    const parent = { name: "applications", path: paths.accountApplications };
    const { name } = first;
    const isImplied = shares.every((share) => share.isImplied);
    const ofApp = { clientId: wanted, name, isImplied, page: pageOf(wanted), removal: removalOf(wanted) };
    const shown = { ...common, parent, ...ofApp };
    if (query.get(REMOVE) !== undefined) return pages.accountApplicationRemoval(shown);
    const undo = undoableOf(query, asked, deps.cookies.browser(call.req))?.fields;
    return pages.accountApplication({ ...shown, shares, undo: undo && { action: "undo", fields: undo } });
  },

  act(asked, form, { database, cookies }, call) {
    const browser = cookies.browser(call.req);
    switch (form.get("action")) {
      case "withdraw":
        return withdraw(asked, form, database);
      case "share-part":
        return shareOne(asked, form, database);
      case "undo":
        return restore(asked, form, database, browser);
      default:
        return withdrawOne(asked, form, database, browser);
    }
  },
});

/** An id of a client may be an address, so it stands in the query. */
const CLIENT = "client";
/** The page of one app, and the question before its access is removed. */
const pageOf = (clientId: string) => `${paths.accountApplications}?${new URLSearchParams({ [CLIENT]: clientId })}`;
const REMOVE = "remove";
const removalOf = (clientId: string) => `${pageOf(clientId)}&${REMOVE}=yes`;

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
  revision: granted.clientRevision,
  name: clientName,
  hasLogo,
  resource,
  hosts: hosts.filter((host) => host !== DEVICE_CODE),
  isOnDevice: hosts.includes(DEVICE_CODE),
  since: updatedAt,
  isImplied: policy === "implicit",
  scopes: granted.grantedScopes.map((name) => ({ name, required: isRequiredScope(name, granted.requiredScopes) })),
  claims: granted.grantedClaims,
  // An older consent names no host: who agrees to more of it would agree to every host of the client.
  declined: {
    scopes:
      hosts.length === 0
        ? []
        : granted.declinedScopes.map((name) => ({ name, isAskable: granted.askableScopes.includes(name) })),
    claims: hosts.length === 0 ? [] : granted.declinedClaims,
  },
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
const back = (clientId: string, done: string, undo: Readonly<Record<string, string>> = {}): Outcome => ({
  kind: "go",
  to: `${pageOf(clientId)}&${new URLSearchParams({ done, ...undo })}`,
});

type Acts = Dependencies["database"];

async function withdraw({ userId, by }: Asked, form: RequestParameters, database: Acts): Promise<Outcome> {
  const ended = await withdrawConsents(database, { userId, clientId: form.get("client") ?? "" }, by);
  return ended.consents + ended.authorizations === 0 ? { kind: "missing" } : { kind: "done", notice: "withdrawn" };
}

async function withdrawOne(asked: Asked, form: RequestParameters, database: Acts, browser = ""): Promise<Outcome> {
  const part = partIn(form, asked);
  const withdrawn = await withdrawPart(database, part, asked.by);
  if (withdrawn === undefined) return { kind: "missing" };
  const { client: _, ...undo } = undoFieldsOf(part, withdrawn, asked, browser);
  return back(part.clientId, "part_withdrawn", undo);
}

/** The page names the hosts that the person agrees to, and the form the state of the client and of the consent. */
async function shareOne(asked: Asked, form: RequestParameters, database: Acts): Promise<Outcome> {
  const part = partIn(form, asked);
  const clientRevision = Number(/^\d{1,9}$/.exec(form.get("revision") ?? "")?.[0] ?? -1);
  const at = new Date(form.get("seen") ?? "");
  const isSeen = !Number.isNaN(at.getTime());
  const isShared = isSeen && (await sharePart(database, part, { clientRevision, at }, asked.by));
  return back(part.clientId, isShared ? "part_shared" : "not_shared");
}

const partIn = (form: RequestParameters, { userId }: Asked): ConsentPart => ({
  userId,
  clientId: form.get("client") ?? "",
  resource: form.get("resource") ?? "",
  scope: form.get("scope"),
  claim: form.get("claim"),
});

async function restore(asked: Asked, form: RequestParameters, database: Acts, browser?: string): Promise<Outcome> {
  const undoable = undoableOf(form, asked, browser);
  const isRestored = undoable && (await sharePart(database, undoable.part, undoable.withdrawn, asked.by));
  return back(form.get("client") ?? "", isRestored ? "part_restored" : "not_restored");
}
