/** Providers that many people have accounts at, and what is known of each, so that little has to be asked. */
import type { MarkName } from "@countersign/pages";

export interface KnownProvider {
  /** Its mark, if there is one. */
  readonly mark?: MarkName;
  /** What people call it; none for one that the administrator names. */
  readonly name?: string;
  /** Its usual name in the redirect URI. */
  readonly alias: string;
  /** Where applications are registered there. */
  readonly console?: string;
  /** What tells its issuer apart from others: nothing, a part of it, or all of it. */
  readonly asks?: "tenant" | "domain" | "issuer";
  /** @param given what was asked, without blanks */
  readonly issuer?: (given: string) => string;
  /** The API knows what has no metadata. */
  readonly preset?: "github";
  /** The scopes that are asked for, if they are not the usual ones. */
  readonly scopes?: readonly string[];
}

/** The host of what was typed, which may be a whole address. */
const hostIn = (text: string) => (URL.canParse(text) ? new URL(text).host : text);

/** In the order in which they are offered. */
export const KNOWN_PROVIDERS = {
  google: {
    ...{
      mark: "google",
      name: "Google",
      alias: "google",
      console: "https://console.cloud.google.com/apis/credentials",
    },
    issuer: () => "https://accounts.google.com",
  },
  microsoft: {
    ...{
      mark: "microsoft",
      name: "Microsoft",
      alias: "microsoft",
      console: "https://entra.microsoft.com/",
      asks: "tenant",
    },
    issuer: (tenant) => `https://login.microsoftonline.com/${tenant}/v2.0`,
  },
  apple: {
    ...{
      mark: "apple",
      name: "Apple",
      alias: "apple",
      console: "https://developer.apple.com/account/resources/identifiers/list",
    },
    issuer: () => "https://appleid.apple.com",
    // For others it demands an answer by a form.
    scopes: ["openid"],
  },
  github: {
    ...{
      mark: "github",
      name: "GitHub",
      alias: "github",
      console: "https://github.com/settings/developers",
      preset: "github",
    },
  },
  gitlab: {
    ...{ mark: "gitlab", name: "GitLab", alias: "gitlab", console: "https://gitlab.com/-/user_settings/applications" },
    issuer: () => "https://gitlab.com",
  },
  okta: {
    ...{ name: "Okta", alias: "okta", console: "https://login.okta.com/", asks: "domain" },
    issuer: (domain) => `https://${hostIn(domain)}`,
  },
  auth0: {
    ...{ name: "Auth0", alias: "auth0", console: "https://manage.auth0.com/", asks: "domain" },
    issuer: (domain) => `https://${hostIn(domain)}/`,
  },
  keycloak: { name: "Keycloak", alias: "keycloak", asks: "issuer", issuer: (issuer) => issuer },
  openid: { alias: "openid", asks: "issuer", issuer: (issuer) => issuer },
} as const satisfies Readonly<Record<string, KnownProvider>>;

export type KnownName = keyof typeof KNOWN_PROVIDERS;

/** The provider of this name; any OpenID Provider if none has it. */
export const knownNamed = (name: string | undefined): KnownName =>
  name !== undefined && Object.hasOwn(KNOWN_PROVIDERS, name) ? (name as KnownName) : "openid";

/** A name in the redirect URI that no provider has yet. */
export function freeAlias(usual: string, taken: readonly string[]): string {
  const numbers = Array.from({ length: taken.length + 1 }, (_, index) => index + 1);
  const free = numbers.find((number) => !taken.includes(numbered(usual, number)));
  return numbered(usual, free ?? 1);
}

const numbered = (usual: string, number: number) => (number === 1 ? usual : `${usual}-${number}`);
