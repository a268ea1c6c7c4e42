/** The lines of an uploaded file, in slices that the API takes. */
import { Refusal } from "../../errors.ts";

const MOST_CHARACTERS = 200_000;

export interface Slice {
  /** The number of the first line; the first one of the file has number 1. */
  readonly first: number;
  readonly text: string;
}

/** Whole lines. A line that is longer than any may be is cut, and the API refuses it. Throws `file_not_text`. */
export function slicesOf(file: Uint8Array): readonly Slice[] {
  const slices: { first: number; text: string }[] = [];
  for (const [index, line] of linesIn(file).entries()) {
    const text = `${line.slice(0, MOST_CHARACTERS / 2)}\n`;
    const last = slices.at(-1);
    if (last === undefined || last.text.length + text.length > MOST_CHARACTERS) slices.push({ first: index + 1, text });
    else last.text += text;
  }
  return slices;
}

function linesIn(file: Uint8Array): readonly string[] {
  const lines = textOf(file).split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function textOf(file: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    throw new Refusal("file_not_text", "the file is not UTF-8", { field: "file" });
  }
}
