import type { Client, RequestParameters } from "@countersign/rules";
import type { ClientAssertionStore } from "../../stores/client-assertions.ts";
import type { ClientStore } from "../../stores/clients.ts";
import type { ClientKeys } from "../keys.ts";
import type { ClientSecrets } from "../secrets.ts";

export interface ClientRequest {
  readonly authorization: string | undefined;
  readonly parameters: RequestParameters;
  /**
   * The addresses by which an assertion may mean us: the token endpoint's, and that of the endpoint that was called.
   */
  readonly endpoints?: () => readonly string[];
  /** What the limits count as one source of requests. */
  readonly source: string;
}

/** A limit on failures: a key over the limit has to wait, and a success asks no store. */
export interface FailureLimit {
  waitSeconds(key: string): number;
  fail(key: string): Promise<number>;
}

export interface GuessLimits {
  readonly clientFailuresPerSource: FailureLimit;
  readonly clientFailuresPerClientAndSource: FailureLimit;
}

/** Who a request says it is from, and what it shows for that. */
export interface ClientClaim {
  readonly clientId: string;
  readonly secret?: string;
  readonly assertion?: string;
}

/** What client authentication stands on. */
export interface ClientAuthenticationDependencies {
  readonly clients: Pick<ClientStore, "find" | "recordLimited" | "noteSecretUse">;
  readonly clientKeys: ClientKeys;
  readonly clientSecrets: Pick<ClientSecrets, "open">;
  readonly clientAssertions: ClientAssertionStore;
  readonly limits: GuessLimits;
  readonly issuer: string;
  readonly now: () => Date;
}

/** What a request can show to say which client it is from. Several methods may read one credential. */
export interface ClientCredential {
  /** For the log. */
  readonly name: string;
  isShown(request: ClientRequest): boolean;
  /** Reads the claim. Throws `invalid_client` or `invalid_request` when it is malformed. */
  claim(request: ClientRequest): ClientClaim;
}

/** One way for a client to authenticate (OIDC Core §9). */
export interface ClientAuthenticationMethod {
  readonly name: Client["tokenEndpointAuthMethod"];
  /** What its clients show; nothing but their `client_id` where there is none. */
  readonly credential?: ClientCredential;
  /** Whether the claim is true. Throws `invalid_client` where the log should know more than that it is not. */
  proves(
    claim: ClientClaim & Pick<ClientRequest, "endpoints">,
    client: Client,
    deps: Omit<ClientAuthenticationDependencies, "clients" | "limits">,
  ): boolean | Promise<boolean>;
}
