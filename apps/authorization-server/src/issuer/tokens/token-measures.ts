/** What operators see of the token endpoint: which grants give tokens, and why requests are refused. */
import { ProtocolError } from "@countersign/rules";
import { type Measure, openTally } from "@countersign/service";

export interface TokenRequests {
  /** Counts a request that was answered with tokens, or with this error. */
  answered(grantType: string, refusal?: unknown): void;
  readonly measures: readonly Measure[];
}

export function countedTokenRequests(): TokenRequests {
  const requests = openTally({
    name: "token_requests_total",
    help: "Requests to the token endpoint, by grant type and result; none: refused before its grant was looked at",
    labelNames: ["grant_type", "result"],
    from: STARTING,
  });
  return {
    answered: (grantType, refusal) => requests.count({ grant_type: grantType, result: resultOf(refusal) }),
    measures: [requests.measure],
  };
}

const STARTING = [
  { grant_type: "authorization_code", result: "issued" },
  { grant_type: "refresh_token", result: "issued" },
  { grant_type: "authorization_code", result: "replayed" },
  { grant_type: "refresh_token", result: "replayed" },
];

function resultOf(refusal: unknown): string {
  if (refusal === undefined) return "issued";
  if (!(refusal instanceof ProtocolError)) return "server_error";
  if (refusal.retryAfterSeconds !== undefined) return "limited";
  return refusal.code === "invalid_grant" && refusal.detail === "replayed" ? "replayed" : refusal.code;
}
