/** What a filter says: RFC 7644 §3.4.2.2. */
import type { AttributePath } from "./attribute-path.ts";

/** The operators that compare with a value: table 3. */
export const OPERATORS = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;
export type Operator = (typeof OPERATORS)[number];

/** A filter in negation normal form: only comparisons are negated. */
export type Filter =
  | { readonly kind: "and"; readonly filters: readonly Filter[] }
  | { readonly kind: "or"; readonly filters: readonly Filter[] }
  | Comparison
  | Presence
  | ValueFilter;

export interface Comparison {
  readonly kind: "compare";
  readonly path: AttributePath;
  readonly operator: Operator;
  readonly value: string | boolean;
  readonly isNegated: boolean;
}

export interface Presence {
  readonly kind: "present";
  readonly path: AttributePath;
  readonly isNegated: boolean;
}

/** Whether one value of an attribute fits a filter, whose paths are sub-attributes. */
export interface ValueFilter {
  readonly kind: "values";
  readonly path: AttributePath;
  readonly filter: Filter;
  readonly isNegated: boolean;
}
