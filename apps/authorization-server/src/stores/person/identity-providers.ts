/** Providers at which people may sign in, as operators configured them. */
import type { Database } from "@countersign/database";
import type { ProviderPreset, ProviderTrust } from "@countersign/rules";

/** A provider and our registration there. */
export interface IdentityProvider extends ProviderTrust {
  readonly id: string;
  /** The name in addresses. */
  readonly alias: string;
  /** The name that people see. */
  readonly name: string;
  readonly issuer: string;
  /** The name of a provider with OAuth 2.0 alone; null for an OpenID Provider. */
  readonly preset: ProviderPreset | null;
  readonly clientId: string;
  /** The client secret, sealed for `providerOwner(id)`. Without one, we authenticate with our signing keys. */
  readonly secret: { readonly sealed: Uint8Array; readonly keyEncryptionKeyId: string } | undefined;
  readonly scopes: readonly string[];
  /** What its claims become here. */
  readonly claims: readonly string[];
}

export interface IdentityProviderStore {
  /** The enabled providers by name, as they were at most five seconds before. */
  listed(now: Date): Promise<readonly IdentityProvider[]>;
  /** An enabled provider, as it is now. */
  find(alias: string): Promise<IdentityProvider | undefined>;
}

const LISTED_MS = 5000;

/** The form of an alias. What has another one, such as a NUL, is never sent to the database. */
const ALIAS = /^[a-z][a-z0-9-]{0,39}$/;

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
      if (!ALIAS.test(alias)) return undefined;
      const { rows } = await pool.query<ProviderRow>({ name: "identity-provider", text: FIND, values: [alias] });
      return rows[0] && providerOf(rows[0]);
    },
  };
}

interface ProviderRow extends Omit<IdentityProvider, "secret"> {
  readonly sealed: Buffer | null;
  readonly keyId: string | null;
}

const providerOf = ({ sealed, keyId, ...provider }: ProviderRow): IdentityProvider => ({
  ...provider,
  secret: sealed === null || keyId === null ? undefined : { sealed, keyEncryptionKeyId: keyId },
});

const SELECT = `
  SELECT id, alias, name, issuer, client_id AS "clientId", sealed_secret AS sealed, key_encryption_key_id AS "keyId",
         scopes, mode, domains, auto_link AS "autoLink", mfa, preset, claims, enforced
    FROM identity_provider WHERE disabled_at IS NULL`;

const LIST = `${SELECT} ORDER BY name, alias`;

const FIND = `${SELECT} AND alias = $1`;
