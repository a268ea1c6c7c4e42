/**
 * Providers with only OAuth 2.0. They have no metadata and send no ID token, so each is known here by name: where it
 * is, and what its answers mean. Its answers say nothing of when and how a person authenticated.
 */

type Members = Readonly<Record<string, unknown>>;

/** Where a provider without metadata is. */
export interface PresetEndpoints {
  readonly authorization: string;
  readonly token: string;
  /** The document about the person. */
  readonly profile: string;
  /** The document that lists the addresses of the person. */
  readonly addresses: string;
}

interface Preset {
  /** What identities there have as their issuer, unless a deployment has a server of its own. */
  readonly issuer: string;
  readonly scopes: readonly string[];
  endpoints(issuer: string): PresetEndpoints;
  /**
   * The claims about the person, by the names of OpenID Connect, from the two documents. `sub` is missing if the first
   * one has no identifier that is never given to another account.
   */
  claims(profile: Members, addresses: unknown): Members;
}

const GITHUB = "https://github.com";

const PRESETS = {
  github: {
    issuer: GITHUB,
    scopes: ["read:user", "user:email"],
    endpoints: (issuer) => ({
      authorization: `${issuer}/login/oauth/authorize`,
      token: `${issuer}/login/oauth/access_token`,
      profile: `${apiOfGithub(issuer)}/user`,
      addresses: `${apiOfGithub(issuer)}/user/emails`,
    }),
    claims(profile, addresses) {
      // The login can be changed, and then be taken by another person. The number stays.
      const { id, login, name } = profile;
      const isNumber = typeof id === "number" && Number.isSafeInteger(id) && id > 0;
      // `email` of the profile is what the person chose to show, unproved.
      const primary = listOf(addresses).find((address) => address.primary === true);
      return {
        ...(isNumber && { sub: String(id) }),
        preferred_username: login,
        name,
        ...(primary !== undefined && { email: primary.email, email_verified: primary.verified === true }),
      };
    },
  },
} as const satisfies Readonly<Record<string, Preset>>;

/** A server of one's own has its API below its address. */
const apiOfGithub = (issuer: string) => (issuer === GITHUB ? "https://api.github.com" : `${issuer}/api/v3`);

const listOf = (value: unknown): readonly Members[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];

export type ProviderPreset = keyof typeof PRESETS;

/** The providers without ID tokens that are known, by name. */
export const PROVIDER_PRESETS = Object.keys(PRESETS) as [ProviderPreset, ...ProviderPreset[]];

export const presetOf = (name: ProviderPreset): Preset => PRESETS[name];
