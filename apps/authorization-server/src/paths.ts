/**
 * The path of each endpoint and page, below the issuer. Discovery, links and redirects take their paths from here. An
 * issuer may have a path of its own. It is added only where an address is sent out: by `pathBelow` for redirects and
 * routes, `it.at()` in templates, `issuer + path` for whole addresses.
 */
export const paths = {
  authorization: "/authorization",
  authorizationContinue: "/authorization/continue",
  pushedAuthorization: "/par",
  deviceAuthorization: "/device_authorization",
  token: "/token",
  jwks: "/jwks",
  revoke: "/revoke",
  introspect: "/introspect",
  userinfoResponse: "/internal/userinfo-response",
  endSession: "/end_session",
  signOut: "/sign-out",
  checkSession: "/session/check",
  checkSessionClient: "/session/check/client",
  register: "/openid/register",
  registration: "/openid/register/:client_id",
  openidConfiguration: "/.well-known/openid-configuration",
  oauthAuthorizationServer: "/.well-known/oauth-authorization-server",
  webauthnOrigins: "/.well-known/webauthn",
  changePasswordAddress: "/.well-known/change-password",
  home: "/",
  language: "/language",
  account: "/account",
  accountUsername: "/account/username",
  accountProfile: "/account/profile",
  accountPasskeys: "/account/passkeys",
  accountSecurity: "/account/security",
  accountPrivacy: "/account/privacy",
  accountSessions: "/account/sessions",
  accountConnections: "/account/connections",
  accountOrganizations: "/account/organizations",
  accountApplications: "/account/applications",
  accountActivity: "/account/activity",
  accountExport: "/account/export",
  accountDelete: "/account/delete",
  accountKeep: "/account/keep",
  login: "/login",
  federated: "/login/connect",
  federationCallback: "/federation/:alias/callback",
  federationSignedOut: "/federation/:alias/signed-out",
  federationLogout: "/federation/:alias/backchannel-logout",
  signUp: "/sign-up",
  signUpCode: "/sign-up/code",
  signUpDetails: "/sign-up/details",
  verifyEmail: "/verify-email",
  invitation: "/invitation",
  terms: "/terms",
  undoEmail: "/undo-email",
  accountEmail: "/account/email",
  secondFactor: "/login/second-factor",
  secondFactorRecovery: "/login/second-factor/recovery",
  enrol: "/enrol",
  enrolCode: "/enrol/code",
  enrolTotp: "/enrol/totp",
  enrolPasskey: "/enrol/passkey",
  enrolRecoveryCodes: "/enrol/recovery-codes",
  offerPasskey: "/login/add-passkey",
  accountSecondFactors: "/account/second-factors",
  accountRecoveryCodes: "/account/recovery-codes",
  selectAccount: "/select-account",
  consent: "/consent",
  trySignIn: "/try-sign-in",
  device: "/device",
  deviceConfirm: "/device/confirm",
  deviceDone: "/device/done",
  changePassword: "/change-password",
  accountPassword: "/account/password",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  signedOut: "/signed-out",
  changeUser: "/change-user",
  picture: "/picture",
  pictureOf: "/picture/:picture_id",
  assets: "/assets",
  looks: "/looks.css",
  looksLogo: "/looks/logo",
  looksAccent: "/looks/accent.css",
  looksPreview: "/looks/preview",
  logo: "/logo",
  logoOf: "/logo/:client_id",
} as const;

/** The path of an issuer, such as `/tenant`; empty when it has none. */
export function basePathOf(issuer: string): string {
  return issuer.slice(new URL(issuer).origin.length);
}

/** Where the logo of a client is. */
export const logoPathOf = (clientId: string): string => `${paths.logo}/${encodeURIComponent(clientId)}`;

/** A path of ours as browsers request it: below the path of the issuer. */
export function pathBelow(issuer: string, path: string): string {
  return `${basePathOf(issuer)}${path}`;
}
