/** Identity providers: where people sign in elsewhere, and which settings of one fit each other. */
import {
  displayName,
  FEDERATION_MODES,
  federationCallback,
  federationLogout,
  federationSignedOut,
  PROVIDER_PRESETS,
  type ProviderPreset,
  presetOf,
  slug,
} from "@countersign/rules";
import { z } from "zod";
import {
  type ChangesOf,
  derived,
  enabledOrNot,
  fixed,
  inner,
  managedBy,
  moment,
  type NewOf,
  type RecordOf,
  type Service,
  written,
} from "../entity.ts";
import { defineEntity } from "../entity-declaration.ts";
import { addedShape, changedShape } from "../entity-shapes.ts";
import { takenFrom } from "../entity-values.ts";
import { malformed } from "../refused.ts";
import { claimMapping, isEachOnce, isIssuer, mailDomain, scope, visible } from "./values.ts";

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

/** An address of ours for a provider. */
const addressHere = (description: string, at: (issuer: string, alias: string) => string) =>
  derived(z.string().meta({ description }), ({ alias }: { readonly alias: string }, { issuer }: Service) =>
    at(issuer, alias),
  );

export const providerFields = {
  alias: fixed(slug.meta({ description: "its name in the redirect URI" })),
  name: written(displayName.meta({ description: "the name that users see" })),
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
  enforced: yesOrNo("whether users of its domains sign in there, and not with a password here"),
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
  enabled: enabledOrNot,
  organization: fixed(
    z
      .uuid()
      .nullable()
      .meta({ description: "the organization whose users sign in there; its domains are those that this one proved" })
      .default(null),
    {
      ...{ shown: z.uuid().nullable(), column: "organization_id" },
      audited: (organizationId: string | null) => ({ organizationId }),
    },
  ),
  created_at: moment(),
  managed_by: managedBy,
  token_endpoint_auth_method: derived(z.enum(["client_secret", "private_key_jwt"]), (held: Sealed) =>
    held.keyEncryptionKeyId === null ? "private_key_jwt" : "client_secret",
  ),
  redirect_uri: addressHere("what is registered at the provider", federationCallback),
  backchannel_logout_uri: addressHere("where the provider says that a session there ended", federationLogout),
  post_logout_redirect_uri: addressHere("registered at the provider for rp_initiated_logout", federationSignedOut),
  id: inner(z.uuid()),
  // Null where we have no secret there.
  key_encryption_key_id: inner(z.string().nullable()),
} as const;

interface Sealed {
  readonly keyEncryptionKeyId: string | null;
}

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
  ...{ secret: providerSecret, issuer, scopes },
});

type ProviderFields = typeof providerFields;

/** A provider without our secret there. */
export type ProviderRecord = RecordOf<ProviderFields>;

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

export const providers = defineEntity({
  one: PROVIDER,
  table: "identity_provider",
  many: "providers",
  about: "other OpenID Providers at which users may sign in",
  says: {
    list: "The providers at which users may sign in, by alias",
    add: "Adds a provider at which users may sign in; only owners may",
    change: "Changes settings of a provider; only owners may change whom it can sign in",
    remove: "Removes a provider, and disconnects every identity there",
  },
  fields: providerFields,
  key: "alias",
  listed: ["alias", "name", "issuer", "mode", "enabled"],
  isRemovedUnread: true,
});
