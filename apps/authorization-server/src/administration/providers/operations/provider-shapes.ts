/** Providers at which people sign in, as the administration API shows and takes them. */
import {
  FEDERATION_MODES,
  federationCallback,
  federationLogout,
  federationSignedOut,
  PROVIDER_PRESETS,
} from "@countersign/rules";
import { z } from "zod";
import type { IdentityProviderRecord } from "../../../platform/records/identity-providers.ts";
import { managedBy } from "../../api/access/managed.ts";
import { time } from "../../api/shapes.ts";
import { providerShape } from "../../configuration/provider-shape.ts";
import type { ChangedSetting } from "../identity-providers.ts";

const { alias, name, issuer, clientId, secret, scopes, preset, mode, domains, autoLink, enforced, mfa, phr, claims } =
  providerShape.shape;
const { rpInitiatedLogout } = providerShape.shape;

/** The members that a change may name. */
const settable = {
  name,
  issuer,
  client_id: clientId,
  secret: secret.meta({
    description: "our client secret there, of which another issuer needs another one; null for our signing keys",
  }),
  scopes,
  mode,
  domains: domains.meta({ description: "the mail domains that it may speak for" }),
  auto_link: autoLink.meta({ description: "whether it connects the account with its proved address, without asking" }),
  enforced: enforced.meta({ description: "whether people of its domains sign in there, and not with a password here" }),
  mfa: mfa.meta({ description: "values of acr or amr that mean several factors" }),
  phr: phr.meta({ description: "values of acr or amr that mean a phishing-resistant sign-in" }),
  rp_initiated_logout: rpInitiatedLogout.meta({ description: "whether a sign-out here asks it to end its session" }),
  claims: claims.meta({ description: "what its claims become here: claim=from, or claim=from@each-time" }),
  enabled: z.boolean(),
} as const;

export const addedProvider = z.strictObject({
  alias,
  ...settable,
  organization: z
    .uuid()
    .nullable()
    .default(null)
    .meta({ description: "the organization whose people sign in there; its domains are those that this one proved" }),
  preset: preset.default(null).meta({ description: "a known provider without ID tokens" }),
  issuer: issuer.optional().meta({ description: "needed without a preset" }),
  scopes: scopes.optional(),
  mode: mode.default("linked-only"),
  domains: domains.default([]),
  auto_link: autoLink.default(false),
  enforced: enforced.default(false),
  mfa: mfa.default([]),
  phr: phr.default([]),
  rp_initiated_logout: rpInitiatedLogout.default(false),
  claims: claims.default([]),
  enabled: z.boolean().default(true),
});

export const changedProvider = z.strictObject(settable).partial();

export const provider = z.strictObject({
  alias: z.string(),
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  token_endpoint_auth_method: z.enum(["client_secret", "private_key_jwt"]),
  redirect_uri: z.string().meta({ description: "what is registered at the provider" }),
  backchannel_logout_uri: z.string().meta({ description: "where the provider says that a session there ended" }),
  post_logout_redirect_uri: z.string().meta({ description: "registered at the provider for rp_initiated_logout" }),
  scopes: z.array(z.string()),
  preset: z.enum(PROVIDER_PRESETS).nullable().meta({ description: "null for an OpenID Provider" }),
  mode: z.enum(FEDERATION_MODES),
  domains: z.array(z.string()),
  auto_link: z.boolean(),
  enforced: z.boolean(),
  mfa: z.array(z.string()),
  phr: z.array(z.string()),
  rp_initiated_logout: z.boolean(),
  claims: z.array(z.string()),
  enabled: z.boolean(),
  organization: z.uuid().nullable(),
  created_at: time,
  managed_by: managedBy,
});

export const shownProvider = (held: IdentityProviderRecord, ours: string): z.output<typeof provider> => ({
  alias: held.alias,
  name: held.name,
  issuer: held.issuer,
  client_id: held.clientId,
  token_endpoint_auth_method: held.keyEncryptionKeyId === null ? "private_key_jwt" : "client_secret",
  redirect_uri: federationCallback(ours, held.alias),
  backchannel_logout_uri: federationLogout(ours, held.alias),
  post_logout_redirect_uri: federationSignedOut(ours, held.alias),
  scopes: [...held.scopes],
  preset: held.preset,
  mode: held.mode,
  domains: [...held.domains],
  auto_link: held.autoLink,
  enforced: held.enforced,
  mfa: [...held.mfa],
  phr: [...held.phr],
  rp_initiated_logout: held.rpInitiatedLogout,
  claims: [...held.claims],
  enabled: held.disabledAt === null,
  organization: held.organizationId,
  created_at: held.createdAt.toISOString(),
  managed_by: held.managedBy,
});

/** The settings in a body, by the names of the record. Those that it does not name are undefined. */
export const settingsIn = ({
  client_id,
  auto_link,
  rp_initiated_logout,
  enabled,
  ...rest
}: z.output<typeof changedProvider>) => ({
  ...rest,
  clientId: client_id,
  autoLink: auto_link,
  rpInitiatedLogout: rp_initiated_logout,
  isEnabled: enabled,
});

const MEMBERS: Readonly<Partial<Record<ChangedSetting, string>>> = {
  clientId: "client_id",
  autoLink: "auto_link",
  rpInitiatedLogout: "rp_initiated_logout",
  isEnabled: "enabled",
};

/** What a change changes, by the members of the API. */
export const membersOf = (changed: readonly ChangedSetting[]): readonly string[] =>
  changed.map((setting) => MEMBERS[setting] ?? setting);
