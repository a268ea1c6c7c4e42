import type { Pages } from "../pages.ts";

/** A page with sample data. */
export interface Sample {
  readonly page: keyof Pages;
  readonly render: (pages: Pages) => string;
}

/** A page with each of these models. */
export const sample = <Name extends keyof Pages>(
  page: Name,
  ...models: readonly Parameters<Pages[Name]>[0][]
): readonly Sample[] =>
  models.map((model) => ({ page, render: (pages) => (pages[page] as (model: unknown) => string)(model) }));
