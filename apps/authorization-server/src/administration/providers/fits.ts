/** Which settings of a provider fit each other. */
import { malformed } from "../refused.ts";
import { PROVIDER, type ProviderChanges, type WholeProvider } from "./entity.ts";

/** What is needed to say whether settings fit each other. */
export type Dependent = Pick<WholeProvider, "scopes" | "domains" | "autoLink" | "mfa"> &
  Partial<WholeProvider> & {
    /** Whether we have a secret there. */
    readonly hasSecret: boolean;
  };

/** What is wrong with settings that depend on each other, after changes of them. */
export function problemOfProvider(before: Dependent, changes: ProviderChanges = {}) {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after: Dependent = { ...before, ...given };
  const { preset = null, organization = null, domains, mfa, phr = [] } = after;
  if (organization !== null && domains.length > 0) return "domains_of_organization";
  // No person finds an account, or is sent away, by an address of a domain that is not listed.
  if (organization === null && (after.autoLink || after.enforced) && domains.length === 0) return "domains_needed";
  if (preset === null && !after.scopes.includes("openid")) return "openid_needed";
  if (preset === null) return undefined;
  if (mfa.length > 0) return "no_factors";
  if (phr.length > 0) return "no_phr";
  if (after.rpInitiatedLogout) return "no_logout";
  const hasSecret = changes.secret === undefined ? before.hasSecret : changes.secret !== null;
  return hasSecret ? undefined : "secret_needed";
}

const NO_FACTORS = "a provider without ID tokens says nothing of factors";

/** The member that is wrong, and what is wrong with it. */
export const PROVIDER_MISFITS = {
  domains_needed: { member: "domains", detail: "auto_link and enforced need domains" },
  domains_of_organization: { member: "domains", detail: "are those that the organization proved" },
  openid_needed: { member: "scopes", detail: "must have openid" },
  secret_needed: { member: "secret", detail: "a provider with a preset accepts no key" },
  no_factors: { member: "mfa", detail: NO_FACTORS },
  no_phr: { member: "phr", detail: NO_FACTORS },
  no_logout: { member: "rp_initiated_logout", detail: "a provider without ID tokens has no sign-out" },
} as const;

/** Refuses settings that do not fit each other. */
export function assertFits(settings: Dependent, changes?: ProviderChanges): void {
  const problem = problemOfProvider(settings, changes);
  if (problem === undefined) return;
  const { member, detail } = PROVIDER_MISFITS[problem];
  throw malformed(PROVIDER, member, detail);
}
