/** What an exchange takes and makes: the tokens that are presented, and the authorization of the new one (RFC 8693). */
import {
  assertSameSender,
  type ExchangePolicy,
  exchangedScopes,
  invalidRequest,
  isHeldBy,
  isOrganizationScope,
  stillGranted,
} from "@countersign/rules";
import type { Occurrence } from "../../../platform/stores/audit/audit-events.ts";
import type { AccessTokenStore } from "../../../platform/stores/issued/access-tokens.ts";
import type { NewAuthorization } from "../../../platform/stores/issued/authorization-row.ts";
import type { ExchangeSubject } from "../../../platform/stores/issued/exchanges.ts";
import type { AccessTokenAudience } from "../../tokens/access-token.ts";
import { type AudienceDependencies, audienceFor } from "../../tokens/audience.ts";
import { ifValid, type VerifiedAccessToken, type VerifyToken } from "../../tokens/verify-token.ts";
import type { Requester } from "../grant.ts";

interface Verifying {
  readonly verifyToken: VerifyToken;
  readonly now: () => Date;
}

export interface ActorDependencies extends Verifying {
  readonly accessTokens: Pick<AccessTokenStore, "findLive">;
}

interface Exchange extends Pick<Requester, "client"> {
  readonly token: VerifiedAccessToken;
  readonly subject: ExchangeSubject;
  readonly policy: ExchangePolicy;
}

/** §2.2.2: one sentence for every cause that is not the request's own. */
export const unacceptable = (member: string, detail: string) =>
  invalidRequest(`${member} is invalid, expired or revoked, or of a person whose tokens are not exchanged`, detail);

/** A token that a request presents. Throws `invalid_request`. */
export async function verified(member: string, token: string, deps: Verifying): Promise<VerifiedAccessToken> {
  const claims = await ifValid(token, deps);
  if (claims === undefined) throw unacceptable(member, "not valid");
  return claims;
}

/**
 * A bound token that was issued to this client is of use only with its key. One that was issued to another client is
 * bound to the key of that one. Then this client proves a key or a certificate of its own, so that the new token is
 * bound, too. Throws `invalid_request`.
 */
export function assertSubjectSender(
  { client_id: clientId, cnf }: VerifiedAccessToken,
  { client, sender }: Pick<Requester, "client" | "sender">,
): void {
  if (clientId === client.id)
    assertSameSender(cnf, sender, (detail) => invalidRequest("subject_token is bound to another key", detail));
  if (cnf !== undefined && sender.kind === "none")
    throw invalidRequest("subject_token is bound, so the request must prove a key or a certificate");
}

/** The actor: the subject of the actor's token, or the client. Throws `invalid_request`. */
export async function actorFor(
  actorToken: string | undefined,
  { policy, client }: Pick<Exchange, "policy" | "client">,
  deps: ActorDependencies,
): Promise<string> {
  if (actorToken === undefined) return client.id;
  if (policy.impersonation) throw invalidRequest("actor_token has no place: this client acts as the subject itself");
  const token = await verified("actor_token", actorToken, deps);
  if (!isHeldBy(token, client))
    throw invalidRequest("actor_token is neither of this client nor for its resource server");
  if ((await deps.accessTokens.findLive(token, deps.now())) === undefined)
    throw unacceptable("actor_token", "no live authorization");
  return token.sub;
}

/**
 * The resource server of the new token, with the scopes that the policy gives and that the person and the client may
 * have there. Throws `invalid_scope` for another one that is asked for, and what `audienceFor` throws.
 */
export function targetAudience(
  { token, subject: { authorization }, policy, client }: Exchange,
  asked: string | undefined,
  deps: AudienceDependencies,
): Promise<AccessTokenAudience> {
  const { resource, resources, scopes } = authorization;
  const granted = policy.source === resource ? scopes : (resources?.[policy.source] ?? []);
  const given = exchangedScopes(stillGranted(token.scope, granted), policy, asked);
  const exchanged = {
    ...authorization,
    scopes: scopes.filter(isOrganizationScope),
    resources: { [policy.target]: given },
    details: null,
  };
  return audienceFor(exchanged, { named: policy.target, asked: undefined, client }, deps);
}

/** The authorization of the new token. It has no code and no refresh token, and ends with that of the subject. */
export function newAuthorization(
  { token, subject, policy, client }: Exchange,
  { scopes }: AccessTokenAudience,
  { at, address, reference, mostSeconds }: Occurrence & { readonly mostSeconds: number },
): NewAuthorization {
  const { authorization, userId, consentsRevision, jtis } = subject;
  const { acr, amr, authTime, resource } = authorization;
  return {
    clientId: client.id,
    clientRevision: client.revision ?? 0,
    sector: undefined,
    grounds: {
      kind: "exchange",
      subject: authorization,
      session: { id: undefined, consentsRevision },
      jtis: [...jtis, token.jti],
      policyId: policy.id,
      isImpersonation: policy.impersonation,
      address,
      reference,
    },
    signIn: { userId, acr, amr, authenticatedAt: authTime },
    scopes: authorization.scopes.filter(isOrganizationScope),
    claims: { userinfo: [], idToken: [] },
    resource,
    resources: { [policy.target]: scopes },
    nonce: undefined,
    codeChallenge: undefined,
    createdAt: at,
    codeTtlSeconds: undefined,
    tokenTtlSeconds: mostSeconds,
    sessionIdleSeconds: 0,
  };
}
