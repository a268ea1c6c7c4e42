/** The lines of a stream of bytes (JSON Lines), without holding more than one piece and one line. */
import { LONGEST_LINE, type NumberedLine } from "./line.ts";

/** Bytes that are no UTF-8 text. */
export class NotText extends Error {}

/** Every line that is not blank. A line that is too long is cut, and `readLine` refuses it. Throws `NotText`. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array | string>): AsyncGenerator<NumberedLine> {
  let [line, rest] = [1, ""];
  for await (const text of textOf(bytes)) {
    const [first = "", ...others] = text.split("\n");
    // Text past the longest line is not kept: a line has no bound of its own.
    rest = (rest + first).slice(0, LONGEST_LINE + 1);
    for (const other of others) {
      if (rest.trim() !== "") yield { line, text: rest };
      line += 1;
      rest = other.slice(0, LONGEST_LINE + 1);
    }
  }
  if (rest.trim() !== "") yield { line, text: rest };
}

async function* textOf(bytes: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const piece of bytes) yield decoder.decode(Buffer.from(piece), { stream: true });
    yield decoder.decode();
  } catch (err) {
    throw err instanceof TypeError ? new NotText("it is not UTF-8") : err;
  }
}

/** Lines in batches. */
export async function* batchesOf(lines: AsyncIterable<NumberedLine>, size: number): AsyncGenerator<NumberedLine[]> {
  let batch: NumberedLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
