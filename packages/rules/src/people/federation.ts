/**
 * Sign-in at another OpenID Provider: what its claims prove here, and what is done with an identity that no account is
 * connected to. A person is known only by issuer and subject (OIDC Core §5.7). An address never finds an account.
 */
import { asciiDomain, domainOf, type EmailAddress, readEmailAddress } from "./names/email-address.ts";

/** Who may get an account by signing in at a provider: everyone, people who are invited, or no one. */
export const FEDERATION_MODES = ["create", "invited", "linked-only"] as const;
export type FederationMode = (typeof FEDERATION_MODES)[number];

/** The settings of a provider that decide what its claims prove. */
export interface ProviderTrust {
  readonly mode: FederationMode;
  /** The domains of which the provider may say that an address is a person's, as lower-case A-labels. */
  readonly domains: readonly string[];
  /** Whether an identity is connected to the account that has its proved address, without a question. */
  readonly autoLink: boolean;
  /** Values of `acr` or `amr` with which the provider says that the person proved several factors. */
  readonly mfa: readonly string[];
  /** Values of `acr` or `amr` with which it says that the sign-in resisted phishing; none by default. */
  readonly phr?: readonly string[];
  /** Whether people of its domains sign in there, and not with a password here. */
  readonly enforced?: boolean;
}

/** What can be wrong with a provider. */
export const PROVIDER_PROBLEMS = [
  /** There was no answer, or its host may not be asked. */
  "no_answer",
  /** The answer is not a metadata document. */
  "no_metadata",
  /** The document is that of another issuer (OIDC Discovery §4.3). */
  "other_issuer",
  "no_code_flow",
  /** An endpoint is missing, or its host may not be asked. */
  "no_endpoint",
  /** Code challenges by S256 are not among those that it lists (RFC 8414 §2). */
  "no_pkce",
  /** It does not accept how we authenticate. */
  "no_client_authentication",
  /** The signing keys cannot be read. */
  "no_keys",
] as const;

export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number];

/** The path of the redirect URI of a provider, below our issuer. Each has its own, so none can answer for another. */
export const federationCallbackPath = (alias: string): string => `/federation/${encodeURIComponent(alias)}/callback`;

/** Where a provider says that a session there ended (OIDC Back-Channel Logout §2.5). */
export const federationLogout = (issuer: string, alias: string): string =>
  `${issuer}/federation/${encodeURIComponent(alias)}/backchannel-logout`;

/** Where a provider sends a person back whom we asked it to sign out (OIDC RP-Initiated Logout §2). */
export const federationSignedOut = (issuer: string, alias: string): string =>
  `${issuer}/federation/${encodeURIComponent(alias)}/signed-out`;

/** The redirect URI of a provider. */
export const federationCallback = (issuer: string, alias: string): string =>
  `${issuer}${federationCallbackPath(alias)}`;

const LONGEST_SUBJECT = 255;
/** OIDC Core §2: a subject is of ASCII characters. None of them is a control character here. */
const SUBJECT = /^[\x20-\x7e]+$/;

/** A subject identifier of at most 255 ASCII characters (OIDC Core §2); undefined if the claim is none. */
export const readSubject = (sub: unknown): string | undefined =>
  typeof sub === "string" && sub.length <= LONGEST_SUBJECT && SUBJECT.test(sub) ? sub : undefined;

/** The address in the claims of a provider, proved or not; undefined if there is none that we accept. */
export const statedAddress = (claims: Readonly<Record<string, unknown>>): EmailAddress | undefined =>
  typeof claims.email === "string" ? readEmailAddress(claims.email) : undefined;

/**
 * The address that a provider proves to be its person's. The provider must say `email_verified` as the boolean `true`
 * (OIDC Core §5.1), and may speak for the domain.
 */
export function provedAddress(
  claims: Readonly<Record<string, unknown>>,
  { domains }: Pick<ProviderTrust, "domains">,
): EmailAddress | undefined {
  const address = claims.email_verified === true ? statedAddress(claims) : undefined;
  return address !== undefined && domains.includes(domainOf(address.canonical)) ? address : undefined;
}

/**
 * What `acr` and `amr` of an ID token prove apart from the identity, as the deployment maps their values (RFC 8176 §2);
 * undefined if it maps none of them.
 */
export function supplementOf(
  { acr, amr }: Readonly<Record<string, unknown>>,
  { mfa, phr = [] }: Pick<ProviderTrust, "mfa" | "phr">,
): "federated-phr" | "federated-mfa" | undefined {
  const stated: readonly unknown[] = [acr, ...(Array.isArray(amr) ? amr : [])];
  const states = (values: readonly string[]) => values.some((value) => stated.includes(value));
  if (states(phr)) return "federated-phr";
  return states(mfa) ? "federated-mfa" : undefined;
}

/** The provider at which people of the domain in a name sign in. Whether there is such a person plays no part. */
export function homeRealm<P extends Pick<ProviderTrust, "domains" | "enforced">>(
  name: string,
  providers: readonly P[],
): P | undefined {
  const at = name.lastIndexOf("@");
  const domain = at === -1 ? undefined : asciiDomain(name.slice(at + 1).trim());
  if (domain === undefined) return undefined;
  return providers.find(({ domains, enforced }) => enforced === true && domains.includes(domain));
}

const LONGEST_NAME = 200;

/** A name in the claims of a provider, on one line; undefined if it is empty, too long or no text. */
export function statedName(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > LONGEST_NAME || !value.isWellFormed()) return undefined;
  const name = value.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, " ").trim();
  return name === "" ? undefined : name;
}

/** What to do with an identity that no account is connected to. */
export type UnknownIdentity =
  /** The account with the address is the person's: connect the identity to it. */
  | "link"
  /** Create an account with the proved address. */
  | "create"
  /** Create an account with the proved address if an invitation for it is open. */
  | "accept-invitation"
  /** Only the person can tell: they sign in to an account that they have, or sign up. */
  | "ask";

/**
 * Decides about an identity that no account is connected to. An account is found by an address only if both sides
 * proved it and the deployment trusts the provider with that.
 *
 * @param account whether an account has the address: `proved` by its person, or `unproved`
 */
export function decideUnknown(
  { mode, autoLink }: Pick<ProviderTrust, "mode" | "autoLink">,
  { address, account }: { address: EmailAddress | undefined; account: "proved" | "unproved" | undefined },
): UnknownIdentity {
  if (address === undefined) return "ask";
  if (account === "proved") return autoLink ? "link" : "ask";
  if (mode === "create") return "create";
  return mode === "invited" ? "accept-invitation" : "ask";
}
