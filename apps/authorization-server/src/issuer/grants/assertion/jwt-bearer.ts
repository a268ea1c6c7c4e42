/**
 * JWT bearer grant: RFC 7523 §2.1. A trusted issuer asserts who a person is, or which program asks. There is no refresh
 * token: the issuer makes another assertion for another access token (RFC 7521 §4.1).
 */
import {
  assertBoundFor,
  type Client,
  invalidClient,
  invalidGrant,
  invalidScope,
  isPublicClient,
  JWT_BEARER,
  parseScope,
  registeredItself,
  scopesWithRoles,
} from "@countersign/rules";
import { z } from "zod";
import type { GrantAssertionStore } from "../../../platform/stores/client/once/grant-assertions.ts";
import type { Spending } from "../../../platform/stores/client/once/one-time-jwts.ts";
import type { ResourceServer } from "../../../platform/stores/client/resource-servers.ts";
import type { TrustedIssuer, TrustedIssuerStore } from "../../../platform/stores/client/trusted-issuers.ts";
import type { AuthorizationStore } from "../../../platform/stores/issued/authorizations.ts";
import type { StandingAuthorizationStore } from "../../../platform/stores/issued/standing-authorizations.ts";
import type { FederatedIdentityStore } from "../../../platform/stores/ways-in/federated-identities.ts";
import type { IdentityProviderStore } from "../../../platform/stores/ways-in/identity-providers.ts";
import {
  givesNothing,
  ruleFor,
  type TrustedAssertion,
  type TrustedAssertions,
} from "../../clients/assertions/trusted-assertions.ts";
import { groundsOf } from "../../tokens/access-token.ts";
import { type AudienceDependencies, audienceFor } from "../../tokens/audience.ts";
import type { TokenIssuer } from "../../tokens/token-issuer.ts";
import { defineGrant, type Requester } from "../grant.ts";
import { type AssertedResourceDependencies, assertedResource } from "./asserted-resource.ts";

interface JwtBearerDependencies extends Omit<AudienceDependencies, "resources"> {
  readonly resources: AudienceDependencies["resources"] & AssertedResourceDependencies["resources"];
  readonly trustedAssertions: TrustedAssertions;
  readonly trustedIssuers: Pick<TrustedIssuerStore, "isUnchanged">;
  readonly grantAssertions: GrantAssertionStore;
  readonly identityProviders: Pick<IdentityProviderStore, "find">;
  readonly federatedIdentities: Pick<FederatedIdentityStore, "find">;
  readonly authorizations: Pick<AuthorizationStore, "create">;
  readonly standingAuthorizations: StandingAuthorizationStore;
  readonly tokens: Pick<TokenIssuer, "issue">;
  readonly now: () => Date;
}

/** What was found for an assertion: everything but its single use is checked. */
interface Accepted extends Requester {
  readonly assertion: TrustedAssertion;
  readonly resource: ResourceServer;
  readonly scopes: readonly string[];
  readonly at: Date;
}

export const jwtBearer = defineGrant({
  grantType: JWT_BEARER,

  params: z.object({ assertion: z.string(), scope: z.string().optional() }),

  async exchange({ params, resources, ...requester }, deps: JwtBearerDependencies) {
    const { client, sender } = requester;
    // RFC 7523 §3: signature, issuer, audience and times. Each error names the claim.
    const assertion = await deps.trustedAssertions.verify(params.assertion);
    const { issuer } = assertion;
    const isPerson = issuer.subject === "person";
    const identity = isPerson ? await identityOf(assertion, client, deps) : undefined;
    const given = isPerson ? issuer.scopes : scopesOfRule(assertion, client);

    // RFC 8707 §2.2: one resource server, among those of the trusted issuer.
    const resource = await assertedResource({ issuer, named: resources, scope: params.scope, client }, deps);
    assertBoundFor(resource, sender);
    const scopes = scopesFor(params.scope, [given, client.scopes, resource.scopes]);

    // §3 item 7: one of several callers uses the assertion, before anything is issued.
    assertFirst(await deps.grantAssertions.spend(issuer.issuer, assertion.claims));
    const accepted = { ...requester, assertion, resource, scopes, at: deps.now() };
    return identity === undefined ? issueToProgram(accepted, deps) : issueFor(identity, accepted, deps);
  },
});

/** Scopes that every limit allows: all of them, or those that the request names. */
function scopesFor(scope: string | undefined, limits: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = limits;
  const allowed = first.filter((one) => others.every((limit) => limit.includes(one)));
  if (scope === undefined) return allowed;
  const asked = parseScope(scope);
  if (asked.every((one) => allowed.includes(one))) return asked;
  throw invalidScope("scope has one that the trusted issuer, the client or the resource server does not allow");
}

function scopesOfRule({ issuer, claims }: TrustedAssertion, client: Client): readonly string[] {
  const rule = ruleFor(issuer, claims, client.id);
  return issuer.scopes.filter((scope) => rule.scopes?.includes(scope) ?? true);
}

/** The connection of the person whom the assertion stands for: by `iss` and `sub`, and by no other claim. */
async function identityOf({ issuer, claims }: TrustedAssertion, client: Client, deps: JwtBearerDependencies) {
  // RFC 7523 §3.1: who acts for a person proves who it is.
  if (isPublicClient(client)) throw invalidClient("a public client beside the assertion of a person");
  assertFor(client, issuer);
  const provider = issuer.provider === null ? undefined : await deps.identityProviders.find(issuer.provider);
  if (provider === undefined) throw givesNothing("the provider of the trusted issuer is disabled or gone");
  const subject = { providerId: provider.id, issuer: claims.iss, subject: claims.sub };
  const identity = await deps.federatedIdentities.find(subject);
  if (identity === undefined) throw givesNothing("no account is connected to sub");
  if (!identity.isEnabled) throw givesNothing("the account is disabled");
  return identity;
}

function assertFor(client: Client, { clients, withoutConsent }: TrustedIssuer): void {
  if (!clients.includes(client.id))
    throw invalidGrant("assertion: the trusted issuer is not for this client: an administrator lists its clients");
  const asks = client.consentPolicy !== "implicit" || registeredItself(client);
  if (asks && !withoutConsent)
    throw invalidGrant("assertion: people are asked for consent to this client: set without_consent, or sign them in");
}

/** For the log and the caller. The last two causes end by themselves. */
const NOT_FIRST: Readonly<Record<Exclude<Spending, "first">, string>> = {
  used: "assertion: its jti was used before: ask the issuer for a new token",
  before_proof: "assertion: the proof beside it may have been used: ask the issuer for a new token",
  before_store: "assertion: its jti may have been used before: ask the issuer for a new token",
};

function assertFirst(spending: Spending): void {
  if (spending !== "first") throw invalidGrant(NOT_FIRST[spending]);
}

/** A program gets what its client may have for itself. It ends with that, or when the issuer is changed. */
async function issueToProgram(accepted: Accepted, deps: JwtBearerDependencies) {
  const { assertion, client, sender, resource, at } = accepted;
  const authorizationId = await deps.standingAuthorizations.findOrCreate(client.id, at);
  if (authorizationId === undefined) throw invalidClient("disabled meanwhile");
  // Looked at after the row was found: a change before that is seen here, and one after it ends the row.
  if (!(await deps.trustedIssuers.isUnchanged(assertion.issuer))) throw givesNothing("changed meanwhile");

  const scopes = scopesWithRoles(accepted.scopes, resource, []);
  const itself = { clientId: client.id, sub: client.id };
  return deps.tokens.issue({ authorizationId, ...itself, scopes, resource }, sender, at);
}

async function issueFor(
  { id: identityId, userId }: Awaited<ReturnType<typeof identityOf>>,
  { assertion: { issuer }, client, sender, address, reference, resource, scopes, at }: Accepted,
  deps: JwtBearerDependencies,
) {
  const userinfo = deps.userinfoResource.identifier;
  const isUserinfo = resource.identifier === userinfo;
  const created = await deps.authorizations.create({
    clientId: client.id,
    clientRevision: client.revision ?? 0,
    sector: client.sector,
    grounds: { kind: "assertion", issuer, identityId, address, reference },
    // OIDC Core §2: nothing is known of how they signed in, so the token says nothing of it.
    signIn: { userId, authenticatedAt: at, acr: "0", amr: [] },
    scopes: isUserinfo ? scopes : [],
    claims: { userinfo: [], idToken: [] },
    resource: userinfo,
    resources: isUserinfo ? undefined : { [resource.identifier]: scopes },
    nonce: undefined,
    codeChallenge: undefined,
    createdAt: at,
    codeTtlSeconds: undefined,
    tokenTtlSeconds: resource.accessTokenTtlSeconds,
    sessionIdleSeconds: 0,
  });
  if (created === undefined) throw givesNothing("changed meanwhile");

  const { authorization } = created;
  const audience = await audienceFor(authorization, { named: undefined, asked: undefined, client }, deps);
  const { signIn: _, ...grounds } = groundsOf(authorization, audience);
  return deps.tokens.issue(grounds, sender, at);
}
