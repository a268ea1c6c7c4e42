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
  models.map((model) => ({
    page,
    render: (pages) => (pages[page] as (model: unknown) => string)(placed(page, model)),
  }));

/** The section of a page of the account: its first page, or one below it. */
const FIRST_OF: Partial<Record<keyof Pages, string>> = {
  accountOverview: "home",
  accountProfile: "profile",
  accountSecurity: "security",
  accountSessions: "sessions",
  accountApplications: "applications",
  accountOrganizations: "organizations",
  accountActivity: "activity",
  accountPrivacy: "privacy",
};
const BELOW: Partial<Record<keyof Pages, string>> = {
  accountApplication: "applications",
  accountApplicationRemoval: "applications",
  accountExport: "privacy",
  accountDelete: "privacy",
};

/** A page of the account stands in its section, as it does for people. */
function placed(page: keyof Pages, model: object): object {
  if (!("sections" in model)) return model;
  const current = FIRST_OF[page] ?? BELOW[page] ?? "security";
  return {
    ...model,
    sections: SECTIONS.map((section) => ({ ...section, isCurrent: section.name === current })),
    parent: FIRST_OF[page] === undefined ? SECTIONS.find(({ name }) => name === current) : undefined,
  };
}

/** A reference, as pages of errors show it. */
export const reference = "yEVkYSCwdG29";

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
  { name: "home", path: "/account" },
  ...["profile", "security", "sessions", "applications", "organizations", "activity", "privacy"].map((name) => ({
    name,
    path: `/account/${name}`,
  })),
];

/** What every page of the account shows. */
export const ACCOUNT = {
  person: "Alice",
  path: "/account",
  csrf: "csrf",
  done: undefined,
  links: [],
  sections: SECTIONS.map((section) => ({ ...section, isCurrent: section.name === "home" })),
  owner: { name: "Alice" },
  zone: "Europe/Berlin",
  now: new Date("2030-01-01T15:00:00Z"),
  signOut: "/end_session",
};
