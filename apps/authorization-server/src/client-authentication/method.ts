import type { Client, RequestParameters } from "@countersign/rules";

export interface ClientRequest {
  readonly authorization: string | undefined;
  readonly parameters: RequestParameters;
}

/** Who a request says it is from, and the secret it shows for that. */
export interface ClientClaim {
  readonly clientId: string;
  readonly secret?: string;
}

/** One way for a client to authenticate (OIDC Core §9). */
export interface ClientAuthenticationMethod {
  readonly name: Client["tokenEndpointAuthMethod"];
  isUsed(request: ClientRequest): boolean;
  /** Reads the claim. Throws `invalid_client` or `invalid_request` when it is malformed. */
  claim(request: ClientRequest): ClientClaim;
  proves(claim: ClientClaim, client: Client): boolean;
}
