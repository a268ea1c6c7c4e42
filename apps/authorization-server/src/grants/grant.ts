/** What a grant type is: RFC 6749 §4. One file a grant, one table of them. */
import { ProtocolError, type RequestParameters, type Resource, type Sender, takeParameters } from "@countersign/rules";
import type { z } from "zod";
import type { AuthenticatedClient } from "../clients/authentication/authenticate.ts";
import type { TokenResponse } from "../tokens/token-issuer.ts";

/** Who makes a token request, and from where. */
export interface Requester {
  readonly client: AuthenticatedClient;
  readonly sender: Sender;
  /** The network address, for the audit trail. */
  readonly address: string;
}

/** One grant type: the parameters it reads, what it works with, and what it gives for them. */
interface GrantDefinition<P, D> {
  readonly grantType: string;
  readonly params: z.ZodType<P>;
  readonly exchange: (request: { params: P } & Requester, deps: D) => Promise<TokenResponse>;
}

/** @typeParam D what the grant works with, and nothing else */
export interface Grant<D> {
  readonly grantType: string;
  readonly exchange: (parameters: RequestParameters, requester: Requester, deps: D) => Promise<TokenResponse>;
}

/** Makes a grant that takes its parameters before it exchanges them. */
export function defineGrant<P, D>({ grantType, params, exchange }: GrantDefinition<P, D>): Grant<D> {
  return {
    grantType,
    exchange: async (parameters, requester, deps) =>
      exchange({ params: takeParameters(params, parameters), ...requester }, deps),
  };
}

/** RFC 8707 §2.2: what a person allowed is for one resource server, and a token for another is not to be had. */
export function assertResource(requested: string | undefined, userinfoResource: Resource): void {
  if (requested !== undefined && requested !== userinfoResource.identifier)
    throw new ProtocolError("invalid_target", "resource is unknown", requested);
}
