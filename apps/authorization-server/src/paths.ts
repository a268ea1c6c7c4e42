/** Where each endpoint and page is. Discovery, links and redirects take their paths from here. */
export const paths = {
  authorization: "/authorization",
  authorizationContinue: "/authorization/continue",
  token: "/token",
  jwks: "/jwks",
  revoke: "/revoke",
  introspect: "/introspect",
  endSession: "/end_session",
  openidConfiguration: "/.well-known/openid-configuration",
  oauthAuthorizationServer: "/.well-known/oauth-authorization-server",
  home: "/",
  login: "/login",
  consent: "/consent",
  signedOut: "/signed-out",
  changeUser: "/change-user",
  assets: "/assets",
  logo: "/logo",
} as const;
