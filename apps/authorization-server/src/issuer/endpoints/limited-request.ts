/** Limits on the requests of clients that cost work: RFC 6819 §4.4.1.11. */
import { isPublicClient, ProtocolError, type ProvedParts, tooManyRequests } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { sourceOf } from "../../platform/http/address.ts";
import { notingRefusals } from "../../platform/stores/client/noting-refusals.ts";
import type { RefusedAt } from "../../platform/stores/client/refused-requests.ts";
import { senderOf } from "../sender/sender.ts";
import {
  type AuthenticatedRequest,
  type AuthenticatedRequestDependencies,
  authenticatedRequest,
} from "./authenticated-request.ts";
import { besideProof } from "./beside-proof.ts";

/**
 * The cost of a refused request for its source, so that a source whose requests are always refused is limited early.
 */
const REFUSED_POINTS = 20;

/** A request of an authenticated client, with what it proves of its sender. */
export interface LimitedRequest extends AuthenticatedRequest {
  /** Uses the proof up that the request has, and returns all that is proved. Throws `invalid_dpop_proof`. */
  readonly prove: () => Promise<ProvedParts>;
}

type LimitedDependencies = AuthenticatedRequestDependencies &
  Pick<Dependencies, "limits" | "senders" | "grantAssertions" | "requestObjects">;

/**
 * Counts a request for its source, verifies what it proves of its sender, authenticates its client, and answers it.
 * Throws `temporarily_unavailable` with `retryAfterSeconds` at the limit, every error of `senderOf` and
 * `authenticatedRequest`, and those of `answer`.
 *
 * @param endpoint where the request is noted if it is refused
 * @param answer gets the dependencies with which it may use up what the request has
 */
export async function answerLimited<D extends LimitedDependencies>(
  call: Call,
  deps: D,
  endpoint: RefusedAt,
  answer: (request: LimitedRequest, deps: D) => Promise<void>,
): Promise<void> {
  const { tokenRequestsPerSource } = deps.limits;
  const source = sourceOf(call.address);
  assertBelowLimit(tokenRequestsPerSource.count(source));
  const costly = async <T>(step: Promise<T>): Promise<T> => {
    try {
      return await step;
    } catch (err) {
      if (err instanceof ProtocolError && isFault(err)) tokenRequestsPerSource.count(source, REFUSED_POINTS);
      throw err;
    }
  };

  const proving = senderOf(call, deps);
  const sender = proving instanceof Promise ? await costly(proving) : proving;
  const within = sender.proof === undefined ? deps : { ...deps, ...besideProof(sender.proof, deps) };
  const request = await costly(authenticatedRequest(call, within, endpoint));
  // For a confidential client, a refused request costs as much as any other. Strangers can bring codes to its
  // redirect URI, and the client sends them on. They must not be able to lock it out.
  const prove = async () => ({ key: await sender.use(), certificate: request.certificate?.thumbprint });
  const answered = notingRefusals({ ...request, endpoint }, deps, () => answer({ ...request, prove }, within));
  await (isPublicClient(request.client) ? costly(answered) : answered);
}

// An outage is not the client's fault. Neither is a limit of ours that others have used up, nor a person who has not
// decided yet (RFC 8628 §3.5).
const isFault = ({ status, code }: ProtocolError) =>
  status !== 503 && code !== "authorization_pending" && code !== "slow_down";

export function assertBelowLimit(waitSeconds: number): void {
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}
