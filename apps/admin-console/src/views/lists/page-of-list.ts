/** Where a page of a list stands among the others of the list. */
export interface PageOfList {
  /** The number of the first item of a page of a list, if the page knows it. */
  readonly first?: number;
  /** The addresses of the pages of a list before and after this one. */
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
  /** How many items a page of the list may have, as the person chooses. */
  readonly sizes?: readonly { readonly count: number; readonly href: string; readonly isHere: boolean }[];
  /** How many items match the filter. */
  readonly total?: { readonly count: number; readonly is_more: boolean } | undefined;
}
