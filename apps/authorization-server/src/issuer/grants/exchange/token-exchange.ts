/**
 * Token exchange grant: RFC 8693 §2. A client that got a token of a person gets one for another resource server, in the
 * name of the person. An operator's policy says who may do so (decision 183).
 */
import {
  ACCESS_TOKEN_TYPE,
  actorOf,
  assertBoundFor,
  assertMayAct,
  assertTypes,
  isPublicClient,
  isSameResource,
  ProtocolError,
  policiesFor,
  policyOf,
  remedyOf,
  TOKEN_EXCHANGE,
  targetOf,
  unknownResource,
} from "@countersign/rules";
import { z } from "zod";
import type { ExchangePolicyStore } from "../../../platform/stores/client/exchange-policies.ts";
import type { AuthorizationStore } from "../../../platform/stores/issued/authorizations.ts";
import type { ExchangeStore } from "../../../platform/stores/issued/exchanges.ts";
import { groundsOf } from "../../tokens/access-token.ts";
import type { AudienceDependencies } from "../../tokens/audience.ts";
import type { TokenIssuer } from "../../tokens/token-issuer.ts";
import { defineGrant } from "../grant.ts";
import {
  type ActorDependencies,
  actorFor,
  assertSubjectSender,
  newAuthorization,
  targetAudience,
  unacceptable,
  verified,
} from "./exchanged.ts";

interface TokenExchangeDependencies extends AudienceDependencies, ActorDependencies {
  readonly exchangePolicies: ExchangePolicyStore;
  readonly exchanges: ExchangeStore;
  readonly authorizations: Pick<AuthorizationStore, "create">;
  readonly tokens: Pick<TokenIssuer, "issue">;
}

export const tokenExchange = defineGrant({
  grantType: TOKEN_EXCHANGE,

  params: z.object({
    subject_token: z.string(),
    subject_token_type: z.string(),
    actor_token: z.string().optional(),
    actor_token_type: z.string().optional(),
    requested_token_type: z.string().optional(),
    audience: z.string().optional(),
    scope: z.string().optional(),
  }),

  async exchange({ params, resources, client, sender, address, reference }, deps: TokenExchangeDependencies) {
    const at = deps.now();
    // §1.1 and §5: only clients that authenticate, and that an operator allowed something.
    const policies = isPublicClient(client) ? [] : await deps.exchangePolicies.of(client.id);
    if (policies.length === 0) throw notAllowed();

    // §2.1: nothing is silently dropped, and the target is one that a policy names.
    assertTypes(params);
    const forTarget = policiesFor(assertTarget(targetOf(params, resources), deps), policies);

    // §2.1: the subject's token is one of ours, for or of this client, and everything behind it is live.
    const token = await verified("subject_token", params.subject_token, deps);
    const policy = policyOf(token, client, forTarget);
    assertSubjectSender(token, { client, sender });
    const subject = await deps.exchanges.findSubject(token, at);
    if (subject === undefined) throw unacceptable("subject_token", "no live authorization of a person");

    // §4.1 and §4.4: who acts. In an impersonation it is the client, too, but the token does not say so.
    const actor = await actorFor(params.actor_token, { policy, client }, deps);
    assertMayAct(actor, token.may_act);
    const act = policy.impersonation ? token.act : actorOf(actor, token.act);

    const exchange = { token, subject, policy, client };
    const audience = await targetAudience(exchange, params.scope, deps);
    assertBoundFor(audience.resource, sender);

    // §2.2.1: it ends no later than the token that it comes from, no matter how often it is exchanged.
    const mostSeconds = Math.min(policy.maxLifetimeSeconds, token.exp - Math.ceil(at.getTime() / 1000));
    if (mostSeconds <= 0) throw unacceptable("subject_token", "expired");

    // This statement decides: what ended since it was read is not exchanged, and what ends from now on ends both.
    const made = await deps.authorizations.create(
      newAuthorization(exchange, audience, { at, address, reference, mostSeconds }),
    );
    if (made === undefined) throw unacceptable("subject_token", "changed meanwhile, or the person is excluded");
    const grounds = { ...groundsOf(made.authorization, audience), act, mostSeconds };
    return { ...(await deps.tokens.issue(grounds, sender, at)), issued_token_type: ACCESS_TOKEN_TYPE };
  },
});

const notAllowed = () =>
  new ProtocolError(
    "unauthorized_client",
    "client may exchange no token: it has no exchange policy",
    undefined,
    undefined,
    remedyOf("add_exchange_policy"),
  );

/** /userinfo and the administration API are for clients that people sign in to, so they are not targets. */
function assertTarget(
  target: string,
  { userinfoResource, administration = "" }: Pick<AudienceDependencies, "userinfoResource" | "administration">,
): string {
  if ([userinfoResource.identifier, administration].some((own) => isSameResource(target, own)))
    throw unknownResource(target);
  return target;
}
