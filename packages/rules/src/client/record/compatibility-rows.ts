/**
 * Rows of the client record for clients that were written for other providers. Only an operator sets them: each gives
 * something up, and docs/registering-clients.md says what.
 */
import { z } from "zod";
import { SCOPE_TOKEN } from "../../consent/scope-token.ts";
import { REDIRECT_URI_EXCEPTIONS } from "../metadata/redirect-uri-registration.ts";
import { member } from "./member.ts";
import { CONSENT_POLICIES, ID_TOKEN_CLAIMS } from "./registered-values.ts";

export const COMPATIBILITY_ROWS = {
  /** What the ID tokens of the token endpoint say about the person in addition to `sub` (OIDC Core §5.4). */
  idTokenClaims: member("id_token_claims", z.enum(ID_TOKEN_CLAIMS).optional(), {
    option: "--id-token-claims <which>",
    means:
      "the claims in its ID tokens: requested (those that its requests name), or scopes (those of the granted scopes " +
      "too; the default for profile oidc); only an operator sets it",
    setBy: "operator",
    absent: "requested",
    omitted: ({ idTokenClaims }: { idTokenClaims?: string | undefined }) => idTokenClaims === "requested",
  }),
  /** Whether its secret is accepted only in the way that it registered (RFC 6749 §2.3.1). */
  tokenEndpointAuthMethodPinned: member("token_endpoint_auth_method_pinned", z.boolean().optional(), {
    option: "--token-endpoint-auth-method-pinned",
    means:
      "its secret is accepted only in the way of token_endpoint_auth_method; by default client_secret_basic and " +
      "client_secret_post are both accepted of a client that an operator registered; only an operator sets it",
    setBy: "operator",
    absent: false,
    omitted: ({ tokenEndpointAuthMethodPinned }: { tokenEndpointAuthMethodPinned: boolean }) =>
      !tokenEndpointAuthMethodPinned,
  }),
  /** Redirect URIs that it may register although another program could receive what is sent to them. */
  redirectUriExceptions: member("redirect_uri_exceptions", z.array(z.enum(REDIRECT_URI_EXCEPTIONS)).max(2).optional(), {
    option: "--redirect-uri-exception <which>",
    takes: "many",
    means:
      "exceptions to the rules for its redirect URIs: http_localhost (http on localhost, for development and " +
      "command-line tools) and scheme_without_dot (of a native app, such as myapp:/callback); only an operator sets it",
    setBy: "operator",
    absent: [],
    omitted: ({ redirectUriExceptions }: { redirectUriExceptions: readonly string[] }) =>
      redirectUriExceptions.length === 0,
  }),
  /** Scopes that the person can only decline with the whole request. */
  requiredScopes: member(
    "required_scopes",
    z.array(z.string().regex(SCOPE_TOKEN, "must be a scope of at most 100 characters")).max(50).optional(),
    {
      option: "--required-scope <scope>",
      takes: "many",
      means:
        "scopes that it cannot do without: their boxes on the consent page are fixed, and a user who declined one " +
        "is asked again; only an operator sets it",
      setBy: "operator",
      absent: [],
      omitted: ({ requiredScopes }: { requiredScopes: readonly string[] }) => requiredScopes.length === 0,
    },
  ),
  /** Who agrees to what the client asks for (OIDC Core §3.1.2.4: by the person, or by other means). */
  consentPolicy: member("consent_policy", z.enum(CONSENT_POLICIES).optional(), {
    option: "--consent-policy <policy>",
    means:
      "who agrees to what it asks for: explicit (the user, on the consent page), or implicit (the operator, for an " +
      "application of their own: no consent page is shown); only an operator sets it",
    setBy: "operator",
    absent: "explicit",
    omitted: ({ consentPolicy }: { consentPolicy?: string | undefined }) => consentPolicy === "explicit",
  }),
} as const;
