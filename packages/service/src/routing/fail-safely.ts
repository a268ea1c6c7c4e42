/** Answers errors safely, even if answering them fails. */

import type { Logger } from "../log/logger.ts";
import type { Call } from "./call.ts";

/** Answers an error of a call. */
export type OnError = (err: unknown, call: Call) => void;

/**
 * The same, but it also handles an error that cannot be answered, for example because its page fails. Such an error is
 * logged and answered with a bare 500 that names the line of the log. Nothing is thrown: a failed request may cost its
 * own connection, but never the process.
 */
export function failSafely(log: Pick<Logger, "error">, onError: OnError): OnError {
  return (err, call) => {
    try {
      onError(err, call);
    } catch (problem) {
      log.error({ err: problem, cause: err, requestId: call.requestId }, "the response to an error failed");
      if (call.res.headersSent) return void call.res.destroy(); // the response is incomplete
      const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
      call.send(`Something failed. Reference: ${call.requestId}\n`, headers, 500);
    }
  };
}
