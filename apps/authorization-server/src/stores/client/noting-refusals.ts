/** Notes why a request of a known client is refused. What the client is answered does not depend on it. */
import { ProtocolError } from "@countersign/rules";
import type { Refusal, RefusedRequests } from "./refused-requests.ts";

export interface NotingDependencies {
  readonly refusedRequests: Pick<RefusedRequests, "note">;
  readonly now: () => Date;
}

/** Runs `work`, and notes the error of the protocol that it throws. */
export async function notingRefusals<T>(
  request: Pick<Refusal, "client" | "endpoint" | "parameters">,
  { refusedRequests, now }: NotingDependencies,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (err) {
    if (err instanceof ProtocolError) refusedRequests.note({ ...request, error: err, at: now() });
    throw err;
  }
}
