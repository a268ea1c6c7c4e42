/** The definition of a grant type: RFC 6749 §4. Each grant has one file, and one table lists all grants. */
import { type RequestParameters, type Sender, takeParameters } from "@countersign/rules";
import type { z } from "zod";
import type { AuthenticatedClient } from "../clients/authentication/authenticate.ts";
import type { TokenResponse } from "../tokens/token-issuer.ts";

/** The client that makes a token request, and its address. */
export interface Requester {
  readonly client: AuthenticatedClient;
  readonly sender: Sender;
  /** The network address, for the audit log. */
  readonly address: string;
  /** The reference of the request, by which the log has it. */
  readonly reference?: string | undefined;
}

/** A token request to one grant. */
export interface TokenRequest<P> extends Requester {
  readonly params: P;
  /** The resource servers that the request names (RFC 8707 §2.2). */
  readonly resources: readonly string[];
}

/** One grant type: the parameters that it reads, its dependencies, and its exchange of parameters for tokens. */
interface GrantDefinition<P, D> {
  readonly grantType: string;
  readonly params: z.ZodType<P>;
  readonly exchange: (request: TokenRequest<P>, deps: D) => Promise<TokenResponse>;
}

/** @typeParam D the dependencies of the grant, and nothing else */
export interface Grant<D> {
  readonly grantType: string;
  readonly exchange: (parameters: RequestParameters, requester: Requester, deps: D) => Promise<TokenResponse>;
}

/** Creates a grant that parses its parameters before the exchange. */
export function defineGrant<P, D>({ grantType, params, exchange }: GrantDefinition<P, D>): Grant<D> {
  return {
    grantType,
    exchange: async (parameters, requester, deps) =>
      exchange({ params: takeParameters(params, parameters), resources: parameters.resources, ...requester }, deps),
  };
}
