/** How errors are answered: protocol errors as in RFC 6750 §3, others only with a reference to the log. */
import { invalidRequest, ProtocolError } from "@countersign/rules";
import { type Call, type Logger, malformedRequestStatus } from "@countersign/service";
import { type ChallengeContext, challenge, schemeOf } from "./token/bearer.ts";

const RETRY_AFTER_SECONDS = "5";

export function callErrors(log: Logger, about?: ChallengeContext): (err: unknown, call: Call) => void {
  return (err, call) => {
    const { requestId } = call;
    if (call.res.headersSent) {
      log.error({ err, requestId }, "unexpected error");
      return void call.res.destroy(); // the response is incomplete
    }
    const malformed = malformedRequestStatus(err);
    if (malformed !== undefined) return answer(call, invalidRequest("the request cannot be read"), malformed, about);
    if (err instanceof ProtocolError) {
      const { code, message, detail } = err;
      const status = statusOf(err);
      if (status >= 500) log.error({ requestId, error: code, detail }, message);
      else log.info({ requestId, error: code, detail }, message);
      return answer(call, err, status, about);
    }
    log.error({ err, requestId }, "unexpected error");
    call.json({ error: "server_error", reference: requestId }, NO_STORE, 500);
  };
}

/** OIDC Core §5.3.2: the answer is about a person, so no cache may keep it. */
export const NO_STORE = {
  "cache-control": "no-store",
  "access-control-expose-headers": "DPoP-Nonce, WWW-Authenticate, X-Request-Id",
};

/** RFC 9449 §7.1: for a resource server, the errors of a proof are errors of authentication. */
const OF_PROOFS: readonly string[] = ["invalid_dpop_proof", "use_dpop_nonce"];
const statusOf = ({ code, status }: ProtocolError) => (OF_PROOFS.includes(code) ? 401 : status);

function answer(call: Call, error: ProtocolError, status: number, about?: ChallengeContext): void {
  const more =
    status >= 500
      ? { "retry-after": RETRY_AFTER_SECONDS }
      : { "www-authenticate": challenge(schemeOf(call.req.headers.authorization), error, about) };
  // The connection stays open, and node reads the rest of a body. If it were closed while the client still sends, it
  // could be reset before the client reads this answer.
  // RFC 6750 §3 defines the challenge only, so the body may lead to the line of the log.
  const body = { error: error.code, error_description: error.message, reference: call.requestId };
  call.json(body, { ...NO_STORE, ...more }, status);
}
