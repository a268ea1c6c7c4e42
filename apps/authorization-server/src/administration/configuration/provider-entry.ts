/** A provider as a configuration file declares it. */
import { z } from "zod";
import type { ProviderSettings } from "../providers/identity-providers.ts";
import { problemOfProvider, providerShape, usualSettings } from "./provider-shape.ts";
import { secretReference } from "./secrets.ts";

const of = providerShape.shape;

const members = z.strictObject({
  alias: of.alias.describe("its name in the redirect URI"),
  name: of.name.describe("the name that people see"),
  preset: of.preset.default(null).describe("a known provider without ID tokens"),
  issuer: of.issuer.optional().describe("its issuer, needed without a preset: its metadata is below it"),
  client_id: of.clientId.describe("our client ID there"),
  client_secret: secretReference
    .optional()
    .describe("our client secret there; {generate: true} leaves the one that is held; none for our signing keys"),
  scopes: of.scopes.optional().describe("the scopes to ask for; by default those that it usually has"),
  mode: of.mode.default("linked-only").describe("who gets an account by signing in there"),
  domains: of.domains.default([]).describe("the mail domains that it may speak for"),
  auto_link: of.autoLink.default(false).describe("whether it connects the account with its proved address"),
  enforced: of.enforced.default(false).describe("whether people of its domains sign in there, and nowhere else"),
  mfa: of.mfa.default([]).describe("values of acr or amr that mean several factors"),
  phr: of.phr.default([]).describe("values of acr or amr that mean a phishing-resistant sign-in"),
  rp_initiated_logout: of.rpInitiatedLogout
    .default(false)
    .describe("whether a sign-out here asks it to end its session (OIDC RP-Initiated Logout)"),
  claims: of.claims.default([]).describe("what its claims become here: claim=from, or claim=from@each-time"),
  enabled: z.boolean().default(true),
});

export const providerEntryShape = members.transform((declared, context) => {
  const usual = usualSettings(declared.preset);
  const { issuer = usual.issuer, scopes = usual.scopes } = declared;
  if (issuer !== undefined) return { ...declared, issuer, scopes };
  context.addIssue({ code: "custom", path: ["issuer"], message: "is missing: an OpenID Provider needs one" });
  return z.NEVER;
});

export type ProviderEntry = z.output<typeof providerEntryShape>;

/** What is wrong with members beside each other. */
const PROBLEMS = {
  domains_of_organization: { path: ["domains"], message: "are those that the organization proved" },
  domains_needed: { path: ["domains"], message: "is empty, and auto_link and enforced need some" },
  openid_needed: { path: ["scopes"], message: "must have openid" },
  secret_needed: { path: ["client_secret"], message: "is missing: a provider with a preset accepts no key" },
  no_factors: { path: ["mfa"], message: "is for an OpenID Provider: one without ID tokens says nothing of factors" },
  no_phr: { path: ["phr"], message: "is for an OpenID Provider: one without ID tokens says nothing of factors" },
  no_logout: { path: ["rp_initiated_logout"], message: "is for an OpenID Provider" },
} as const;

export function problemOf({ client_secret: secret, ...entry }: ProviderEntry) {
  const { auto_link: autoLink, rp_initiated_logout: rpInitiatedLogout } = entry;
  const found = problemOfProvider({ ...entry, autoLink, rpInitiatedLogout, hasSecret: secret !== undefined });
  return found && PROBLEMS[found];
}

/** The settings of an entry, by the names of the record. */
export const settingsOf = (entry: ProviderEntry): ProviderSettings & { readonly isEnabled: boolean } => ({
  name: entry.name,
  issuer: entry.issuer,
  clientId: entry.client_id,
  scopes: entry.scopes,
  mode: entry.mode,
  domains: entry.domains,
  autoLink: entry.auto_link,
  enforced: entry.enforced,
  mfa: entry.mfa,
  phr: entry.phr,
  rpInitiatedLogout: entry.rp_initiated_logout,
  claims: entry.claims,
  isEnabled: entry.enabled,
});
