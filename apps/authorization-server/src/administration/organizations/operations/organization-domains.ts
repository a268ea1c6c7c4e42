/** Operations on the domains of an organization. A domain counts once a TXT record in it proves it. */
import { asciiDomain } from "@countersign/rules";
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import {
  findOrganizationDomain,
  listOrganizationDomains,
  type OrganizationDomainRecord,
} from "../../../platform/records/organizations.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound, notNamed, Problem, wrong } from "../../api/problem.ts";
import { isId, spelled, time } from "../../api/shapes.ts";
import type { Params } from "../../roles/operations/role-shapes.ts";
import { lapsesAt, proofOf } from "../domain-checks.ts";
import {
  addOrganizationDomain,
  MOST_DOMAINS,
  type Proof,
  proveOrganizationDomain,
  removeOrganizationDomain,
} from "../organization-domains.ts";
import { organizationIn } from "./organization-shapes.ts";

const domain = z.strictObject({
  id: z.uuid(),
  domain: z.string(),
  verified_at: time.nullable(),
  missing_since: time.nullable().meta({ description: "since when the record of a verified domain is gone" }),
  lapses_at: time.nullable().meta({ description: "when the domain stops counting, unless the record is back" }),
  record_name: z.string().meta({ description: "the name of the TXT record that proves the domain" }),
  record_value: z.string().meta({ description: "what that record says" }),
});

function shown(held: OrganizationDomainRecord) {
  const { name: recordName, value: recordValue } = proofOf(held);
  return spelled(domain, { ...held, lapsesAt: lapsesAt(held) ?? null, recordName, recordValue });
}

/** The domain in the path, by its id or by itself. */
async function domainIn(params: Params, deps: Pick<Dependencies, "database">) {
  const { id: organizationId } = await organizationIn(params, deps);
  const { domain: named = "" } = params;
  const found = isId(named)
    ? await findOrganizationDomain(deps.database, { organizationId, id: named })
    : (await listOrganizationDomains(deps.database, organizationId)).find((one) => one.domain === asciiDomain(named));
  if (found === undefined) throw notNamed("domain", named);
  return { ...found, organizationId };
}

export const listDomains = defineOperation({
  id: "listOrganizationDomains",
  method: "GET",
  path: "/organizations/:organization/domains",
  summary: "The domains of an organization",
  scope: "organizations:read",
  forOrganizationAdmins: true,
  answer: z.strictObject({ items: z.array(domain) }),
  command: {
    line: "organizations domains list <slug>",
    takes: { slug: "organization" },
    columns: ["domain", "verified_at", "lapses_at", "record_name", "record_value"],
    empty: "The organization has no domain.",
  },
  async handle({ params }, deps) {
    const { id } = await organizationIn(params, deps);
    return { body: { items: (await listOrganizationDomains(deps.database, id)).map(shown) } };
  },
});

const addDomain = defineOperation({
  id: "addOrganizationDomain",
  method: "POST",
  path: "/organizations/:organization/domains",
  summary: "Claims a domain for an organization; the answer says which TXT record proves it",
  scope: "organizations:write",
  forOrganizationAdmins: true,
  needsStepUp: true,
  body: z.strictObject({ domain: z.string().max(253) }),
  status: 201,
  answer: domain,
  command: { line: "organizations domains add <slug> <domain>", takes: { slug: "organization" } },
  async handle({ params, body, by }, deps) {
    const { id: organizationId } = await organizationIn(params, deps);
    const name = asciiDomain(body.domain);
    if (name === undefined) throw wrong([{ pointer: "#/domain", detail: "is not the name of a mail domain" }]);
    const added = await addOrganizationDomain(deps.database, { organizationId, domain: name }, by);
    if (added === "exists") throw new Problem("conflict", "the organization has this domain");
    if (added === "too_many")
      throw new Problem("conflict", `the organization has the maximum of ${MOST_DOMAINS} domains`);
    const found = await domainIn({ ...params, domain: added.id }, deps);
    return { body: shown(found), location: `/organizations/${organizationId}/domains/${found.id}` };
  },
});

const verifyDomain = defineOperation({
  id: "verifyOrganizationDomain",
  method: "POST",
  path: "/organizations/:organization/domains/:domain/verify",
  summary: "Looks for the TXT record of a domain; with it, the domain counts",
  scope: "organizations:write",
  forOrganizationAdmins: true,
  needsStepUp: true,
  answer: domain,
  command: { line: "organizations domains verify <slug> <domain>", takes: { slug: "organization" } },
  async handle({ params, by }, deps) {
    const found = await domainIn(params, deps);
    if (found.verifiedAt !== null) return { body: shown(found) };

    const proof = await proveOrganizationDomain(deps, found, by);
    if (proof !== "verified") throw new Problem("conflict", refusalOf(proof));
    return { body: shown(await domainIn(params, deps)) };
  },
});

function refusalOf(proof: Exclude<Proof, "verified">): string {
  if (proof === "not_found") return "the TXT record was not found: it may take a while until it is seen";
  if (proof === "held") return "another organization has verified this domain";
  const until = proof.heldUntil.toISOString();
  return `another organization has verified this domain, and its record is gone: verify again after ${until}`;
}

const removeDomain = defineOperation({
  id: "removeOrganizationDomain",
  method: "DELETE",
  path: "/organizations/:organization/domains/:domain",
  summary: "Removes a domain from an organization",
  scope: "organizations:write",
  forOrganizationAdmins: true,
  needsStepUp: true,
  command: {
    line: "organizations domains remove <slug> <domain>",
    takes: { slug: "organization" },
    done: "removed",
    says: ({ domain }) => `The domain ${domain} is removed.`,
  },
  async handle({ params, by }, deps) {
    const found = await domainIn(params, deps);
    if (!(await removeOrganizationDomain(deps.database, found, by))) throw notFound("domain");
    return { body: undefined };
  },
});

export const organizationDomainOperations: readonly Operation[] = [listDomains, addDomain, verifyDomain, removeDomain];
