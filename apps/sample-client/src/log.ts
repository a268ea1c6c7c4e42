/** One line of JSON per event. Never a code, token, verifier or cookie. */

/** @param reference what the page of the error shows, so that the person can name this line */
export type Log = (event: string, err?: unknown, reference?: string) => void;

export function openLog(write: (line: string) => void, now: () => Date): Log {
  return (event, err, reference) => {
    const reasons = err === undefined ? undefined : reasonsOf(err);
    const providerReference = providerReferenceOf(err);
    write(JSON.stringify({ time: now().toISOString(), event, reference, providerReference, reasons }));
  };
}

/** The messages of an error and of its causes. Not the causes themselves, because they may contain received data. */
function reasonsOf(err: unknown): readonly string[] {
  const reasons: string[] = [];
  let current = err;
  while (current instanceof Error && reasons.length < 5) {
    const code = "code" in current && current.code !== undefined ? `${String(current.code)}: ` : "";
    const answered = "error" in current ? ` (${String(current.error).slice(0, 80)})` : "";
    reasons.push(`${code}${current.message}${answered}`);
    current = current.cause;
  }
  return reasons;
}

/** The `X-Request-Id` of the provider's answer: by it, the provider's operator finds the request. */
function providerReferenceOf(err: unknown): string | undefined {
  let current = err;
  for (let depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const reference = answerIn(current)?.headers.get("x-request-id") ?? "";
    if (/^[\w.-]{8,64}$/.test(reference)) return reference;
    current = current.cause;
  }
  return undefined;
}

/** openid-client has the answer as `response` of an error that it understood, and as the cause of any other. */
function answerIn(err: Error): Response | undefined {
  const answer = "response" in err ? err.response : err.cause;
  return answer instanceof Response ? answer : undefined;
}
