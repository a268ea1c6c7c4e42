/** Filters of lists, and of values in the paths of a PATCH: RFC 7644 §3.4.2.2. */
import type { Attribute } from "./attribute.ts";
import { named } from "./attribute.ts";
import { type AttributePath, attributePath } from "./attribute-path.ts";
import { comparison } from "./filter-comparison.ts";
import type { Filter } from "./filter-form.ts";
import { malformed, type Token, tokensOf } from "./filter-tokens.ts";
import type { ResourceType } from "./schemas.ts";
import { shown } from "./scim-error.ts";

const DEEPEST = 10;

/** Finds the attribute of a path in a filter. */
type Find = (path: string) => AttributePath | undefined;

/** Reads a filter. Throws `invalidFilter` if it is malformed, too long or too deep, or names an unknown attribute. */
export function readFilter(text: string, type: ResourceType): Filter {
  const reader = readerOf(tokensOf(text));
  const filter = anyOf(reader, { find: (path) => attributePath(path, type), depth: 0, isNegated: false });
  if (reader.peek() !== undefined) throw malformed("something follows the end of the filter");
  return filter;
}

/** The filter in brackets of a path, and the sub-attribute after them. */
export interface ValuePath {
  readonly path: AttributePath;
  readonly filter: Filter;
  readonly sub: Attribute | undefined;
}

/** Reads the path of a PATCH that has brackets: RFC 7644 §3.5.2, figure 7. */
export function readValuePath(text: string, type: ResourceType): ValuePath {
  const reader = readerOf(tokensOf(text));
  const path = known(wordOf(reader.next()), (name) => attributePath(name, type));
  if (reader.next()?.kind !== "[") throw malformed("the path has no filter in brackets");
  const filter = inBrackets(reader, path, { depth: 1, isNegated: false });
  const end = reader.next();
  if (end === undefined) return { path, filter, sub: undefined };
  const sub = end.kind === "sub" ? named(path.attribute.subAttributes, end.text) : undefined;
  if (sub === undefined || reader.peek() !== undefined) throw malformed("the path has an unknown sub-attribute");
  return { path, filter, sub };
}

interface Reader {
  readonly peek: () => Token | undefined;
  readonly next: () => Token | undefined;
}

function readerOf(tokens: readonly Token[]): Reader {
  let at = 0;
  return { peek: () => tokens[at], next: () => tokens[at++] };
}

interface Place {
  readonly find: Find;
  readonly depth: number;
  /** Whether what is read is inside an odd number of `not`. */
  readonly isNegated: boolean;
}

const isWord = (token: Token | undefined, word: string) => token?.kind === "word" && token.text.toLowerCase() === word;

// RFC 7644 §3.4.2.2: `not` binds before `and`, and `and` before `or`.
const anyOf = (reader: Reader, place: Place): Filter => joined(reader, place, "or", allOf);
const allOf = (reader: Reader, place: Place): Filter => joined(reader, place, "and", oneOf);

function joined(reader: Reader, place: Place, word: "and" | "or", part: typeof oneOf): Filter {
  const filters = [part(reader, place)];
  while (isWord(reader.peek(), word)) {
    reader.next();
    filters.push(part(reader, place));
  }
  const [only] = filters;
  // De Morgan: inside `not`, `and` is `or`.
  const kind = place.isNegated === (word === "and") ? "or" : "and";
  return filters.length === 1 && only !== undefined ? only : { kind, filters };
}

function oneOf(reader: Reader, place: Place): Filter {
  const token = reader.next();
  if (isWord(token, "not") && reader.peek()?.kind === "(") {
    reader.next();
    return inParentheses(reader, { ...place, isNegated: !place.isNegated });
  }
  if (token?.kind === "(") return inParentheses(reader, place);

  const path = known(wordOf(token), place.find);
  if (reader.peek()?.kind !== "[") return comparison(path, reader.next(), () => reader.next(), place.isNegated);
  reader.next();
  const chosen = inBrackets(reader, path, { depth: place.depth + 1, isNegated: false });
  const filter = withSub(reader, path, chosen);
  return { kind: "values", path, filter, isNegated: place.isNegated };
}

// Entra compares a part of the chosen values: `emails[type eq "work"].value eq "x"`. The same value has to match both.
function withSub(reader: Reader, { extension, attribute }: AttributePath, chosen: Filter): Filter {
  const token = reader.peek();
  if (token?.kind !== "sub") return chosen;
  reader.next();
  const sub = named(attribute.subAttributes, token.text);
  if (sub === undefined) throw malformed("the path has an unknown sub-attribute");
  const compared = comparison({ extension, attribute, sub }, reader.next(), () => reader.next(), false);
  return { kind: "and", filters: [chosen, compared] };
}

function inParentheses(reader: Reader, place: Place): Filter {
  const filter = anyOf(reader, deeper(place));
  if (reader.next()?.kind !== ")") throw malformed("a parenthesis is not closed");
  return filter;
}

function inBrackets(reader: Reader, path: AttributePath, place: Omit<Place, "find">): Filter {
  const { attribute, sub } = path;
  if (sub !== undefined || attribute.subAttributes === undefined || !attribute.multiValued) {
    throw malformed(`${shown(attribute.name)} has no values to choose from`);
  }
  const find: Find = (name) => {
    const found = named(attribute.subAttributes, name);
    return found && { extension: path.extension, attribute, sub: found };
  };
  const filter = anyOf(reader, deeper({ ...place, find }));
  if (reader.next()?.kind !== "]") throw malformed("a bracket is not closed");
  return filter;
}

function deeper(place: Place): Place {
  if (place.depth >= DEEPEST) throw malformed(`the filter is deeper than ${DEEPEST} levels`);
  return { ...place, depth: place.depth + 1 };
}

function wordOf(token: Token | undefined): string {
  if (token?.kind !== "word") throw malformed("an attribute is missing");
  return token.text;
}

function known(name: string, find: Find): AttributePath {
  const path = find(name);
  if (path === undefined) throw malformed(`there is no attribute ${shown(name)} to filter by`);
  return path;
}
