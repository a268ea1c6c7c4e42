/** Requests of which a trace tells, if the service is traced. */
import { beginCall, type CallSpan, isTraced } from "@countersign/tracing";
import type { SendOptions } from "./send.ts";
import type { FetchKind } from "./slots.ts";

/** These receivers work for the deployment: administrators chose them. */
const OURS: ReadonlySet<FetchKind> = new Set(["hook", "webhook"]);

/**
 * Sends by `way`, and tells the trace of it. Only receivers that work for the deployment learn the trace: two clients
 * of a person could otherwise find out by it that they have the same one, which pairwise identifiers hide.
 *
 * @param isAllowed whether the deployment names the host
 */
export async function traced<T>(
  { kind, isAllowed }: { readonly kind: FetchKind; readonly isAllowed: boolean },
  way: SendOptions,
  work: (way: SendOptions) => Promise<T>,
): Promise<T> {
  if (!isTraced()) return work(way);
  let span: CallSpan | undefined;
  const request = async (url: URL, options: Parameters<SendOptions["request"]>[1]) => {
    span = beginCall({ kind, method: options?.method ?? "GET", url, tellsTrace: isAllowed || OURS.has(kind) });
    const headers = { ...(options?.headers as Readonly<Record<string, string>>), ...span?.headers };
    const response = await way.request(url, { ...options, headers });
    span?.answered(response.statusCode);
    return response;
  };
  try {
    const answer = await work({ ...way, request: request as SendOptions["request"] });
    span?.end();
    return answer;
  } catch (err) {
    span?.end(err);
    throw err;
  }
}
