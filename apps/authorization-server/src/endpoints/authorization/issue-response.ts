/** What a completed authorization request yields: a code (RFC 6749 §4.1.2), or tokens at once (§4.2.2, OIDC Core §3.2.2.5). */
import {
  type AuthorizationRequest,
  type Client,
  invalidRequest,
  type SignIn,
  type TrustedRedirectUri,
} from "@countersign/rules";
import { claimValues } from "@countersign/rules/claim-values";
import type { Dependencies } from "../../dependencies.ts";

export interface CompletedRequest {
  readonly client: Client;
  readonly redirectUri: TrustedRedirectUri;
  readonly request: AuthorizationRequest;
  readonly signIn: SignIn;
  readonly scopes: readonly string[];
  readonly sessionId: string;
}

type Issuing = Pick<Dependencies, "authorizations" | "tokens" | "users" | "lifetimes" | "now">;

/** Makes the authorization and returns the parameters of the answer. Throws when session, person or client ended just now. */
export async function issueResponse(completed: CompletedRequest, deps: Issuing): Promise<Record<string, string>> {
  const { request, client, signIn, scopes } = completed;
  const at = deps.now();
  const created = await deps.authorizations.create({
    ...completed,
    ...request,
    scopes,
    clientId: client.id,
    sector: client.sector,
    createdAt: at,
    codeTtlSeconds: request.wanted.code ? deps.lifetimes.codeTtlSeconds : undefined,
    yieldsSeconds: deps.tokens.longestSeconds,
    sessionIdleSeconds: deps.lifetimes.sessionIdleSeconds,
  });
  if (created === undefined) throw invalidRequest("the session ended");
  const { authorization, code } = created;
  if (code !== undefined) return { code };

  const token = request.wanted.token ? await deps.tokens.accessToken(authorization, client, at) : undefined;
  const answer = token === undefined ? {} : { ...token, expires_in: String(token.expires_in) };
  if (!request.wanted.idToken) return answer;

  // OIDC Core §5.4: without an access token to fetch them with, the claims come in the ID token.
  const contents =
    token === undefined ? { claims: await claimsOf(signIn, scopes, deps) } : { accessToken: token.access_token };
  return { ...answer, id_token: await deps.tokens.idToken(authorization, client, at, contents) };
}

async function claimsOf({ userId }: SignIn, scopes: readonly string[], { users }: Pick<Dependencies, "users">) {
  const held = await users.claims(userId);
  return held === undefined ? {} : claimValues(held, scopes);
}
