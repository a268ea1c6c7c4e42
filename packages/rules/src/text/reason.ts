/** Why a value was refused, in the words of an error description: what is allowed, and never what was sent. */
import type { z } from "zod";

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

/**
 * Completes a sentence that begins with the name of the member or parameter. The schema was parsed with `reportInput`,
 * so that a value that is absent can be told from a wrong one.
 */
export function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "custom" || issue.code === "invalid_format") return ruleOf(issue);
  if (issue.input === undefined) return "is missing";
  switch (issue.code) {
    case "invalid_type":
      return issue.expected in KINDS ? `must be ${KINDS[issue.expected]}` : "is malformed";
    case "invalid_value":
      return `must be ${either(issue.values.map(String))}`;
    case "too_small":
      return issue.minimum === 1 && issue.origin !== "number" ? "is empty" : `must be at least ${issue.minimum}`;
    case "too_big":
      return tooBig(issue);
    default:
      return "is malformed";
  }
}

// Zod has a text of its own for a rule without one.
const ruleOf = ({ message }: z.core.$ZodIssue) => (message.startsWith("Invalid ") ? "is malformed" : message);

const either = (values: readonly string[]) => (values.length < 3 ? values.join(" or ") : `one of ${values.join(", ")}`);

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): string {
  if (origin === "string") return `is longer than ${maximum} characters`;
  return origin === "array" ? `has more than ${maximum} entries` : `must be at most ${maximum}`;
}
