/** A request of a client to the token, revocation or introspection endpoint: RFC 6749 §2.3 and §3.2. */
import { invalidRequest, isOriginOf, type RequestParameters, refuseRepeated } from "@countersign/rules";
import type { Call } from "@countersign/service";
import { paths } from "../../paths.ts";
import { sourceOf } from "../../platform/http/address.ts";
import { formOf } from "../../platform/http/parameters.ts";
import { notingRefusals } from "../../platform/stores/client/noting-refusals.ts";
import type { RefusedAt } from "../../platform/stores/client/refused-requests.ts";
import {
  type AuthenticatedClient,
  authenticateClient,
  type ClientAuthenticationDependencies,
} from "../clients/authentication/authenticate.ts";
import type { ClientRequest } from "../clients/authentication/method.ts";
import type { CertificateOfCall, ClientCertificate } from "../clients/certificates/client-certificate.ts";

export interface AuthenticatedRequest {
  readonly parameters: RequestParameters;
  readonly client: AuthenticatedClient;
  readonly certificate: ClientCertificate | undefined;
}

/** What reading a request of a client depends on. */
export interface AuthenticatedRequestDependencies extends ClientAuthenticationDependencies {
  /** The certificate of a call; none at the public listener. */
  readonly certificateOf: CertificateOfCall;
  /** The address below which this listener has its endpoints. */
  readonly endpointsUrl: string;
}

/** The parameters by which a client authenticates. */
const AUTHENTICATING = ["client_id", "client_secret", "client_assertion", "client_assertion_type"];

/**
 * Reads the form of a request, and authenticates its client. Throws `invalid_request` for
 * repeated parameters and credentials, and every error of `authenticateClient`.
 */
export async function authenticatedRequest(
  call: Call,
  deps: AuthenticatedRequestDependencies,
  endpoint: RefusedAt,
): Promise<AuthenticatedRequest> {
  const parameters = await formOf(call);
  refuseRepeated(parameters, AUTHENTICATING);

  // §3.2.1: the client is authenticated before any other check.
  const certificate = deps.certificateOf(call);
  const client = await authenticateClient({ ...clientRequest(call, parameters, deps), endpoint, certificate }, deps);

  const { origin } = call.req.headers;
  if (origin !== undefined && isOriginOf(client, origin)) call.allowCredentialsFrom(origin);

  // §3.2: parameters are in the body, and none is repeated.
  if (parameters.repeated.size > 0) {
    notingRefusals({ client, endpoint, parameters }, deps, () => refuseRepeated(parameters));
  }
  return { parameters, client, certificate };
}

/** The input of client authentication: the credentials, and the URLs that an assertion may name as its audience. */
function clientRequest(
  call: Call,
  parameters: RequestParameters,
  { issuer, endpointsUrl }: AuthenticatedRequestDependencies,
): Omit<ClientRequest, "endpoint"> {
  // §2.3: if there is a second header, a proxy may have checked that one.
  const [authorization, second] = call.valuesOf("authorization");
  if (second !== undefined) throw invalidRequest("more than one client authentication method is used");

  const endpoints = () => [
    ...new Set([
      `${issuer}${paths.token}`,
      `${endpointsUrl}${paths.token}`,
      `${new URL(endpointsUrl).origin}${call.path}`,
    ]),
  ];
  return { authorization, parameters, source: sourceOf(call.address), endpoints };
}
