/** Verifies the assertions of trusted issuers: RFC 7521 §4.1 and §5.2, RFC 7523 §3. */
import {
  claimedIssuer,
  type GrantAssertionClaims,
  isInvalidJwt,
  isKeysUnavailable,
  verifyGrantAssertion,
} from "@countersign/jwt";
import {
  invalidClient,
  invalidGrant,
  JWT_BEARER,
  ProtocolError,
  type RequestParameters,
  type WorkloadRule,
  workloadOf,
} from "@countersign/rules";
import type { TrustedIssuer, TrustedIssuerStore } from "../../../platform/stores/client/trusted-issuers.ts";
import type { ClientKeys } from "../keys.ts";

/** An assertion that its issuer made, for us, and that is valid now. It may have been used. */
export interface TrustedAssertion {
  readonly issuer: TrustedIssuer;
  readonly claims: GrantAssertionClaims;
}

export interface TrustedAssertions {
  /** Throws `invalid_grant`, which names the claim that is wrong and what to do. */
  verify(assertion: string): Promise<TrustedAssertion>;
}

interface Parts {
  readonly trustedIssuers: Pick<TrustedIssuerStore, "find">;
  readonly clientKeys: Pick<ClientKeys, "of">;
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly now: () => Date;
}

/** One sentence where the cause would tell which issuers and people there are. */
export const givesNothing = (detail: string) =>
  invalidGrant(
    "assertion: iss and sub give no access here: an administrator trusts issuers and connects people",
    detail,
  );

export function trustedAssertions({ trustedIssuers, clientKeys, now, ...us }: Parts): TrustedAssertions {
  return {
    async verify(assertion) {
      const named = await orInvalidGrant(async () => claimedIssuer(assertion));
      const issuer = await trustedIssuers.find(named);
      if (issuer === undefined) throw givesNothing("iss is not trusted");
      const keys = clientKeys.of({ jwks: issuer.jwks ?? undefined, jwksUri: issuer.jwksUri ?? undefined });
      if (keys === undefined) throw givesNothing("the trusted issuer has no keys");
      const expected = {
        ...{ keys, algs: issuer.signingAlgs, issuer: issuer.issuer, maxLifetimeSeconds: issuer.maxLifetimeSeconds },
        audience: issuer.audience === "issuer" ? us.issuer : us.tokenEndpoint,
        now: now(),
      };
      return { issuer, claims: await orInvalidGrant(() => verifyGrantAssertion(assertion, expected)) };
    },
  };
}

async function orInvalidGrant<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (err) {
    if (isInvalidJwt(err)) throw invalidGrant(`assertion: ${err.detail}`);
    if (!isKeysUnavailable(err)) throw err;
    // If our own limit on fetches is reached, the assertion is not at fault.
    throw err.cause instanceof ProtocolError
      ? err.cause
      : invalidGrant("assertion: the keys of the trusted issuer cannot be fetched: try again, or give its keys");
  }
}

/**
 * The assertion of a request that brings one and nothing of a client (RFC 7521 §4.1): a program may authenticate by
 * nothing else. Undefined for every other request.
 */
export function onlyAssertion({ authorization, endpoint, parameters }: BroughtBy): string | undefined {
  if (endpoint !== "token" || parameters.get("grant_type") !== JWT_BEARER || authorization !== undefined)
    return undefined;
  const brings = (name: string) => parameters.get(name) !== undefined || parameters.repeated.has(name);
  return OF_CLIENTS.some(brings) ? undefined : parameters.get("assertion");
}

/** The parts of a request that say what it brings. */
interface BroughtBy {
  readonly authorization: string | undefined;
  readonly endpoint: string;
  readonly parameters: RequestParameters;
}

const OF_CLIENTS = ["client_id", "client_secret", "client_assertion", "client_assertion_type"];

/**
 * The id of the client that a program acts as. Throws what `verify` throws, and `invalid_client` if the assertion
 * stands for a person: then a client has to authenticate (RFC 7523 §3.1).
 */
export async function workloadClient(assertion: string, assertions: TrustedAssertions): Promise<string> {
  const { issuer, claims } = await assertions.verify(assertion);
  if (issuer.subject === "person") throw invalidClient("no client authentication beside the assertion of a person");
  return ruleFor(issuer, claims).client;
}

/** The rule that an assertion of a program fits. Throws `invalid_grant` if there is none. */
export function ruleFor({ workloads }: TrustedIssuer, claims: GrantAssertionClaims, clientId?: string): WorkloadRule {
  const rule = workloadOf(workloads, claims, clientId);
  if (rule !== undefined) return rule;
  throw invalidGrant("assertion: its claims fit no workload rule of the trusted issuer: compare them with its rules");
}
