/** Operations on whether a person may sign in at all. */

import type { Locked } from "../../../platform/stores/locked.ts";
import type { HeldTypedClaims } from "../../../platform/stores/person/person-record.ts";
import { assertMatch } from "../../api/etag.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { assertMayActUpon, isSelf, ownersOf } from "../../api/rank.ts";
import { personIn } from "../../api/requests/named.ts";
import { eraseSoon } from "../deletion.ts";
import { disablePerson, enablePerson } from "../people.ts";
import { claimsIn, person, replyAbout } from "./person-shapes.ts";

const ownAccount = () => new Problem("conflict", "this is your own account");

export const disable = defineOperation({
  id: "disablePerson",
  method: "POST",
  path: "/people/:id/disable",
  summary: "Disables an account, ends its sessions and revokes what was issued in its name",
  scope: "people:write",
  answer: person,
  command: {
    line: "users disable <username>",
    takes: { username: "id" },
    says: ({ username }) => `${username} is disabled; all sessions are ended and what was issued is revoked.`,
  },
  async handle({ params, by, ...who }, deps) {
    const userId = await personIn(params, who.caller, deps);
    await assertMayActUpon(userId, who, deps);
    if (isSelf(userId, who)) throw ownAccount();
    const isDone = await disablePerson(deps.database, userId, by, ownersOf(who));
    const already = isDone ? undefined : "the account is disabled already";
    return { ...(await replyAbout(userId, deps)), already };
  },
});

export const enable = defineOperation({
  id: "enablePerson",
  method: "POST",
  path: "/people/:id/enable",
  summary: "Enables a disabled account, and cancels its deletion",
  scope: "people:write",
  answer: person,
  command: {
    line: "users enable <username>",
    takes: { username: "id" },
    says: ({ username }) => `${username} is enabled.`,
  },
  async handle({ params, by, ...who }, deps) {
    const userId = await personIn(params, who.caller, deps);
    await assertMayActUpon(userId, who, deps);
    const isDone = await enablePerson(deps.database, userId, by);
    return { ...(await replyAbout(userId, deps)), already: isDone ? undefined : "the account is not disabled" };
  },
});

export const deletePerson = defineOperation({
  id: "deletePerson",
  method: "DELETE",
  path: "/people/:id",
  summary: "Disables an account at once, and has it erased",
  scope: "people:write",
  needsStepUp: true,
  needsMatch: true,
  command: {
    line: "users delete <username>",
    takes: { username: "id" },
    done: "deleted",
    says: ({ username }) => `${username} can no longer sign in; the service erases the account within a minute.`,
  },
  async handle({ params, by, ifMatch, ...who }, deps) {
    const userId = await personIn(params, who.caller, deps);
    await assertMayActUpon(userId, who, deps);
    if (isSelf(userId, who)) throw ownAccount();
    const assertMeantFor = (held: Locked<HeldTypedClaims>) => assertMatch(ifMatch, held, claimsIn);
    const erasing = eraseSoon(deps.database, userId, by, { kept: ownersOf(who), assertMeantFor });
    if (!(await erasing)) throw notFound("user");
    return { body: undefined };
  },
});

export const personAccessOperations: readonly Operation[] = [disable, enable, deletePerson];
