import { asciiDomain } from "@countersign/rules";
import { Command } from "commander";
import { administrationResource } from "../../admin-api/environment.ts";
import { type DomainActs, lapsesAt, proofOf } from "../../administration/domain-checks.ts";
import {
  addOrganizationDomain,
  type Proof,
  proveOrganizationDomain,
  removeOrganizationDomain,
} from "../../administration/organization-domains.ts";
import { openTxtRecords } from "../../outbound/txt-records.ts";
import { listOrganizationDomains } from "../../records/organizations.ts";
import type { RecordsDatabase } from "../../records/records.ts";
import { domainEnvironment, readVariables } from "../config.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { mailOf } from "../mail.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting, table } from "../report.ts";
import { organizationWith, SLUG } from "./organization.ts";

/** `organizations domains`: the mail domains that an organization proves by a TXT record. */
export function domainsCommands(context: Context): Command {
  return new Command("domains")
    .description("the mail domains of an organization")
    .addCommand(addCommand(context))
    .addCommand(listCommand(context))
    .addCommand(verifyCommand(context))
    .addCommand(removeCommand(context));
}

const named = (name: string, description: string) =>
  new Command(name).description(description).argument("<slug>", SLUG).argument("<domain>", "such as example.com");

function addCommand(context: Context): Command {
  const command = named("add", "claim a domain, and print the TXT record that proves it");
  return reporting(command, context, async (slug: string, typed: string): Promise<Report> => {
    const domain = domainIn(typed);
    const record = await withDatabase(context, async (database) => {
      const { id: organizationId } = await organizationWith(database, slug);
      const added = await addOrganizationDomain(database, { organizationId, domain }, byOperator(context));
      if (added === "exists") throw refusal(`the organization ${slug} has the domain ${domain}`);
      if (added === "too_many") throw refusal(`the organization ${slug} has as many domains as it may have`);
      return recordOf(await domainOf(database, slug, domain));
    });
    return { json: record, text: properties(record) };
  });
}

function listCommand(context: Context): Command {
  const command = new Command("list").description("list the domains of an organization").argument("<slug>", SLUG);
  return reporting(command, context, async (slug: string): Promise<Report> => {
    const records = await withDatabase(context, async (database) => {
      const { id } = await organizationWith(database, slug);
      return (await listOrganizationDomains(database, id)).map(recordOf);
    });
    const rows = records.map(({ verified, lapses_at, ...record }) => {
      const state = lapses_at === null ? "verified" : `its record is gone: verified until ${lapses_at}`;
      return { ...record, state: verified ? state : "" };
    });
    return { json: records, text: table(rows, "The organization has no domain.") };
  });
}

function verifyCommand(context: Context): Command {
  const command = named("verify", "look for the TXT record of a domain; with it, the domain counts");
  return reporting(command, context, async (slug: string, typed: string): Promise<Report> => {
    const domain = domainIn(typed);
    const txtRecords = context.txtRecords ?? openTxtRecords();
    const record = await withDatabase(context, async (database) => {
      const held = await domainOf(database, slug, domain);
      if (held.verifiedAt !== null) return recordOf(held);
      const acts = { ...(await tellingOf(context)), database, txtRecords };
      const proof = await proveOrganizationDomain(acts, held, byOperator(context));
      if (proof !== "verified") throw refused(proof, domain);
      return recordOf(await domainOf(database, slug, domain));
    });
    return { json: record, text: properties(record) };
  });
}

/** How administrators are told that another organization proves their domain. */
async function tellingOf(context: Context): Promise<Pick<DomainActs, "mail" | "administration">> {
  const given = await readVariables(domainEnvironment, context.environment);
  return { mail: await mailOf(context), administration: administrationResource(given) };
}

function refused(proof: Exclude<Proof, "verified">, domain: string): Error {
  if (proof === "not_found") return refusal("the TXT record was not found: it may take a while until it is seen");
  if (proof === "held") return refusal(`another organization has verified ${domain}`);
  const until = proof.heldUntil.toISOString();
  return refusal(`another organization has verified ${domain}, and its record is gone: verify again after ${until}`);
}

function removeCommand(context: Context): Command {
  const command = named("remove", "remove a domain from an organization");
  return reporting(command, context, async (slug: string, typed: string): Promise<Report> => {
    const domain = domainIn(typed);
    const removed = await withDatabase(context, async (database) =>
      removeOrganizationDomain(database, await domainOf(database, slug, domain), byOperator(context)),
    );
    if (!removed) throw unknown(slug, domain);
    return { json: { slug, domain, removed }, text: `The domain ${domain} is removed.` };
  });
}

function domainIn(typed: string): string {
  const domain = asciiDomain(typed);
  if (domain === undefined) throw refusal(`${typed} is not the name of a mail domain`);
  return domain;
}

async function domainOf(database: RecordsDatabase, slug: string, domain: string) {
  const { id: organizationId } = await organizationWith(database, slug);
  const found = (await listOrganizationDomains(database, organizationId)).find((one) => one.domain === domain);
  if (found === undefined) throw unknown(slug, domain);
  return { ...found, organizationId };
}

const unknown = (slug: string, domain: string) =>
  refusal(`the organization ${slug} does not have the domain ${domain}`);

function recordOf(held: Awaited<ReturnType<typeof listOrganizationDomains>>[number]) {
  const { name, value } = proofOf(held);
  const state = { verified: held.verifiedAt !== null, lapses_at: lapsesAt(held)?.toISOString() ?? null };
  return { domain: held.domain, ...state, record_name: name, record_value: value };
}
