/** The first page of the account: what the person should do, and links to the other pages. */
import { paths } from "../paths.ts";
import { type AccountPage, defineAccountPage } from "./page.ts";

/** @param others the other pages of the account */
export const overview = (others: readonly AccountPage[]): AccountPage =>
  defineAccountPage({
    path: paths.account,
    level: "R0",
    async show({ pages, common, userId }, deps) {
      const warnings = await Promise.all(
        others.map(async ({ path, warnings: warningsOf }) =>
          ((await warningsOf?.(userId, deps)) ?? []).map((name) => ({ name, path })),
        ),
      );
      return pages.accountOverview({ ...common, warnings: warnings.flat() });
    },
  });
