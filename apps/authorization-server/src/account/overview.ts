/** The first page of the account: what the person should do, what can sign in, and links to the other pages. */
import { openWaysOf } from "../administration/walked-ways.ts";
import { SCRIPTED_PAGE_POLICY } from "../http/headers.ts";
import { paths } from "../paths.ts";
import { type AccountPage, defineAccountPage } from "./page.ts";
import { signalsOf } from "./passkey-signals.ts";

/** @param others the other pages of the account */
export const overview = (others: readonly AccountPage[]): AccountPage =>
  defineAccountPage({
    path: paths.account,
    level: "R0",
    headers: { "content-security-policy": SCRIPTED_PAGE_POLICY },
    async show({ pages, common, userId, by }, deps) {
      const warnings = await Promise.all(
        others.map(async ({ path, warnings: warningsOf }) =>
          ((await warningsOf?.(userId, deps)) ?? []).map((name) => ({ name, path })),
        ),
      );
      const hasPasskeys = (await deps.passkeys.listOf(userId)).length > 0;
      const signals = hasPasskeys ? await signalsOf(userId, deps) : undefined;
      const ways = (await openWaysOf(deps.database, userId, by.at)).map(({ page, ...way }) => ({
        ...way,
        path: others.find(({ name }) => name === page)?.path,
      }));
      return pages.accountOverview({ ...common, ways, warnings: warnings.flat(), signals });
    },
  });
