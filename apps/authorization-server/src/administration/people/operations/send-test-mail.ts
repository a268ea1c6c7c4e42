/** Sends the caller a mail that shows whether this deployment can send mail. */
import { countMail } from "../../api/access/mail-limit.ts";
import { defineOperation } from "../../api/operation.ts";
import { Problem } from "../../api/problem.ts";
import { sendTestMailTo } from "../mails-to-oneself.ts";

/** It goes to no other address than the caller's own: an administrator cannot have others mailed by it. */
export const sendTestMail = defineOperation({
  id: "sendTestMail",
  method: "POST",
  path: "/mails/test",
  summary: "Emails the calling user at their own verified address; GET /mails says what became of it",
  scope: "settings:write",
  async handle({ caller: { actor }, by }, deps) {
    if (!deps.mail.isOn) throw new Problem("conflict", "this deployment sends no email");
    const count = (to: string) => countMail({ to, purpose: "test", from: by.address ?? "" }, deps);
    const userId = "userId" in actor ? actor.userId : undefined;
    if (userId === undefined || !(await sendTestMailTo(deps, { userId, count }, by))) {
      throw new Problem("conflict", "the caller has no verified email address");
    }
    return { body: undefined };
  },
});
