/** Collects the parameters of a statement. */
export interface Parameters {
  readonly values: unknown[];
  /** The place of a value in the text. */
  readonly of: (value: unknown, type: string) => string;
}

export function parameters(): Parameters {
  const values: unknown[] = [];
  return { values, of: (value, type) => `$${values.push(value)}::${type}` };
}
