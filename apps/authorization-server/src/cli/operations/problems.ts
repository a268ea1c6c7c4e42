/** Says a problem of an operation to an operator, who typed options and no members. */
import { Problem, problemOf, type WrongMember } from "../../administration/api/problem.ts";
import { isRefused } from "../../administration/refused.ts";
import { refusal } from "../command/refusal.ts";

/** Runs an operation. Its problem becomes a refusal that names options and arguments as they are typed. */
export async function sayingProblems<T>(typed: ReadonlyMap<string, string>, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (err) {
    const problem = isRefused(err, "malformed") ? problemOf(err.refusal) : err;
    throw problem instanceof Problem ? refusal(sentenceOf(problem, typed)) : err;
  }
}

function sentenceOf({ message, errors }: Problem, typed: ReadonlyMap<string, string>): string {
  if (errors === undefined) return message;
  return ["the command cannot be used:", ...errors.map((one) => wordsOf(one, typed))].join("\n  ");
}

/** RFC 6901 §3: a pointer, with the option in place of the member. */
function wordsOf({ pointer, detail }: WrongMember, typed: ReadonlyMap<string, string>): string {
  const [name = "", ...rest] = pointer
    .replace(/^#\/(?:query\/|path\/)?/, "")
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return `${[typed.get(name) ?? name, ...rest].join(".")}: ${detail}`;
}
