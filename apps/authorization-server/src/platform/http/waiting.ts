/** How an answer says how long to wait: to programs in seconds (RFC 9110 §10.2.3), to people in minutes. */

/** The time after which an outage, or a limit that others have used up, may have passed. */
const SOON_SECONDS = 5;

interface Refusal {
  readonly retryAfterSeconds?: number | undefined;
  readonly status: number;
}

/** The header of a refusal: of a limit, or of a service that is away. Other refusals have none. */
export function retryAfter({ retryAfterSeconds, status }: Refusal): Readonly<Record<string, string>> {
  const seconds = retryAfterSeconds ?? (status === 503 ? SOON_SECONDS : undefined);
  return seconds === undefined ? {} : { "retry-after": String(Math.ceil(seconds)) };
}

/** How a page answers a form with a problem: with 429 and the time to wait at a limit, otherwise with 422. */
export function waitFor(retryAfterSeconds: number | undefined) {
  if (retryAfterSeconds === undefined) return { status: 422, headers: {}, minutes: undefined };
  const headers = retryAfter({ retryAfterSeconds, status: 429 });
  return { status: 429, headers, minutes: Math.ceil(retryAfterSeconds / 60) };
}
