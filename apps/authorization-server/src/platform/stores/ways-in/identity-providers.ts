/** Providers at which people may sign in, as operators configured them. */
import type { Database } from "@countersign/database";
import { isSlug, type ProviderPreset, type ProviderTrust } from "@countersign/rules";

/** A provider and our registration there. */
export interface IdentityProvider extends ProviderTrust {
  readonly id: string;
  /** The name in addresses. */
  readonly alias: string;
  /** The name that people see. */
  readonly name: string;
  readonly issuer: string;
  /** The name of a provider with only OAuth 2.0; null for an OpenID Provider. */
  readonly preset: ProviderPreset | null;
  readonly clientId: string;
  /** The client secret, sealed for `providerOwner(id)`. Without one, we authenticate with our signing keys. */
  readonly secret: { readonly sealed: Uint8Array; readonly keyEncryptionKeyId: string } | undefined;
  readonly scopes: readonly string[];
  /** Whether our sign-out asks it to end its session (OIDC RP-Initiated Logout 1.0). */
  readonly rpInitiatedLogout: boolean;
  /** What its claims become here. */
  readonly claims: readonly string[];
  /** The organization that it belongs to: its people become members. Its domains are those that this one proved. */
  readonly organization: { readonly id: string; readonly slug: string } | null;
}

export interface IdentityProviderStore {
  /** The enabled providers by name, as they were at most five seconds before. */
  listed(now: Date): Promise<readonly IdentityProvider[]>;
  /** An enabled provider, as it is now. */
  find(alias: string): Promise<IdentityProvider | undefined>;
}

const LISTED_MS = 5000;

/** The owner of a sealed client secret. */
export const providerOwner = (id: string) => ["identity provider", id] as const;

export function identityProviderStore({ pool }: Pick<Database, "pool">): IdentityProviderStore {
  let last: { readonly at: number; readonly providers: Promise<readonly IdentityProvider[]> } | undefined;

  const read = async () => {
    const { rows } = await pool.query<ProviderRow>({ name: "identity-providers", text: LIST });
    return rows.map(providerOf);
  };

  return {
    listed(now) {
      const at = now.getTime();
      if (last !== undefined && Math.abs(at - last.at) < LISTED_MS) return last.providers;
      const providers = read();
      last = { at, providers };
      // A failure is not kept: the next page asks again.
      providers.catch(() => {
        if (last?.providers === providers) last = undefined;
      });
      return providers;
    },

    async find(alias) {
      if (!isSlug(alias)) return undefined;
      const { rows } = await pool.query<ProviderRow>({ name: "identity-provider", text: FIND, values: [alias] });
      return rows[0] && providerOf(rows[0]);
    },
  };
}

interface ProviderRow extends Omit<IdentityProvider, "secret" | "organization"> {
  readonly organizationId: string | null;
  readonly slug: string | null;
  readonly sealed: Buffer | null;
  readonly keyId: string | null;
}

const providerOf = ({ sealed, keyId, organizationId, slug, ...provider }: ProviderRow): IdentityProvider => ({
  ...provider,
  organization: organizationId === null || slug === null ? null : { id: organizationId, slug },
  secret: sealed === null || keyId === null ? undefined : { sealed, keyEncryptionKeyId: keyId },
});

const SELECT = `
  SELECT p.id, p.alias, p.name, p.issuer, p.client_id AS "clientId", p.sealed_secret AS sealed,
         p.key_encryption_key_id AS "keyId", p.scopes, p.mode, p.auto_link AS "autoLink", p.mfa, p.phr, p.preset,
         p.rp_initiated_logout AS "rpInitiatedLogout", p.claims,
         p.enforced, p.organization_id AS "organizationId", o.slug,
         CASE WHEN o.id IS NULL THEN p.domains
              ELSE ARRAY(SELECT d.domain FROM organization_domain d
                          WHERE d.organization_id = o.id AND d.verified_at IS NOT NULL ORDER BY d.domain) END AS domains
    FROM identity_provider p LEFT JOIN organization o ON o.id = p.organization_id
   WHERE p.disabled_at IS NULL AND o.disabled_at IS NULL`;

const LIST = `${SELECT} ORDER BY p.name, p.alias`;

const FIND = `${SELECT} AND p.alias = $1`;
