/** Which usernames the directory of an organization may give. */
import { asciiDomain, readChosenUsername, username } from "@countersign/rules";
import { badRequest } from "@countersign/scim";
import type { Query } from "../../platform/stores/transaction.ts";

/**
 * The username as it is stored. A username that is an address must be of a domain that the organization verified:
 * otherwise it could pose as a person elsewhere. Any other is one that people may choose. Throws `invalidValue`.
 */
export async function assertUsername(query: Query, organizationId: string, text: string): Promise<string> {
  const [, domain, ...more] = text.split("@");
  const name = domain === undefined ? readChosenUsername(text, "unicode") : username.safeParse(text).data;
  if (name === undefined || more.length > 0)
    throw badRequest("invalidValue", "userName has characters that are not allowed");
  if (domain !== undefined && !(await isVerified(query, organizationId, domain))) {
    throw badRequest("invalidValue", "the domain of userName is not verified for the organization");
  }
  return name;
}

/** Whether an organization verified a domain. */
export async function isVerified(query: Query, organizationId: string, domain: string): Promise<boolean> {
  const name = asciiDomain(domain);
  return name !== undefined && (await query(VERIFIED, [organizationId, name])).length > 0;
}

const VERIFIED = `
  SELECT FROM organization_domain WHERE organization_id = $1 AND domain = $2 AND verified_at IS NOT NULL`;
