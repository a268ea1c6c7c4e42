/** What a grant type is: RFC 6749 §4. One file a grant, one table of them. */
import { type Client, type RequestParameters, takeParameters } from "@countersign/rules";
import type { z } from "zod";
import type { AuthorizationStore } from "../stores/authorizations.ts";
import type { RefreshTokenStore } from "../stores/refresh-tokens.ts";
import type { TokenIssuer, TokenResponse } from "../tokens/token-response.ts";

/** All that a grant may use. */
export interface GrantDependencies {
  readonly authorizations: AuthorizationStore;
  readonly refreshTokens: RefreshTokenStore;
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

export type GrantTable = ReadonlyMap<string, Grant>;
