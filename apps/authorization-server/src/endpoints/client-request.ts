import { invalidRequest, type RequestParameters } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { ClientRequest } from "../clients/authentication/method.ts";
import { sourceOf } from "../http/address.ts";
import { paths } from "../paths.ts";

/**
 * What client authentication looks at: the credentials, and the addresses by which an assertion may mean us. Throws
 * `invalid_request` where there are credentials twice.
 */
export function clientRequest(call: Call, parameters: RequestParameters, issuer: string): ClientRequest {
  // RFC 6749 §2.3: a second one may be what a proxy looked at.
  const [authorization, second] = call.valuesOf("authorization");
  if (second !== undefined) throw invalidRequest("more than one client authentication method is used");

  const endpoints = () => [`${issuer}${paths.token}`, `${new URL(issuer).origin}${call.path}`];
  return { authorization, parameters, source: sourceOf(call.address), endpoints };
}
