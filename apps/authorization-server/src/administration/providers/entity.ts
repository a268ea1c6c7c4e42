/** Identity providers: where people sign in elsewhere, and which settings of one fit each other. */
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
import { type ChangesOf, enabled, fixed, managedBy, moment, type NewOf, type RecordOf, written } from "../entity.ts";
import { addedShape, changedShape } from "../entity-shapes.ts";
import { takenFrom } from "../entity-values.ts";
import { malformed } from "../refused.ts";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** OIDC Discovery §4.1: https, and neither query nor fragment. Plain http only on this machine, for development. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || /[?#]/.test(text)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.has(url.hostname));
}

const visible = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\x21-\x7e]+$/, "must be of visible ASCII characters");

const scope = z
  .string()
  .max(100)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "is no scope");

const mailDomain = z.string().transform((text, context) => {
  const domain = asciiDomain(text);
  if (domain !== undefined) return domain;
  context.addIssue({ code: "custom", message: "is not the name of a mail domain" });
  return z.NEVER;
});

const claimMapping = z
  .string()
  .max(500, { abort: true })
  .refine((text) => readClaimMapping(text) !== undefined, "is not claim=from of a claim of a profile");

function isEachOnce(mappings: readonly string[]): boolean {
  const claims = mappings.map((text) => text.split("=", 1)[0]);
  return new Set(claims).size === claims.length;
}

/** Values of `acr` or `amr` that mean something. */
const stated = (what: string) =>
  written(
    z
      .array(visible(255).min(1))
      .max(20)
      .meta({ description: `values of acr or amr that mean ${what}` })
      .default([]),
    { shown: z.array(z.string()) },
  );

const yesOrNo = (description: string) => written(z.boolean().meta({ description }).default(false));

export const providerFields = {
  alias: fixed(slug.meta({ description: "its name in the redirect URI" })),
  name: written(displayName.meta({ description: "the name that people see" })),
  preset: fixed(
    z
      .enum(PROVIDER_PRESETS)
      .nullable()
      .meta({ description: "a known provider without ID tokens; null for an OpenID Provider" })
      .default(null),
  ),
  issuer: written(
    z
      .string()
      .max(2048, { abort: true })
      .refine(isIssuer, "must be an https URL without query and fragment")
      .meta({ description: "its issuer, needed without a preset: its metadata is below it" }),
  ),
  client_id: written(visible(255).meta({ description: "our client ID there" })),
  scopes: written(
    z.array(scope).min(1).max(20).meta({ description: "the scopes to ask for; by default those that it usually has" }),
    { shown: z.array(z.string()) },
  ),
  mode: written(
    z.enum(FEDERATION_MODES).meta({ description: "who gets an account by signing in there" }).default("linked-only"),
  ),
  domains: written(
    z.array(mailDomain).max(100).meta({ description: "the mail domains that it may speak for" }).default([]),
    { shown: z.array(z.string()) },
  ),
  auto_link: yesOrNo("whether it connects the account with its proved address, without asking"),
  enforced: yesOrNo("whether people of its domains sign in there, and not with a password here"),
  mfa: stated("several factors"),
  phr: stated("a phishing-resistant sign-in"),
  rp_initiated_logout: yesOrNo("whether a sign-out here asks it to end its session (OIDC RP-Initiated Logout)"),
  claims: written(
    z
      .array(claimMapping)
      .max(20, { abort: true })
      .refine(isEachOnce, "names a claim twice")
      .meta({ description: "what its claims become here: claim=from, or claim=from@each-time" })
      .default([]),
    { shown: z.array(z.string()) },
  ),
  enabled,
  organization: fixed(
    z
      .uuid()
      .nullable()
      .meta({ description: "the organization whose people sign in there; its domains are those that this one proved" })
      .default(null),
    { shown: z.uuid().nullable(), expression: "identity_provider.organization_id" },
  ),
  created_at: moment(),
  managed_by: managedBy,
} as const;

/** Our client secret there. Null: we authenticate with our signing keys. */
export const providerSecret = visible(1024).min(1).nullable().meta({
  description: "our client secret there, of which another issuer needs another one; null for our signing keys",
});

/** What changes one. */
export const changedProvider = changedShape(providerFields).extend({ secret: providerSecret.optional() });

// The preset of a provider has its issuer and the scopes of requests to it.
const { issuer, scopes } = changedProvider.shape;

/** What adds one. */
export const addedProvider = addedShape(providerFields).extend({
  ...{ secret: providerSecret, issuer, scopes, enabled: z.boolean().default(true) },
});

type ProviderFields = typeof providerFields;

/** A provider without our secret there. Where `keyEncryptionKeyId` is null, there is none. */
export interface ProviderRecord extends RecordOf<ProviderFields> {
  readonly id: string;
  readonly keyEncryptionKeyId: string | null;
}

export type WholeProvider = NewOf<ProviderFields>;
type Needed = "alias" | "name" | "issuer" | "clientId" | "scopes" | "mode" | "domains" | "autoLink" | "mfa";

/** A new one. Members that are left out have their defaults. */
export type NewProvider = Pick<WholeProvider, Needed> &
  Partial<WholeProvider> & { readonly isEnabled?: boolean; readonly secret: string | null };

/** Settings to change; those that are undefined stay. */
export type ProviderChanges = ChangesOf<ProviderFields> & { readonly secret?: string | null | undefined };

/** What is asked for, and where, unless an operator says otherwise. */
export const usualSettings = (preset: ProviderPreset | null) =>
  preset === null
    ? { issuer: undefined, scopes: ["openid", "email", "profile"] }
    : { issuer: presetOf(preset).issuer, scopes: [...presetOf(preset).scopes] };

/** A new one as it was asked for, with what is usual. It is refused if it has no issuer. */
export function newProviderOf(body: z.output<typeof addedProvider>): NewProvider {
  const usual = usualSettings(body.preset);
  const given = { ...usual, ...takenFrom(providerFields, body), secret: body.secret };
  if (given.issuer === undefined) throw malformed(PROVIDER, "issuer", "an OpenID Provider needs one");
  return given as NewProvider;
}

export const PROVIDER = "provider";
