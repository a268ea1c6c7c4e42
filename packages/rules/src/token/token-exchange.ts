/**
 * Token exchange: RFC 8693. A client that got a person's token for one audience gets a token for another one, in the
 * name of the person. What it may get stands in a policy; the person's authorization bounds it.
 */
import { parseScope } from "../consent/scope.ts";
import { invalidRequest, invalidScope, invalidTarget } from "../errors.ts";
import { isSameResource, oneResource } from "./resources/resources.ts";

/** §3: the type of the tokens that are exchanged, and of those that are issued. */
export const ACCESS_TOKEN_TYPE = "urn:ietf:params:oauth:token-type:access_token";

/** How the subject's token came to the client: for the resource server that it runs, or issued to itself. */
export const SUBJECT_TOKENS = ["received", "own"] as const;
export type SubjectTokens = (typeof SUBJECT_TOKENS)[number];

/** Who acts for the subject: the current actor, and those before inside (§4.1). */
export interface Act {
  readonly sub: string;
  readonly act?: Act | undefined;
}

/** The most actors in a token. */
const MOST_ACTORS = 4;

/** What an operator allows. */
export interface ExchangePolicy {
  readonly id: string;
  /** The identifiers of the resource servers of the subject's token and of the new one. */
  readonly source: string;
  readonly target: string;
  readonly subjectTokens: readonly SubjectTokens[];
  /** By each scope of the subject's token: the scopes that it gives at the target, separated by spaces. */
  readonly scopes: Readonly<Record<string, string>>;
  /** Whether the new token is as if the person had come by themselves: it names no actor. */
  readonly impersonation: boolean;
  readonly maxLifetimeSeconds: number;
}

/** The parameters of §2.1, as they are sent. `resource` is not among them. */
export interface ExchangeParameters {
  readonly subject_token: string;
  readonly subject_token_type: string;
  readonly actor_token?: string | undefined;
  readonly actor_token_type?: string | undefined;
  readonly requested_token_type?: string | undefined;
  readonly audience?: string | undefined;
}

/**
 * §2.1: the types must be those that exist here, and a token and its type come together. Nothing is silently dropped.
 * Throws `invalid_request`.
 */
export function assertTypes(sent: ExchangeParameters): void {
  if (sent.subject_token_type !== ACCESS_TOKEN_TYPE) throw wrongType("subject_token_type");
  if (sent.actor_token !== undefined && sent.actor_token_type === undefined)
    throw invalidRequest("actor_token_type is missing: actor_token needs it");
  if (sent.actor_token === undefined && sent.actor_token_type !== undefined)
    throw invalidRequest("actor_token is missing: actor_token_type stands only beside it");
  if (sent.actor_token_type !== undefined && sent.actor_token_type !== ACCESS_TOKEN_TYPE)
    throw wrongType("actor_token_type");
  if (sent.requested_token_type !== undefined && sent.requested_token_type !== ACCESS_TOKEN_TYPE)
    throw wrongType("requested_token_type");
}

const wrongType = (member: string) => invalidRequest(`${member} must be ${ACCESS_TOKEN_TYPE}`);

/**
 * The target that a request names by `resource` or `audience`: both are the identifier of a resource server here.
 * Throws `invalid_target` if there is none, or if they differ.
 */
export function targetOf({ audience }: ExchangeParameters, resources: readonly string[]): string {
  const resource = oneResource(resources);
  const target = resource ?? audience;
  if (target === undefined) throw invalidTarget("resource or audience must name the resource server of the new token");
  if (audience !== undefined && !isSameResource(audience, target))
    throw invalidTarget("resource and audience must name the same resource server, because a token is for one");
  return target;
}

/**
 * The policies of a client for a target: one for each audience of subject tokens. Throws `invalid_target` if there is
 * none.
 */
export function policiesFor(target: string, policies: readonly ExchangePolicy[]): readonly ExchangePolicy[] {
  const found = policies.filter((policy) => isSameResource(target, policy.target));
  if (found.length === 0) throw invalidTarget("resource is the target of no exchange policy of this client", target);
  return found;
}

/** The part of a verified token that says how its client came by it. */
interface Presented {
  readonly aud: string | readonly string[];
  readonly client_id: string;
}

interface ExchangingClient {
  readonly id: string;
  /** The identifier of the resource server that the client runs. */
  readonly resourceServer?: string | null | undefined;
}

/** Whether a token was issued to the client, or is for the resource server that it runs. */
export const isHeldBy = (token: Presented, client: ExchangingClient): boolean =>
  token.client_id === client.id || [token.aud].flat().some((audience) => audience === client.resourceServer);

/**
 * The policy that allows a subject token: it names an audience of the token, and how the client came by it. Throws
 * `invalid_request` (§2.2.2: the token is unacceptable based on policy).
 */
export function policyOf(
  token: Presented,
  client: ExchangingClient,
  policies: readonly ExchangePolicy[],
): ExchangePolicy {
  const audiences = [token.aud].flat();
  const found = policies.find(({ source, subjectTokens }) => {
    const isReceived = subjectTokens.includes("received") && client.resourceServer === source;
    const isOwn = subjectTokens.includes("own") && token.client_id === client.id;
    return audiences.includes(source) && (isReceived || isOwn);
  });
  if (found === undefined)
    throw invalidRequest("subject_token is not one that an exchange policy of this client names");
  return found;
}

/**
 * The scopes of the new token: those that the policy gives for the scopes of the subject's token, and of these the ones
 * that the request names. Throws `invalid_scope` for another one.
 */
export function exchangedScopes(
  held: readonly string[],
  { scopes: given }: Pick<ExchangePolicy, "scopes">,
  asked: string | undefined,
): readonly string[] {
  const byScope = new Map(Object.entries(given));
  const all = [...new Set(held.flatMap((scope) => parseScope(byScope.get(scope))))];
  if (asked === undefined) return all;
  const named = parseScope(asked);
  if (!named.every((scope) => all.includes(scope)))
    throw invalidScope("scope has one that the exchange policy does not give for this subject_token");
  return named;
}

/**
 * §4.1: the new actor, with those that acted before inside. Throws `invalid_request` if there are too many.
 *
 * @param before the actors of the subject's token
 */
export function actorOf(actor: string, before: Act | undefined): Act {
  if (depthOf(before) >= MOST_ACTORS) throw invalidRequest(`subject_token has ${MOST_ACTORS} actors already`);
  return { sub: actor, ...(before !== undefined && { act: before }) };
}

/** §4.4: `may_act` of the subject's token binds. Throws `invalid_request` for another actor. */
export function assertMayAct(actor: string, mayAct: Act | undefined): void {
  if (mayAct !== undefined && mayAct.sub !== actor)
    throw invalidRequest("the actor is not the one that may_act of subject_token names");
}

const depthOf = (act: Act | undefined): number => (act === undefined ? 0 : 1 + depthOf(act.act));
