/** Deleting one's own account, and keeping it after all (GDPR Article 17). */
import { foldUsername } from "@countersign/rules";
import type { Call } from "@countersign/service";
import { cancelDeletion, deletionDueAt, requestDeletion } from "../../../administration/people/deletion.ts";
import { isRefused } from "../../../administration/refused.ts";
import { ownersAt } from "../../../administration/roles/kept-role.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { paths } from "../../../paths.ts";
import type { FormParameters } from "../../../platform/http/parameters.ts";
import { type Asked, defineAccountPage, type Outcome } from "../page.ts";

export const deleteAccount = defineAccountPage({
  path: paths.accountDelete,
  name: "delete",
  section: "privacy",
  level: "R2",
  warnings: async (userId, { database }) =>
    (await deletionDueAt(database, userId)) === undefined ? [] : ["deletion_pending"],
  show: (asked, deps) => page(asked, deps),
  act: (asked, form, deps, call) =>
    form.get("action") === "keep" ? keep(asked, deps, call) : request(asked, form, deps, call),
});

interface Refused {
  readonly typed: string;
  readonly problem: "wrong_username" | "last_owner";
}

const LONGEST_USERNAME = 320;

async function page({ userId, pages, common }: Asked, deps: Dependencies, refused?: Refused) {
  const [dueAt, username = ""] = await Promise.all([
    deletionDueAt(deps.database, userId),
    deps.users.usernameOf(userId),
  ]);
  const { deletionGraceDays: graceDays } = deps.lifetimes;
  return pages.accountDelete({
    ...common,
    dueAt,
    username,
    graceDays,
    typed: refused?.typed,
    problem: refused?.problem,
  });
}

const browserOf = ({ req }: Call) => req.headers["user-agent"] ?? "";

async function request(asked: Asked, form: FormParameters, deps: Dependencies, call: Call): Promise<Outcome> {
  const { userId, by, pages, common } = asked;
  const username = await deps.users.usernameOf(userId);
  const typed = (form.get("username") ?? "").slice(0, LONGEST_USERNAME);
  if (username === undefined || foldUsername(typed) !== foldUsername(username)) {
    return { kind: "show", page: await page(asked, deps, { typed, problem: "wrong_username" }), status: 422 };
  }

  const { deletionGraceDays: graceDays } = deps.lifetimes;
  const linkTo = (token: string) => `${paths.accountKeep}?${new URLSearchParams({ token })}`;
  const wish = { userId, graceDays, linkTo, browser: browserOf(call) };
  const dueAt = await unlessLast(requestDeletion(deps, wish, by, ownersAt(deps.administration)));
  if (dueAt === "last_owner")
    return { kind: "show", page: await page(asked, deps, { typed, problem: dueAt }), status: 422 };
  deps.logoutDeliveries.wake();
  deps.cookies.clearSession(call.res);
  // The session is gone, so there is no page to return to.
  call.page(pages.accountDeleted({ dueAt, canBeKept: graceDays > 0 && deps.mail.isOn, zone: common.zone }));
  return { kind: "answered" };
}

/** The last owner of the deployment gives the role to another person first. */
const unlessLast = <T>(act: Promise<T>): Promise<T | "last_owner"> =>
  act.catch((err: unknown) => {
    if (isRefused(err, "last-owner")) return "last_owner";
    throw err;
  });

async function keep({ userId, by }: Asked, deps: Dependencies, call: Call): Promise<Outcome> {
  const kept = await cancelDeletion(deps, { userId, browser: browserOf(call) }, by);
  return kept ? { kind: "done", notice: "kept" } : { kind: "missing" };
}
