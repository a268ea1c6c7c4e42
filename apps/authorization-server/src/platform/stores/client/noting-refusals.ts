/** Notes why a request of a known client is refused. The answer to the client does not depend on it. */
import { ProtocolError } from "@countersign/rules";
import type { Refusal, RefusedRequests } from "./refused-requests.ts";

export interface NotingDependencies {
  readonly refusedRequests: Pick<RefusedRequests, "note">;
  readonly now: () => Date;
}

/** Runs `work`, and notes the error of the protocol that it throws. Work that is synchronous stays so. */
export function notingRefusals<T>(
  request: Pick<Refusal, "client" | "endpoint" | "parameters">,
  { refusedRequests, now }: NotingDependencies,
  work: () => T,
): T {
  const refuse = (err: unknown): never => {
    if (err instanceof ProtocolError) refusedRequests.note({ ...request, error: err, at: now() });
    throw err;
  };
  try {
    const outcome = work();
    return outcome instanceof Promise ? (outcome.catch(refuse) as T) : outcome;
  } catch (err) {
    return refuse(err);
  }
}
