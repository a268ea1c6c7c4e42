/** Who acts in a test, and when. */
import type { By } from "../../src/platform/stores/audit/audit-events.ts";

/** That an operator does it, at this time. */
export const byOperatorAt = (at: Date): By => ({ actor: { kind: "operator" }, at });

/** A provider without its alias. */
export const newProvider = {
  name: "Provider",
  issuer: "https://provider.example",
  clientId: "countersign",
  secret: "secret",
  scopes: ["openid"],
  mode: "linked-only",
  domains: [],
  autoLink: false,
  mfa: [],
} as const;
