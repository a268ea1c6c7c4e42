/**
 * The response to a completed authorization request: a code (RFC 6749 §4.1.2), tokens (§4.2.2, OIDC Core §3.2.2.5), or
 * both (§3.3.2.5).
 */
import {
  type AuthorizationRequest,
  type ClaimsByName,
  type Client,
  type GrantedDetails,
  type GrantedResources,
  invalidRequest,
  NO_SENDER,
  type SignIn,
  type TrustedRedirectUri,
} from "@countersign/rules";
import type { Dependencies } from "../../../dependencies.ts";
import type { Authorization } from "../../../platform/stores/issued/authorization-row.ts";
import type { Session } from "../../../platform/stores/session/session-row.ts";
import { groundsOf } from "../../tokens/access-token.ts";
import { type AudienceDependencies, audienceFor } from "../../tokens/audience.ts";

export interface CompletedRequest {
  readonly client: Client;
  readonly redirectUri: TrustedRedirectUri;
  readonly request: AuthorizationRequest;
  readonly signIn: SignIn;
  readonly scopes: readonly string[];
  readonly claims: ClaimsByName;
  /** The resource servers that were granted; absent if the request names none other than /userinfo. */
  readonly resources?: GrantedResources;
  readonly details?: GrantedDetails;
  readonly session: Session;
}

type Issuing = AudienceDependencies &
  Pick<Dependencies, "authorizations" | "clients" | "clientUses" | "tokens" | "lifetimes" | "now">;

/**
 * Creates the authorization and returns the response parameters. Throws when the session, the person or the client has
 * just ended.
 */
export async function issueResponse(completed: CompletedRequest, deps: Issuing): Promise<Record<string, string>> {
  const { request, client, scopes, claims } = completed;
  const { wanted } = request;
  // Multiple Response Types §4: `none` returns nothing that needs an authorization.
  if (!wanted.code && !wanted.token && !wanted.idToken) return {};

  const at = deps.now();
  const created = await deps.authorizations.create({
    ...completed,
    ...request,
    details: completed.details,
    grounds: { kind: "session", session: completed.session },
    scopes,
    claims: { ...claims, ...(request.claims.sid && { sid: true }) },
    clientId: client.id,
    clientRevision: client.revision ?? 0,
    sector: client.sector,
    createdAt: at,
    codeTtlSeconds: wanted.code ? deps.lifetimes.codeTtlSeconds : undefined,
    tokenTtlSeconds: Math.max(deps.tokens.maxTokenTtlSeconds, ...lifetimesOf(request)),
    sessionIdleSeconds: deps.lifetimes.sessionIdleSeconds,
  });
  if (created === undefined) {
    // Another replica may have changed the client. The next request is checked against the stored client.
    deps.clients.forget(client.id);
    throw invalidRequest("the session ended");
  }
  const { authorization, code } = created;
  deps.clientUses.note(client, at);
  deps.clientUses.noteSignIn(client, at);

  // One authorization row is behind the code and the tokens. Revoking the code's tokens also revokes the tokens that
  // were issued with the code. A browser proves no sender, so its token is not sender-constrained.
  const token = wanted.token ? await issueToken(authorization, client, at, deps) : undefined;
  const answer = {
    ...(code === undefined ? {} : { code }),
    ...(token === undefined ? {} : { ...token, expires_in: String(token.expires_in) }),
  };
  if (!wanted.idToken) return answer;

  // OIDC Core §5.4: the ID token contains the claims when no access token is issued, now or for the code.
  const alone = code === undefined && token === undefined;
  const contents = {
    ...(code === undefined ? {} : { code }),
    ...(token === undefined ? {} : { accessToken: token.access_token }),
    ...(alone ? { claimsOf: scopes } : {}),
  };
  return { ...answer, id_token: await deps.tokens.idToken(authorization, client, at, contents) };
}

async function issueToken(authorization: Authorization, client: Client, at: Date, deps: Issuing) {
  const audience = await audienceFor(authorization, { named: undefined, asked: undefined, client }, deps);
  // Such a request has no details: see `withDetails`.
  const { authorization_details: _, ...response } = await deps.tokens.issue(
    groundsOf(authorization, audience),
    NO_SENDER,
    at,
  );
  return response;
}

const lifetimesOf = ({ named }: AuthorizationRequest) =>
  named?.others.map(({ accessTokenTtlSeconds }) => accessTokenTtlSeconds) ?? [];
