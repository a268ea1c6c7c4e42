/** A page reads each thing once, no matter how many of its parts need it. */
import { type AdminClient, OPERATIONS, type OperationId } from "@countersign/admin-client";

interface Input {
  readonly query?: { readonly cursor?: unknown };
}
type Call = (input?: Input) => Promise<unknown>;

/**
 * The same client for one request of a browser: a read that is repeated is sent once, until something is changed. The
 * further pages of a list are not kept: a file has many.
 */
export function readOnce(client: AdminClient): AdminClient {
  const read = new Map<string, Promise<unknown>>();
  const calls = client as unknown as Readonly<Record<string, Call>>;

  const once = (id: OperationId): Call => {
    const call = (input?: Input) => (calls[id] as Call)(input);
    if (OPERATIONS[id].method !== "GET") {
      return (input) => {
        read.clear();
        return call(input);
      };
    }
    return (input) => {
      if (input?.query?.cursor !== undefined) return call(input);
      const key = `${id} ${JSON.stringify(input ?? {})}`;
      const answer = read.get(key) ?? call(input);
      read.set(key, answer);
      answer.catch(() => read.delete(key));
      return answer;
    };
  };
  const methods = Object.keys(OPERATIONS).map((id) => [id, once(id as OperationId)]);
  return Object.fromEntries(methods) as AdminClient;
}
