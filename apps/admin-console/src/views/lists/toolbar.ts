/** The row above a list: a search, and a chip for each other filter. A filter that is set is a link that removes it. */
import type { Field, Page } from "../model.ts";

export interface Chip {
  readonly field: Field;
  readonly isOn: boolean;
  /** The address of the list without this filter. */
  readonly without: string;
  /** The value in words. */
  readonly shown: (t: (key: string) => string, has: (key: string) => boolean, day: (day: string) => string) => string;
}

export interface Toolbar {
  readonly search: Field | undefined;
  readonly chips: readonly Chip[];
  readonly isFiltered: boolean;
}

/**
 * `undefined` where there is nothing to search: a list that is empty without a filter.
 *
 * @param here the path and query of the page
 */
export function toolbarOf({ filter, total }: Pick<Page, "filter" | "total">, here: string): Toolbar | undefined {
  if (filter === undefined) return undefined;
  const search = filter.fields.find(({ type }) => type === "search");
  const chips = filter.fields.filter((field) => field !== search).map((field) => chipOf(field, here));
  const isFiltered = isSet(search) || chips.some(({ isOn }) => isOn);
  return isFiltered || total?.count !== 0 ? { search, chips, isFiltered } : undefined;
}

const isSet = (field: Field | undefined) => (field?.value ?? "") !== "";

const chipOf = (field: Field, here: string): Chip => ({
  field,
  isOn: isSet(field),
  without: withoutParameter(here, field.name),
  shown: (t, has, day) => {
    const value = field.value ?? "";
    const options = [...(field.options ?? []), ...(field.groups ?? []).flatMap((group) => group.options)];
    const option = options.find((one) => one.value === value);
    if (option?.label !== undefined && (option.text === undefined || has(option.label))) return t(option.label);
    return option?.text ?? (field.type === "date" ? day(value) : value);
  },
});

/** The address of the first page of the list without this parameter. */
function withoutParameter(here: string, name: string): string {
  const [path = "/", query = ""] = here.split("?");
  const left = [...new URLSearchParams(query)].filter(([one]) => ![name, "cursor", "from", "done"].includes(one));
  return left.length === 0 ? path : `${path}?${new URLSearchParams(left)}`;
}
