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

/** Formats that have a name; every other one is a pattern. */
const FORMATS: Readonly<Record<string, string>> = {
  url: "a URL",
  uuid: "a UUID",
  email: "an email address",
  date: "a date such as 2026-01-31",
  datetime: "a time such as 2026-01-31T12:00:00Z",
};

/** How Zod's own texts begin. They name what was sent, and expressions that only programmers read. */
const ZODS_OWN = /^(?:Invalid |Too (?:big|small): |Unrecognized key)/;

/**
 * Completes a sentence that begins with the name of the member or parameter. The schema was parsed with `reportInput`,
 * so that a value that is absent can be told from a wrong one.
 */
export function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== "custom" && issue.code !== "invalid_format" && issue.input === undefined) return "is missing";
  return ZODS_OWN.test(issue.message) ? own(issue) : issue.message;
}

function own(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.expected in KINDS ? `must be ${KINDS[issue.expected]}` : "is malformed";
    case "invalid_value":
      return `must be ${either(issue.values.map(String))}`;
    case "invalid_format":
      return issue.format in FORMATS ? `must be ${FORMATS[issue.format]}` : "is malformed";
    case "unrecognized_keys":
      return "has a member that is not known";
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    default:
      return "is malformed";
  }
}

const either = (values: readonly string[]) => (values.length < 3 ? values.join(" or ") : `one of ${values.join(", ")}`);

function tooSmall({ origin, minimum }: z.core.$ZodIssueTooSmall): string {
  if (origin !== "string" && origin !== "array") return `must be at least ${minimum}`;
  if (minimum === 1) return "is empty";
  return origin === "string" ? `is shorter than ${minimum} characters` : `has fewer than ${minimum} entries`;
}

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): string {
  if (origin === "string") return `is longer than ${maximum} characters`;
  return origin === "array" ? `has more than ${maximum} entries` : `must be at most ${maximum}`;
}
