/** Comparisons in filters: RFC 7644 §3.4.2.2, table 3. */
import { type Attribute, named } from "./attribute.ts";
import type { AttributePath } from "./attribute-path.ts";
import { type Filter, OPERATORS, type Operator } from "./filter-form.ts";
import { malformed, type Token } from "./filter-tokens.ts";
import { booleanOf } from "./resource.ts";
import { shown } from "./scim-error.ts";

const isOperator = (text: string): text is Operator => (OPERATORS as readonly string[]).includes(text);

/** @param value reads the token of the value, which `pr` has not */
export function comparison(
  named: AttributePath,
  operator: Token | undefined,
  value: () => Token | undefined,
  isNegated: boolean,
): Filter {
  const word = operator?.kind === "word" ? operator.text.toLowerCase() : "";
  if (word === "pr") return { kind: "present", path: named, isNegated };
  if (!isOperator(word)) throw malformed("an operator is missing or unknown");

  const path = withValue(named);
  const compared = comparedValue(value(), path.sub ?? path.attribute, word);
  // RFC 7644 §3.4.2.2: what is equal to null has no value.
  if (compared === null) return { kind: "present", path: named, isNegated: isNegated !== (word === "eq") };
  return { kind: "compare", path, operator: word, value: compared, isNegated };
}

/** The sub-attribute `value` of an attribute with several values is what comparisons mean: `emails co "@example"`. */
function withValue(path: AttributePath): AttributePath {
  if (path.sub !== undefined || path.attribute.type !== "complex") return path;
  const sub = path.attribute.multiValued ? named(path.attribute.subAttributes, "value") : undefined;
  if (sub === undefined) throw malformed(`${shown(path.attribute.name)} has several parts: name one of them`);
  return { ...path, sub };
}

/** The operators that compare parts of texts. */
const OF_TEXTS: ReadonlySet<Operator> = new Set(["co", "sw", "ew"]);

function comparedValue(
  token: Token | undefined,
  { type, name }: Attribute,
  operator: Operator,
): string | boolean | null {
  if (token?.kind !== "word" && token?.kind !== "string") throw malformed("a value is missing");
  const { kind, text } = token;
  if (kind === "word" && text === "null" && (operator === "eq" || operator === "ne")) return null;
  if (type === "boolean") {
    // Entra sends "True" as a string.
    const value = booleanOf(text);
    if (value === undefined || (operator !== "eq" && operator !== "ne")) {
      throw malformed(`${shown(name)} is equal to true or false`);
    }
    return value;
  }
  if (kind !== "string") throw malformed(`the value for ${shown(name)} is not a string`);
  if (type === "dateTime") {
    if (OF_TEXTS.has(operator)) throw malformed(`${shown(name)} is a time, and is compared as one`);
    return timeOf(text, name);
  }
  return text;
}

function timeOf(text: string, name: string): string {
  const time = text.length > 40 || !DATE_TIME.test(text) ? Number.NaN : Date.parse(text);
  // By its offset, a time may be in a year that has no four digits.
  if (!(time >= EARLIEST && time <= LATEST)) throw malformed(`the value for ${shown(name)} is not a time`);
  return new Date(time).toISOString();
}

const [EARLIEST, LATEST] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

/** RFC 7643 §2.3.5. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
