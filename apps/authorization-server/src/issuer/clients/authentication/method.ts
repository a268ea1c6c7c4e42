import type { Client, RequestParameters } from "@countersign/rules";
import type { ClientUses } from "../../../platform/stores/client/client-uses.ts";
import type { ClientStore } from "../../../platform/stores/client/clients.ts";
import type { NotingDependencies } from "../../../platform/stores/client/noting-refusals.ts";
import type { ClientAssertionStore } from "../../../platform/stores/client/once/client-assertions.ts";
import type { RefusedAt } from "../../../platform/stores/client/refused-requests.ts";
import type { TrustedAssertions } from "../assertions/trusted-assertions.ts";
import type { ClientCertificate } from "../certificates/client-certificate.ts";
import type { Trust } from "../certificates/trust.ts";
import type { ClientDocuments } from "../documents/documents.ts";
import type { ClientKeys } from "../keys.ts";
import type { ClientSecrets } from "../secrets.ts";

export interface ClientRequest {
  readonly authorization: string | undefined;
  readonly parameters: RequestParameters;
  /** The endpoint that was called. */
  readonly endpoint: RefusedAt;
  /** The URLs that an assertion may name as its audience: the token endpoint and the endpoint that was called. */
  readonly endpoints?: () => readonly string[];
  /** The certificate of the client, at the listener for clients with certificates. */
  readonly certificate?: ClientCertificate | undefined;
  /** The source that the limits count requests for. */
  readonly source: string;
}

/** A limit on failures. A key over the limit has to wait. A success needs no store access. */
export interface FailureLimit {
  waitSeconds(key: string): number;
  fail(key: string): Promise<number>;
}

export interface GuessLimits {
  readonly clientFailuresPerSource: FailureLimit;
  readonly clientFailuresPerClientAndSource: FailureLimit;
}

/** The client that a request names, with the credentials that it sent. */
export interface ClientClaim {
  readonly clientId: string;
  readonly secret?: string;
  readonly assertion?: string;
}

/** What client authentication depends on. */
export interface ClientAuthenticationDependencies extends NotingDependencies {
  readonly clients: Pick<ClientStore, "find" | "recordLimited" | "noteSecretUse">;
  readonly clientUses: Pick<ClientUses, "noteSecret">;
  readonly clientDocuments: Pick<ClientDocuments, "forClientRequest">;
  readonly clientKeys: ClientKeys;
  readonly clientSecrets: Pick<ClientSecrets, "open">;
  readonly clientAssertions: ClientAssertionStore;
  /** What verifies the assertions of trusted issuers. */
  readonly trustedAssertions: TrustedAssertions;
  /** The authorities that certificates of clients may come from; none if there are none. */
  readonly trust: Trust | undefined;
  readonly limits: GuessLimits;
  readonly issuer: string;
  readonly now: () => Date;
}

/** A kind of credential by which a request identifies its client. Several methods may use the same credential. */
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
  /** The credential that its clients send; absent when they send only their `client_id`. */
  readonly credential?: ClientCredential;
  /** Whether the credential is valid. Throws `invalid_client` when the log should contain a more exact reason. */
  proves(
    claim: ClientClaim & Pick<ClientRequest, "endpoints" | "certificate">,
    client: Client,
    deps: Omit<ClientAuthenticationDependencies, "clients" | "clientDocuments" | "limits" | "trustedAssertions">,
  ): boolean | Promise<boolean>;
}
