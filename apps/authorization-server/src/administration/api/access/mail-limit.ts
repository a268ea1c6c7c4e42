/** The limits on mails that callers of the administration API cause. */
import type { Dependencies } from "../../../dependencies.ts";
import type { OperatorDependencies } from "../command.ts";
import type { Operation } from "../operation.ts";
import { Problem } from "../problem.ts";
import type { Caller } from "./access.ts";

type Mail = Parameters<Dependencies["limits"]["mail"]["consume"]>[0];
type Limits = Pick<OperatorDependencies, "limits">;

/** Counts a mail for its mailbox. Answers 429 at a limit. */
export async function countMail(mail: Mail, { limits }: Limits): Promise<void> {
  if (limits === undefined) return;
  const { allowed, retryAfterSeconds } = await limits.mail.consume(mail);
  if (!allowed) throw new Problem("too-many-requests", undefined, { retryAfterSeconds });
}

/** Acts within the budgets of a caller. Answers 429 at a limit. An act that is refused does not count. */
export async function withinMailBudget<T>(caller: Caller, { limits }: Limits, act: () => Promise<T>): Promise<T> {
  if (limits === undefined) return act();
  const taken: Budgeted[] = [];
  const giveBack = () => Promise.all(taken.map(({ budget, key }) => budget.giveBack(key)));
  for (const one of budgetsOf(caller, limits.mailBudgets)) {
    // biome-ignore lint/performance/noAwaitInLoops: one or two, and the second only within the first
    const { allowed, retryAfterSeconds } = await one.budget.take(one.key);
    if (!allowed) {
      await giveBack();
      throw new Problem("too-many-invitations", `${one.whose} ${one.budget.inWords}`, { retryAfterSeconds });
    }
    taken.push(one);
  }
  try {
    return await act();
  } catch (err) {
    // An act that failed otherwise may have been committed.
    if (err instanceof Problem) await giveBack();
    throw err;
  }
}

type Budgets = Dependencies["limits"]["mailBudgets"];

interface Budgeted {
  readonly budget: Budgets[keyof Budgets];
  readonly key: string;
  readonly whose: string;
}

const budgetsOf = (
  { id, organizationId }: Caller,
  { perOrganization, perAdministratorOfOrganization, perAdministrator }: Budgets,
): readonly Budgeted[] =>
  organizationId === undefined
    ? [{ budget: perAdministrator, key: id, whose: "an administrator may mail" }]
    : [
        { budget: perAdministratorOfOrganization, key: id, whose: "an administrator of an organization may mail" },
        { budget: perOrganization, key: organizationId, whose: "the administrators of an organization may mail" },
      ];

/** The outbox of an operation: only one that declares `mailsAnyone` can mail to unproved addresses. */
export const outboxFor = (
  { id, mailsAnyone }: Pick<Operation, "id" | "mailsAnyone">,
  outbox: Dependencies["mail"],
): Dependencies["mail"] => (mailsAnyone !== undefined ? outbox : outbox.noticesOnly(id));
