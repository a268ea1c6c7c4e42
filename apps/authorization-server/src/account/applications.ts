/** The clients that a person shares something with, and taking it back (RFC 6819 §5.2.2.4, ASVS 10.4.9). */
import { DEVICE_CODE, isRequiredScope, type RequestParameters, type ScopeTexts, textOfScope } from "@countersign/rules";
import {
  askAgain,
  type GivenConsent,
  listConsents,
  withdrawConsents,
  withdrawPart,
} from "../administration/consents.ts";
import type { Dependencies } from "../dependencies.ts";
import { paths } from "../paths.ts";
import { type Asked, defineAccountPage, type Outcome } from "./page.ts";

export const applications = defineAccountPage({
  path: paths.accountApplications,
  name: "applications",
  level: "R0",

  async show({ userId, pages, common }, { database, userinfoResource, resources }) {
    const given = await listConsents(database, { userId, clientId: undefined });
    const texts = await resources.scopeTexts([...new Set(given.map(({ resource }) => resource))]);
    const applications = given.map((consent, index) => ({
      ...shownOf(consent),
      texts: textsOf(consent, texts.get(consent.resource) ?? {}, pages.range),
      resourceName: consent.resource === userinfoResource.identifier ? undefined : consent.resourceName,
      // The consents of one client follow each other. Everything is taken back from a client at once.
      isLast: given[index + 1]?.clientId !== consent.clientId,
    }));
    return pages.accountApplications({ ...common, applications });
  },

  act(asked, form, { database }) {
    const action = form.get("action");
    if (action === "withdraw") return withdraw(asked, form, database);
    return action === "ask-again" ? reopen(asked, form, database) : withdrawOne(asked, form, database);
  },
});

const shownOf = ({ clientId, clientName, resource, hosts, updatedAt, policy, ...granted }: GivenConsent) => ({
  clientId,
  name: clientName,
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

type Acts = Dependencies["database"];

async function withdraw({ userId, by }: Asked, form: RequestParameters, database: Acts): Promise<Outcome> {
  const ended = await withdrawConsents(database, { userId, clientId: form.get("client") ?? "" }, by);
  return ended.consents + ended.authorizations === 0 ? { kind: "missing" } : { kind: "done", notice: "withdrawn" };
}

async function reopen({ userId, by }: Asked, form: RequestParameters, database: Acts): Promise<Outcome> {
  const where = { userId, clientId: form.get("client") ?? "", resource: form.get("resource") ?? "" };
  return (await askAgain(database, where, by)) ? { kind: "done", notice: "ask_again" } : { kind: "missing" };
}

async function withdrawOne({ userId, by }: Asked, form: RequestParameters, database: Acts): Promise<Outcome> {
  const [clientId = "", resource = ""] = [form.get("client"), form.get("resource")];
  const part = { userId, clientId, resource, scope: form.get("scope"), claim: form.get("claim") };
  return (await withdrawPart(database, part, by)) ? { kind: "done", notice: "part_withdrawn" } : { kind: "missing" };
}
