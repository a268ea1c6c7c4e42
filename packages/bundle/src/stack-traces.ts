/**
 * Stack traces of a bundle name the files and lines of its sources. Runs in services, as a file beside their bundle.
 *
 * Node.js does that too, but reads every source map at the start, and keeps it. Here a map is read when the first error
 * is shown that needs it.
 */
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";

/**
 * @param folder the address of the folder of the bundle, with a slash at its end
 * @public called by the file that starts a bundle
 */
export function nameSources(folder: string): void {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string) => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  Error.prepareStackTrace = (error, frames) => {
    const places = frames.map((frame) => {
      const file = frame.getFileName() ?? "";
      return `    at ${file.startsWith(folder) ? inSources(frame, file, mapOf(file)) : frame}`;
    });
    return [titleOf(error), ...places].join("\n");
  };
}

function inSources(frame: NodeJS.CallSite, file: string, map: SourceMap | undefined): string {
  const [line, column] = [frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0];
  const origin = map?.findOrigin(line, column);
  if (origin === undefined || !("fileName" in origin)) return String(frame);
  const place = `${new URL(origin.fileName, file).href}:${origin.lineNumber}:${origin.columnNumber}`;
  return String(frame).replace(`${file}:${line}:${column}`, () => place);
}

/** An error may have any members, and showing it must not fail. */
function titleOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return "Error";
  }
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), "utf8")));
  } catch {
    return undefined; // then the place in the bundle is shown
  }
}
