/** For tests of connections: calls and their results. */
import type { Statements } from "../statements/pipelined.ts";

/** Sends a text over shared connections. */
export const pipelined = (statements: Pick<Statements, "query">, text = "SELECT 1") =>
  statements.query({ name: text, text, values: [] });

/** The result of a call, and the seconds that it took. */
export async function timed(call: Promise<unknown>) {
  const began = performance.now();
  const outcome = await call.then(
    () => "answered",
    (err: unknown) => (err instanceof Error ? err.message : String(err)),
  );
  return { outcome, seconds: (performance.now() - began) / 1000 };
}
