/**
 * What `active` of a user means (RFC 7643 §4.1.1): a directory ends a membership or an account, and begins again only
 * what it ended itself. Part of the transaction of an act, in which the person is locked.
 */
import { badRequest } from "@countersign/scim";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import type { LockedScimUser } from "../../platform/stores/scim/users.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { type About, join, leave } from "../organizations/membership.ts";
import { enableAccount, endAccount } from "../people/account-state.ts";
import { endAccess } from "../people/people.ts";
import { isNoOwner } from "../roles/kept-role.ts";

interface Activation {
  readonly user: LockedScimUser;
  /** What the directory says; `undefined` if it says nothing. */
  readonly active: unknown;
}

/** Returns when the directory ended the membership or disabled the account; null if it did not. */
export async function setActive(
  query: Query,
  organizationId: string,
  { user, active }: Activation,
  by: By,
): Promise<Date | null> {
  const about = { organizationId, userId: user.id };
  if (active === false) return end(query, about, user, by);
  if (active !== true) return user.endedAt;
  if (user.active) return null;
  assertMayJoin(user);
  await restore(query, user, by);
  await join(query, about, by);
  return null;
}

/**
 * Disables an account of the organization. The account stays a member, so that `active: true` can enable it again. The
 * membership of any other account ends. It also ends if another actor disabled the account, or if its person asked for
 * its deletion: enabling the account again does not restore the membership then.
 */
async function end(query: Query, about: About, user: LockedScimUser, by: By): Promise<Date | null> {
  if (!user.isOwn) return (await leave(query, about, by)) ? by.at : user.endedAt;
  if (isDisabledByDirectory(user)) return user.endedAt;
  if (user.disabledAt !== null || user.deletionDueAt !== null) await leave(query, about, by);
  if (await endAccount(query, { userId: user.id, at: by.at }, isNoOwner(user.isOwn))) {
    await endAccess(query, user.id, by.at);
    await recordAudit(query, { type: "user_disabled", userId: user.id, ...by });
  }
  return by.at;
}

/** Whether the directory disabled the account, and it was not enabled and disabled since. */
const isDisabledByDirectory = ({ disabledAt, endedAt, deletionDueAt }: LockedScimUser): boolean =>
  disabledAt !== null && disabledAt.getTime() === endedAt?.getTime() && deletionDueAt === null;

/** A person who left must be invited again, unless the organization owns the account. */
function assertMayJoin({ isMember, isOwn, endedAt }: LockedScimUser): void {
  if (isMember || isOwn || endedAt !== null) return;
  throw badRequest("mutability", "the user left the organization: invite them");
}

/** Enables an account that the directory disabled, and that was not enabled and disabled since. */
async function restore(query: Query, user: LockedScimUser, by: By): Promise<void> {
  if (user.deletionDueAt !== null) {
    throw badRequest("mutability", "the account waits for its deletion, which its user or an administrator cancels");
  }
  if (user.disabledAt === null) return;
  if (!user.isOwn || !isDisabledByDirectory(user)) {
    throw badRequest("mutability", "the account was disabled by an administrator of the deployment");
  }
  await enableAccount(query, user.id);
  await recordAudit(query, { type: "user_enabled", userId: user.id, ...by });
}
