/** What a grant type is: RFC 6749 §4. One file a grant, one table of them. */
import { type Client, ProtocolError, type RequestParameters, type Resource, takeParameters } from "@countersign/rules";
import type { z } from "zod";
import type { AuthorizationStore } from "../stores/authorizations.ts";
import type { RefreshTokenStore } from "../stores/refresh-tokens.ts";
import type { ResourceServerStore } from "../stores/resource-servers.ts";
import type { StandingAuthorizationStore } from "../stores/standing-authorizations.ts";
import type { TokenIssuer, TokenResponse } from "../tokens/token-response.ts";

/** All that a grant may use. */
export interface GrantDependencies {
  readonly authorizations: AuthorizationStore;
  readonly refreshTokens: RefreshTokenStore;
  readonly standingAuthorizations: StandingAuthorizationStore;
  readonly resources: Pick<ResourceServerStore, "find">;
  /** Who tokens are for where a request names nobody. */
  readonly userinfoResource: Resource;
  readonly tokens: TokenIssuer;
  readonly now: () => Date;
}

/** Who makes a token request, and from where. */
export interface Requester {
  readonly client: Client;
  /** The network address, for the audit trail. */
  readonly address: string;
}

/** One grant type: the parameters it reads, and what it gives for them. */
interface GrantDefinition<P> {
  readonly grantType: string;
  readonly params: z.ZodType<P>;
  exchange(request: { params: P } & Requester, deps: GrantDependencies): Promise<TokenResponse>;
}

export interface Grant {
  readonly grantType: string;
  exchange(parameters: RequestParameters, requester: Requester, deps: GrantDependencies): Promise<TokenResponse>;
}

/** Makes a grant that takes its parameters before it exchanges them. */
export function defineGrant<P>(definition: GrantDefinition<P>): Grant {
  return {
    grantType: definition.grantType,
    async exchange(parameters, requester, deps) {
      const params = takeParameters(definition.params, parameters);
      return definition.exchange({ params, ...requester }, deps);
    },
  };
}

/** RFC 8707 §2.2: what a person allowed is for one resource server, and a token for another is not to be had. */
export function assertResource(
  requested: string | undefined,
  { userinfoResource }: Pick<GrantDependencies, "userinfoResource">,
): void {
  if (requested !== undefined && requested !== userinfoResource.identifier)
    throw new ProtocolError("invalid_target", "resource is unknown", requested);
}

export type GrantTable = ReadonlyMap<string, Grant>;
