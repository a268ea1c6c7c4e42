/** Sample data for the pages of a person's own account. */
import { type Sample, sample } from "./sample.ts";

const common = {
  person: "Alice",
  path: "/account",
  csrf: "csrf",
  done: undefined,
  links: [],
  signOut: "/end_session",
};

export const ACCOUNT_SAMPLES: readonly Sample[] = [...sample("accountOverview", { ...common, warnings: [] })];
