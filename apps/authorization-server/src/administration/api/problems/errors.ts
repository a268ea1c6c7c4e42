/** Turns errors of operations into problems: RFC 9457. */
import { ProtocolError } from "@countersign/rules";
import { type Call, type Logger, malformedRequestStatus, type OnError, outageLog } from "@countersign/service";
import { isOutage } from "../../../platform/http/errors.ts";
import { isUnstorable } from "../../../platform/http/unstorable.ts";
import { retryAfter } from "../../../platform/http/waiting.ts";
import { Refused } from "../../refused.ts";
import { bodyOf, Problem, type ProblemKind, problemOf } from "../problem.ts";
import { TooManyAtOnce } from "../requests/turns.ts";

export const PROBLEM_TYPE = "application/problem+json";

/** Answers with the problem that an error is. The log has the cause of an unexpected one. */
export function problemErrors(log: Logger): OnError {
  const ofOutage = outageLog(log);
  return (err, call) => {
    const problem = problemIn(err);
    const line = { method: call.req.method, path: call.pattern, reference: call.requestId, problem: problem.kind };
    if (isOutage(err)) ofOutage(line, err, problem.logged);
    else if (problem.status >= 500) log.error({ ...line, err }, problem.logged);
    else log.info(isUnstorable(err) ? { ...line, err } : line, problem.logged);
    if (call.res.headersSent) return void call.res.destroy();
    sendProblem(call, problem);
  };
}

/** Answers with a problem. */
export function sendProblem(call: Call, problem: Problem, headers: Readonly<Record<string, string | string[]>> = {}) {
  call.send(
    JSON.stringify(bodyOf(problem, call.requestId)),
    {
      "content-type": PROBLEM_TYPE,
      "cache-control": "no-store",
      ...retryAfter(problem),
      ...headers,
    },
    problem.status,
  );
}

const OF_STATUS: Readonly<Record<number, ProblemKind>> = {
  400: "invalid-request",
  413: "too-large",
  415: "unsupported-media-type",
};

function problemIn(err: unknown): Problem {
  if (err instanceof Problem) return err;
  if (err instanceof Refused) return problemOf(err.refusal);
  if (err instanceof TooManyAtOnce) return new Problem("too-many-requests", err.message, err);
  if (isOutage(err)) return new Problem("unavailable");
  if (err instanceof ProtocolError) return ofProtocol(err);
  if (isUnstorable(err)) return new Problem("invalid-request", "a text has a character that cannot be stored");
  const status = malformedRequestStatus(err);
  return new Problem(status === undefined ? "unexpected" : (OF_STATUS[status] ?? "invalid-request"));
}

// Rules that endpoints of the protocol share say what is wrong in the protocol's own form.
function ofProtocol({ message, status, retryAfterSeconds }: ProtocolError): Problem {
  if (retryAfterSeconds !== undefined) return new Problem("too-many-requests", undefined, { retryAfterSeconds });
  if (status >= 500) return new Problem("unavailable");
  return new Problem("invalid-request", message);
}
