/** Whether the settings of a provider fit each other. */

import { Problem } from "../../api/problem.ts";
import { type Dependent, type DependentChanges, problemOfProvider } from "../../configuration/provider-shape.ts";

/** Refuses settings that do not fit each other. */
export function assertFits(settings: Dependent, changes?: DependentChanges): void {
  const problem = problemOfProvider(settings, changes);
  if (problem !== undefined) throw new Problem("invalid-request", undefined, { errors: [WRONG[problem]] });
}

const WRONG = {
  domains_needed: { pointer: "#/domains", detail: "auto_link and enforced need domains" },
  domains_of_organization: { pointer: "#/domains", detail: "are those that the organization proved" },
  openid_needed: { pointer: "#/scopes", detail: "must have openid" },
  secret_needed: { pointer: "#/secret", detail: "a provider with a preset accepts no key" },
  no_factors: { pointer: "#/mfa", detail: "a provider without ID tokens says nothing of factors" },
  no_phr: { pointer: "#/phr", detail: "a provider without ID tokens says nothing of factors" },
  no_logout: { pointer: "#/rp_initiated_logout", detail: "a provider without ID tokens has no sign-out" },
} as const;
