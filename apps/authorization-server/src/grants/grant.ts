/** The definition of a grant type: RFC 6749 §4. Each grant has one file, and one table lists all grants. */
import { ProtocolError, type RequestParameters, type Resource, type Sender, takeParameters } from "@countersign/rules";
import type { z } from "zod";
import type { AuthenticatedClient } from "../clients/authentication/authenticate.ts";
import type { TokenResponse } from "../tokens/token-issuer.ts";

/** The client that makes a token request, and its address. */
export interface Requester {
  readonly client: AuthenticatedClient;
  readonly sender: Sender;
  /** The network address, for the audit trail. */
  readonly address: string;
}

/** One grant type: the parameters that it reads, its dependencies, and its exchange of parameters for tokens. */
interface GrantDefinition<P, D> {
  readonly grantType: string;
  readonly params: z.ZodType<P>;
  readonly exchange: (request: { params: P } & Requester, deps: D) => Promise<TokenResponse>;
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
      exchange({ params: takeParameters(params, parameters), ...requester }, deps),
  };
}

/** RFC 8707 §2.2: a person's approval is for one resource server. A token for another one is refused. */
export function assertResource(requested: string | undefined, userinfoResource: Resource): void {
  if (requested !== undefined && requested !== userinfoResource.identifier)
    throw new ProtocolError("invalid_target", "resource is unknown", requested);
}
