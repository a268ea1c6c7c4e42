/** The guard of an API: it verifies the token of a request, its sender, and what an operation demands. */
import { type Access, keepToken, readAccess } from "./access.ts";
import { type Answer, challengeAnswer, invalidToken, type Refusal, refusalAnswer, STATUS_OF } from "./answer.ts";
import { bound, type Demand, type DemandContext } from "./demands.ts";
import { DPOP_ALGS } from "./dpop/rules.ts";
import { isInvalidJwt } from "./errors.ts";
import { metadataAnswer, metadataPaths, metadataUrl, type ResourceMetadata } from "./metadata.ts";
import { checkedIssuers, type GuardOptions, type IssuerOptions } from "./options.ts";
import { isRefused, refused } from "./refused.ts";
import {
  credentialsOf,
  type GuardRequest,
  hasTokenInQuery,
  isAccessToken,
  type PresentedToken,
  type Scheme,
} from "./request.ts";
import { scopeClosure } from "./scope-hierarchy.ts";
import { type SenderVerdict, senderCheck } from "./senders.ts";
import { tokenCheck } from "./tokens/verification.ts";

/** The verdict about a request: what its token allows, or the answer that refuses it. */
export type Verdict =
  | { readonly allowed: true; readonly access: Access; readonly headers: Answer["headers"] }
  | { readonly allowed: false; readonly answer: Answer };

export interface Guard {
  /** The identifier of this API. */
  readonly resource: string;
  /** Checks a request: token, sender and demands, in this order. It rejects only if a predicate of yours throws. */
  check(request: GuardRequest, demands?: readonly Demand[]): Promise<Verdict>;
  /** Checks demands that depend on something that a handler learns, upon an access that `check` gave. */
  demand(access: Access, demands: readonly Demand[], native?: unknown): Promise<Verdict>;
  /** What middlewares do with preflights of CORS. */
  readonly preflights: "answer" | "pass";
  /** The origins of Web pages that may call this API, if it is an MCP server. */
  readonly origins: readonly string[];
  /** The metadata of this API (RFC 9728), and the paths where it is served. */
  readonly metadata: {
    readonly paths: readonly string[];
    readonly document: ResourceMetadata;
    readonly answer: Answer;
  };
}

/** Makes the guard of an API. Throws a sentence for wrong options. It connects to nothing before a token comes. */
export function guard(options: GuardOptions): Guard {
  const issuers = checkedIssuers(options);
  const now = options.now ?? (() => new Date());
  const about = { realm: options.realm, metadata: metadataUrl(options.resource) };
  const schemes = schemesOf(options);
  const verify = tokenCheck({ ...options, issuers, now });
  const checkSender = senderCheck({ ...options, now });
  const always = options.dpop !== false && options.dpop?.required === true ? [bound()] : [];
  const isGranted = scopeClosure(options.scopeHierarchy ?? {});
  const document = documentOf(options, issuers);

  const contextOf = ({ scopes }: Access, native: unknown): DemandContext => {
    const granted = isGranted(scopes);
    return { hasScope: (scope) => granted.has(scope), native, now: now() };
  };
  const refuse = (err: unknown, scheme: Scheme): Verdict => {
    if (!isRefused(err)) throw err;
    const { error, detail } = err.refusal;
    options.onRefusal?.({ error, detail, status: STATUS_OF[error], cause: err.cause });
    return { allowed: false, answer: refusalAnswer(err.refusal, scheme, about) };
  };

  return {
    resource: options.resource,
    preflights: options.preflights ?? "answer",
    origins: [new URL(options.resource).origin, ...(options.origins ?? [])],
    metadata: { paths: metadataPaths(options.resource), document, answer: metadataAnswer(document) },
    async check(request, demands = []) {
      const credentials = credentialsOf(request.values("authorization")[0]);
      const scheme = credentials?.scheme ?? "Bearer";
      try {
        const presented = presentedToken(request, credentials);
        if (presented === undefined)
          return { allowed: false, answer: challengeAnswer(schemes, about, scopesOf(demands)) };

        const isLive = demands.some((demand) => demand.isLive === true);
        const claims = await verify(presented.token, isLive);
        const access = readable(() => readAccess(claims));
        const sender = await checkSender(request, presented, access.confirmation);
        keepToken(access, presented.token);
        await assertDemands([...always, ...demands], access, contextOf(access, request.native));
        return { allowed: true, access, headers: headersOf(sender) };
      } catch (err) {
        return refuse(err, scheme);
      }
    },
    async demand(access, demands, native) {
      try {
        await assertDemands(demands, access, contextOf(access, native));
        return { allowed: true, access, headers: [] };
      } catch (err) {
        return refuse(err, access.confirmation?.jkt === undefined ? "Bearer" : "DPoP");
      }
    },
  };
}

const schemesOf = ({ dpop, certificate }: GuardOptions): readonly Scheme[] => {
  if (dpop === false) return ["Bearer"];
  // A token that is bound to a certificate is presented as a bearer token (RFC 8705 §3).
  return dpop?.required === true && certificate === undefined ? ["DPoP"] : ["Bearer", "DPoP"];
};

/** The token of a request; undefined if none was sent. Throws a refusal (RFC 6750 §2, RFC 9700 §4.3.2). */
function presentedToken(request: GuardRequest, credentials: PresentedToken | undefined): PresentedToken | undefined {
  if (hasTokenInQuery(request.target))
    throw invalidRequest("the access token may not be sent in the query: send it in the header Authorization");
  if (request.values("authorization").length > 1) throw invalidRequest("the access token must be sent once");
  if (credentials === undefined) return undefined;
  if (credentials.token === "") throw invalidRequest("the Authorization header has no token");
  if (!isAccessToken(credentials.token)) throw refused(invalidToken("malformed"));
  return credentials;
}

const invalidRequest = (description: string) => refused({ error: "invalid_request", description });

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (err) {
    throw isInvalidJwt(err) ? refused(invalidToken(err.detail)) : err;
  }
}

const scopesOf = (demands: readonly Demand[]) => [...new Set(demands.flatMap(({ scopes = [] }) => scopes))];

/** Throws the first shortfall. All scopes of the operation are named at once, so that a client asks once. */
async function assertDemands(demands: readonly Demand[], access: Access, context: DemandContext): Promise<void> {
  for (const demand of demands) {
    const shortfall = await demand.check(access, context);
    if (shortfall === undefined) continue;
    const { namesScopes = false, ...refusal } = shortfall;
    throw refused({ ...refusal, scopes: namesScopes ? scopesOf(demands) : undefined } satisfies Refusal);
  }
}

const headersOf = ({ nonce }: SenderVerdict): Answer["headers"] =>
  nonce === undefined
    ? []
    : [
        ["dpop-nonce", nonce],
        ["access-control-expose-headers", "DPoP-Nonce"],
      ];

function documentOf(options: GuardOptions, issuers: readonly IssuerOptions[]): ResourceMetadata {
  const { resource, scopes, dpop, certificate, detailTypes, name, documentation } = options;
  return {
    resource,
    authorization_servers: issuers.map(({ issuer }) => issuer),
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
    dpop_signing_alg_values_supported: dpop === false ? undefined : DPOP_ALGS,
    dpop_bound_access_tokens_required: dpop !== false && dpop?.required === true ? true : undefined,
    tls_client_certificate_bound_access_tokens: certificate === undefined ? undefined : true,
    authorization_details_types_supported: detailTypes,
    resource_name: name,
    resource_documentation: documentation,
  };
}
