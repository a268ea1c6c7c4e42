/**
 * How a request came: whether its client pushed it, and whether it was signed. What the client demands of that counts
 * when the request is answered (RFC 9126 §7.4), so it is stored with a request that waits (decision 164).
 */
import {
  type Client,
  hasRequestObject,
  invalidRequest,
  type ProtocolError,
  type RequestParameters,
  readParameters,
  refusalOfUnsigned,
  remedyOf,
  requiresPushedRequests,
} from "@countersign/rules";
import type { Dependencies } from "../../../dependencies.ts";
import type { SentRequest } from "../../../platform/stores/requests/parked-request.ts";
import type { ArrivedRequest } from "./arrived-request.ts";
import { mustSign } from "./resolve-request-object.ts";

/**
 * Marks a stored request that came without a signature. It is one of the parameters, which the previous version keeps
 * as they are. That version did not store it: its requests count as signed.
 */
const UNSIGNED = "countersign_unsigned";

/** The parameters of a request that waits, with the mark first: when a request is read again, `resource` is last. */
export function toStore(parameters: RequestParameters, unsigned: boolean): SentRequest["parameters"] {
  const sent = [...parameters.entries()].filter(([name]) => name !== UNSIGNED);
  return unsigned ? [[UNSIGNED, "true"], ...sent] : sent;
}

/** Reads the parameters of a stored request, and whether it came without a signature. */
export function readStored(stored: SentRequest["parameters"]) {
  const sent = stored.filter(([name]) => name !== UNSIGNED);
  return { parameters: readParameters(sent), unsigned: sent.length < stored.length };
}

/** Whether a request that arrives comes without a signature; one of our request URIs stands for a stored request. */
export const isUnsigned = ({ parameters, unsigned }: Pick<ArrivedRequest, "parameters" | "unsigned">): boolean =>
  unsigned ?? !hasRequestObject(parameters);

interface Way extends Pick<ArrivedRequest, "pushed"> {
  readonly unsigned: boolean;
}

/** The error of a request that should have been pushed (RFC 9126 §5 and §6) or signed. */
export function refusalOfWay(
  { pushed, unsigned }: Way,
  client: Client,
  deps: Pick<Dependencies, "pushedRequests" | "signedRequests">,
): ProtocolError | undefined {
  const mustPush = deps.pushedRequests.areRequired || requiresPushedRequests(client);
  if (pushed === undefined && mustPush) {
    return invalidRequest("the request must be pushed", undefined, remedyOf("push_requests"));
  }
  return refusalOfUnsignedBy(client, unsigned, deps);
}

/** RFC 9101 §10.5: the error of a request without a signature, of a client that must sign. */
export const refusalOfUnsignedBy = (
  client: Client,
  unsigned: boolean,
  deps: Pick<Dependencies, "signedRequests">,
): ProtocolError | undefined => refusalOfUnsigned(unsigned, mustSign(client, deps));
