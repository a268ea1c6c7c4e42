/** Requests that cannot be read: broken encodings, bodies that are too large or of an unsupported type. */
export type MalformedStatus = 400 | 413 | 415;

const STATUSES: ReadonlySet<number> = new Set<MalformedStatus>([400, 413, 415]);

/** The status for an error about an unreadable request, of the router or of `readBody`; undefined for any other. */
export function malformedRequestStatus(error: unknown): MalformedStatus | undefined {
  if (!(error instanceof Error) || !("status" in error)) return undefined;
  // Both mark an error of the client: the router's failed decoding is a URIError, the rest are "exposed" errors.
  const byClient = error instanceof URIError || ("expose" in error && error.expose === true);
  if (!byClient || typeof error.status !== "number") return undefined;
  return STATUSES.has(error.status) ? (error.status as MalformedStatus) : undefined;
}
