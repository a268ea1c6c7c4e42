/** The settings of a provider at which people may sign in, as operators and administrators write them. */
import {
  asciiDomain,
  displayName,
  FEDERATION_MODES,
  PROVIDER_PRESETS,
  type ProviderPreset,
  presetOf,
  readClaimMapping,
  slug,
} from "@countersign/rules";
import { z } from "zod";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** OIDC Discovery §4.1: https, and neither query nor fragment. Plain http only on this machine, for development. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || /[?#]/.test(text)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.has(url.hostname));
}

const visible = /^[\x21-\x7e]+$/;

function isEachOnce(mappings: readonly string[]): boolean {
  const claims = mappings.map((text) => text.split("=", 1)[0]);
  return new Set(claims).size === claims.length;
}

/** Values of `acr` or `amr`. */
const statedValues = z.array(z.string().min(1).max(255).regex(visible, "must be of visible ASCII characters")).max(20);

/** The input of `providers add` and `providers change`. */
export const providerShape = z.strictObject({
  alias: slug,
  name: displayName,
  issuer: z.string().max(2048, { abort: true }).refine(isIssuer, "must be an https URL without query and fragment"),
  clientId: z.string().max(255).regex(visible, "must be of visible ASCII characters"),
  // Null: we authenticate with our signing keys.
  secret: z.string().min(1).max(1024).regex(visible, "must be of visible ASCII characters").nullable(),
  scopes: z
    .array(
      z
        .string()
        .max(100)
        .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "is no scope"),
    )
    .min(1)
    .max(20),
  preset: z.enum(PROVIDER_PRESETS).nullable(),
  mode: z.enum(FEDERATION_MODES),
  domains: z
    .array(
      z.string().transform((text, context) => {
        const domain = asciiDomain(text);
        if (domain !== undefined) return domain;
        context.addIssue({ code: "custom", message: "is not the name of a mail domain" });
        return z.NEVER;
      }),
    )
    .max(100),
  claims: z
    .array(
      z
        .string()
        .max(500, { abort: true })
        .refine((text) => readClaimMapping(text) !== undefined, "is not claim=from of a claim of a profile"),
    )
    .max(20, { abort: true })
    .refine(isEachOnce, "names a claim twice"),
  autoLink: z.boolean(),
  enforced: z.boolean(),
  mfa: statedValues,
  phr: statedValues,
  rpInitiatedLogout: z.boolean(),
});

/** What is asked for, and where, unless an operator says otherwise. A preset says where its provider is. */
export const usualSettings = (preset: ProviderPreset | null) =>
  preset === null
    ? { issuer: undefined, scopes: ["openid", "email", "profile"] }
    : { issuer: presetOf(preset).issuer, scopes: [...presetOf(preset).scopes] };

export interface Dependent {
  readonly preset: ProviderPreset | null;
  readonly scopes: readonly string[];
  readonly domains: readonly string[];
  readonly autoLink: boolean;
  readonly enforced: boolean;
  readonly mfa: readonly string[];
  readonly phr: readonly string[];
  readonly rpInitiatedLogout: boolean;
  /** Whether we have a secret there. */
  readonly hasSecret: boolean;
  /** The organization that it belongs to. */
  readonly organizationId?: string | null;
}

/** The settings that depend on each other, after a change; those that are undefined stay. */
export type DependentChanges = { readonly [Name in keyof Dependent]?: Dependent[Name] | undefined };

/** What is wrong with settings that depend on each other, after a change of them. */
export function problemOfProvider(before: Dependent, changes: DependentChanges = {}) {
  const { scopes = before.scopes, domains = before.domains, autoLink = before.autoLink, mfa = before.mfa } = changes;
  const { hasSecret = before.hasSecret, enforced = before.enforced } = changes;
  const { phr = before.phr, rpInitiatedLogout = before.rpInitiatedLogout } = changes;
  const { preset, organizationId = null } = before;
  if (organizationId !== null && domains.length > 0) return "domains_of_organization";
  // No person finds an account, or is sent away, by an address of a domain that is not listed.
  if (organizationId === null && (autoLink || enforced) && domains.length === 0) return "domains_needed";
  if (preset === null && !scopes.includes("openid")) return "openid_needed";
  if (preset === null) return undefined;
  if (mfa.length > 0) return "no_factors";
  if (phr.length > 0) return "no_phr";
  if (rpInitiatedLogout) return "no_logout";
  return hasSecret ? undefined : "secret_needed";
}

/** The same of what an act takes and of what the database has. */
export const hasSecretIn = (secret: string | null | undefined): boolean | undefined =>
  secret === undefined ? undefined : secret !== null;
