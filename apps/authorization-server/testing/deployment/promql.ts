/** As much of the language of Prometheus as our rules, their tests and the dashboard use. */

export interface Matcher {
  readonly label: string;
  readonly operator: "=" | "!=" | "=~" | "!~";
  readonly value: string;
}

export interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

/** What is made of a histogram. */
const SERIES = /_(?:bucket|count|sum)$/;
const SELECTOR = /\b([a-z]+(?:_[a-z0-9]+)+|up)\b(?!\s*\()(?:\{([^}]*)\})?/g;
const MATCHER = /(\w+)(=~|!~|!=|=)"([^"]*)"/g;
const GROUPS = /\b(?:by|without|on)\s*\(([^)]*)\)/g;
const REPLACED = /label_replace\([^"]*(?:"[^"]*"[^"]*)*?,\s*"(\w+)",\s*"[^"]*",\s*"(\w*)",/g;

/** The series that an expression asks for. */
export function selectorsOf(expr: string): readonly Selector[] {
  const named = expr.replaceAll(GROUPS, "").replaceAll("$__rate_interval", "1m");
  // Texts outside braces, such as the arguments of a function, name no series.
  const bare = named.replaceAll(/\{[^}]*\}|"[^"]*"/g, (part) => (part.startsWith("{") ? part : '""'));
  return [...bare.matchAll(SELECTOR)].map(([, name = "", inside = ""]) => ({
    metric: name.replace(SERIES, ""),
    matchers: matchersOf(inside),
  }));
}

const matchersOf = (text: string): readonly Matcher[] =>
  [...text.matchAll(MATCHER)].map(([, label = "", operator = "=", value = ""]) => ({
    label,
    operator: operator as Matcher["operator"],
    value,
  }));

/** The labels by which an expression groups, without those that it makes itself. */
export function groupsOf(expr: string): readonly string[] {
  const made = new Set([...expr.matchAll(REPLACED)].map(([, label]) => label));
  const names = [...expr.matchAll(GROUPS)].flatMap(([, list = ""]) => list.split(",").map((name) => name.trim()));
  return names.filter((name) => name !== "" && !made.has(name));
}

/** The labels that an expression reads to make others. */
export const replacedIn = (expr: string): readonly string[] =>
  [...expr.matchAll(REPLACED)].map(([, , source = ""]) => source).filter((name) => name !== "");

/** The texts that a matcher names, without variables of Grafana; each alternative of an expression is one. */
export const textsOf = ({ operator, value }: Matcher): readonly string[] =>
  value.startsWith("$") ? [] : operator.endsWith("~") ? value.split("|") : [value];
