/** Sends a person the link with which they set a new password. Its answer says nothing of the link. */

import { paths } from "../../../paths.ts";
import { findPersonRecord } from "../../../platform/stores/person/person-record.ts";
import { countMail } from "../../api/access/mail-limit.ts";
import { defineOperation } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { assertMayActUpon } from "../../api/rank.ts";
import { sendReset } from "../../ways-in/password-resets.ts";
import { idIn } from "./person-shapes.ts";

export const sendPasswordReset = defineOperation({
  id: "sendPasswordReset",
  method: "POST",
  path: "/people/:id/send-reset",
  summary: "Emails a user the link that they could ask for themselves, within the same limits",
  scope: "people:write",
  mailsAnyone: "one",
  async handle({ params, by, ...who }, deps) {
    const userId = idIn(params);
    await assertMayActUpon(userId, who, deps);
    if ((await findPersonRecord(deps.database, userId)) === undefined) throw notFound("user");
    if (!deps.mail.isOn) throw new Problem("conflict", "this deployment sends no email");
    const asked = {
      userId,
      lifetimeSeconds: deps.lifetimes.resetLinkSeconds,
      linkTo: (token: string) => `${paths.resetPassword}?${new URLSearchParams({ token })}`,
      count: (to: string) => countMail({ to, purpose: "reset", from: by.address ?? "" }, deps),
    };
    if (!(await sendReset(deps, asked, by))) {
      throw new Problem("conflict", "the user has no verified address, is disabled, or signs in only with passkeys");
    }
    return { body: undefined };
  },
});
