/** What is asked of another provider, and what it answers. */

/** What an authentication at a provider must show. */
export interface Authentication {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
  /** The greatest age of the person's authentication at the provider, in seconds. */
  readonly maxAgeSeconds?: number | undefined;
}

/** Optional parameters of the request to the provider. */
export interface AuthenticationWishes {
  readonly prompt?: string | undefined;
  readonly acrValues?: readonly string[] | undefined;
  /** The name that the person typed here (OIDC Core §3.1.2.1). */
  readonly loginHint?: string | undefined;
}

export type Claims = Readonly<Record<string, unknown>>;

/** What a provider says of the person who authenticated there. */
export interface ProviderAnswer {
  /** The claims of the verified ID token. */
  readonly idToken: Claims;
  /** The ID token itself; empty if the provider sends none. */
  readonly idTokenText: string;
  /** The claims about the person. They all come from one place: the ID token, or /userinfo if it has no address. */
  readonly profile: Claims;
}
