/** Filters upon one value of an attribute, in the paths of a PATCH: RFC 7644 §3.5.2. */
import type { Comparison, Filter } from "./filter-form.ts";
import type { ScimObject, ScimValue } from "./resource.ts";

/** Whether a value fits a filter upon its sub-attributes. */
export function fits(value: ScimObject, filter: Filter): boolean {
  if (filter.kind === "and") return filter.filters.every((one) => fits(value, one));
  if (filter.kind === "or") return filter.filters.some((one) => fits(value, one));
  if (filter.kind === "values") return false; // no sub-attribute has values of its own
  const present = value[filter.path.sub?.name ?? ""];
  const isTrue = filter.kind === "present" ? present !== undefined : compares(present, filter);
  return isTrue !== filter.isNegated;
}

function compares(present: ScimValue | undefined, { operator, value, path }: Comparison): boolean {
  if (typeof present === "boolean" || typeof value === "boolean") {
    // RFC 7643 §2.4: a value that is not called primary is not.
    return ((present ?? false) === value) === (operator === "eq");
  }
  if (typeof present !== "string") return operator === "ne";
  const isExact = path.sub?.caseExact === true;
  const [one, other] = isExact ? [present, value] : [present.toLowerCase(), value.toLowerCase()];
  return COMPARE[operator](one, other);
}

const COMPARE: Readonly<Record<Comparison["operator"], (one: string, other: string) => boolean>> = {
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  co: (one, other) => one.includes(other),
  sw: (one, other) => one.startsWith(other),
  ew: (one, other) => one.endsWith(other),
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
};

/** The value that fits a filter which consists of equalities; `undefined` for any other filter. */
export function givenBy(filter: Filter): ScimObject | undefined {
  if (filter.kind === "compare" && filter.operator === "eq" && !filter.isNegated && filter.path.sub !== undefined) {
    return { [filter.path.sub.name]: filter.value };
  }
  if (filter.kind !== "and") return undefined;
  const parts = filter.filters.map(givenBy);
  return parts.every((part) => part !== undefined) ? Object.assign({}, ...parts) : undefined;
}

/** The strings of which one must be equal to a sub-attribute; `undefined` if the filter says something else. */
export function equalTo(filter: Filter, name: string): readonly string[] | undefined {
  if (filter.kind === "or") {
    const all = filter.filters.map((one) => equalTo(one, name));
    return all.every((one) => one !== undefined) ? all.flat() : undefined;
  }
  if (filter.kind !== "compare" || filter.operator !== "eq" || filter.isNegated) return undefined;
  return filter.path.sub?.name === name && typeof filter.value === "string" ? [filter.value] : undefined;
}
