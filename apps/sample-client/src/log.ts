/** One line of JSON per event. Never a code, token, verifier or cookie. */

export type Log = (event: string, err?: unknown) => void;

export function openLog(write: (line: string) => void, now: () => Date): Log {
  return (event, err) => {
    const reasons = err === undefined ? undefined : reasonsOf(err);
    write(JSON.stringify({ time: now().toISOString(), event, reasons }));
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
