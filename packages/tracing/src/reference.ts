/** References of requests that are traced: each leads to its trace. */

/** @param isContinued whether the trace may have more requests of this service, which need references of their own */
export const referenceOf = (traceId: string, spanId: string, isContinued: boolean): string =>
  isContinued ? `${traceId}-${spanId}` : traceId;

const TRACED = /^((?!0{32})[0-9a-f]{32})(?:-[0-9a-f]{16})?$/;

/** The trace that a reference leads to, if the request was traced. Some proxies give references of the same form. */
export const traceIdOf = (reference: string): string | undefined => TRACED.exec(reference)?.[1];
