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

/** A reference, as pages of errors show it. */
export const reference = "29yEVkYSCwdG";

const party = {
  name: "Example",
  host: "app.example",
  logo: undefined,
  clientUri: undefined,
  policyUri: undefined,
  tosUri: undefined,
};

/** What every page of a request shows, with no optional value. */
export const REQUEST = { party, path: "/login", request: "request", csrf: "csrf" };

const SECTIONS = [
  { name: "home", path: "/account", isCurrent: true },
  { name: "security", path: "/account/security", isCurrent: false },
];

/** What every page of the account shows, with no optional value. */
export const ACCOUNT = {
  person: "Alice",
  path: "/account",
  csrf: "csrf",
  done: undefined,
  links: [],
  sections: SECTIONS,
  owner: { name: "Alice" },
  signOut: "/end_session",
};
