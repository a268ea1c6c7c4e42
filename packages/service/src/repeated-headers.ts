/** Headers that say twice what a request is: two readers may then see two requests. */
import type { IncomingMessage } from "node:http";

// RFC 9112 §3.2: a second Host is refused with 400. RFC 9110 §5.3 and §8.3: Content-Type is no list, so it comes once.
const ONCE: ReadonlySet<string> = new Set(["host", "content-type"]);
const LENGTHS: ReadonlySet<number> = new Set([...ONCE].map((name) => name.length));

/** Whether a header came twice that may not: `headers` of node shows the first alone. */
export function repeatsHeaders({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? "";
    if (!LENGTHS.has(header.length)) continue; // most headers: this runs for every request

    const name = header.toLowerCase();
    if (seen.includes(name)) return true;
    if (ONCE.has(name)) seen.push(name);
  }
  return false;
}
