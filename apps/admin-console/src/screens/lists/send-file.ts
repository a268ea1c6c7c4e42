/** A text that the browser saves as a file. */
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Call } from "@countersign/service";

interface TextFile {
  readonly name: string;
  readonly type: string;
  readonly text: Readable | readonly string[];
}

/** Sends a text no faster than the browser reads it. A browser that goes away ends what the text is made of. */
export async function sendFile(call: Call, { name, type, text }: TextFile): Promise<void> {
  call.begin({
    "content-type": type,
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
  });
  await pipeline(text, call.res);
}
