/** A first look at an expression of CEL, in linear time. The parser needs the square of the depth. */
import { TooCostly } from "./cost.ts";

/** Levels of brackets. */
const DEEPEST = 40;
const OPENING = "([{";
const CLOSING = ")]}";

/** Throws `TooCostly` unless the brackets outside of texts pair, and are nested within the bound. */
export function assertBracketsPair(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === '"' || character === "'") at = endOfText(text, at);
    else if (OPENING.includes(character)) depth += 1;
    else if (CLOSING.includes(character)) depth -= 1;
    if (depth > DEEPEST) throw new TooCostly("is nested too deeply");
    if (depth < 0) throw notPaired();
  }
  if (depth > 0) throw notPaired();
}

const notPaired = () => new TooCostly("is not an expression: its brackets do not pair");

/** Where the text that starts at this quotation mark ends. A raw one has no escapes, a triple one may have lines. */
function endOfText(text: string, start: number): number {
  const mark = text[start] ?? "";
  const isTriple = text.startsWith(mark.repeat(3), start);
  const isRaw = /[rR]/.test(text[start - 1] ?? "");
  const end = isTriple ? mark.repeat(3) : mark;
  for (let at = start + end.length; at < text.length; at += 1) {
    if (text.startsWith(end, at)) return at + end.length - 1;
    if (text[at] === "\\" && !isRaw) at += 1;
    else if (!isTriple && /[\r\n]/.test(text[at] ?? "")) break;
  }
  throw new TooCostly("is not an expression: a text does not end");
}
