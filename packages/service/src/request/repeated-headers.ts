/** Headers that must not be repeated: two readers could take the same request for two different ones. */
import type { IncomingMessage } from "node:http";

// RFC 9112 §3.2: a second Host is refused with 400. RFC 9110 §5.3 and §8.3: Content-Type is not a list, so it may occur
// only once.
const ONCE: ReadonlySet<string> = new Set(["host", "content-type"]);
const LENGTHS: ReadonlySet<number> = new Set([...ONCE].map((name) => name.length));

/** Whether a header that must not be repeated occurs twice: node's `headers` shows only the first. */
export function repeatsHeaders({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? "";
    if (!LENGTHS.has(header.length)) continue; // skips most headers, because this runs for every request

    const name = header.toLowerCase();
    if (seen.includes(name)) return true;
    if (ONCE.has(name)) seen.push(name);
  }
  return false;
}
