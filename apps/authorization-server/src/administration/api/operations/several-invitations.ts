/** Acts on several invitations at once: to create an account, or into an organization. */
import type { Dependencies } from "../../../dependencies.ts";
import { withinMailBudget } from "../../api/access/mail-limit.ts";
import { mailed } from "../../invitations/operations/invitation-shapes.ts";
import { withdrawInvitation } from "../../invitations/operations/invitations.ts";
import { sendAgain } from "../../invitations/operations/send-again.ts";
import * as organizationInvitations from "../../organizations/operations/organization-invitations.ts";
import { organizationIn } from "../../organizations/operations/organization-shapes.ts";
import { sendAgain as sendIntoOrganizationAgain } from "../../organizations/operations/send-invitation-again.ts";
import type { Operation, Request } from "../operation.ts";
import { actOnSeveral, MOST_AT_ONCE } from "../several.ts";

const of = { called: "invitations" };
const upTo = `up to ${MOST_AT_ONCE} invitations`;
const [path, inOrganization] = ["/invitations", "/organizations/:organization/invitations"] as const;
const byTheirs = { scope: "organizations:write", forOrganizationAdmins: true } as const;
const within = ({ params }: Pick<Request<never, never>, "params">, deps: Dependencies) => organizationIn(params, deps);

/** Each mail is taken from the budgets of the caller. */
const budgeted = ({ handle }: Pick<Operation, "handle">): Pick<Operation, "handle"> => ({
  handle: (request, deps) => withinMailBudget(request.caller, deps, () => handle(request, deps)),
});

export const severalInvitationOperations: readonly Operation[] = [
  actOnSeveral({
    ...{ id: "withdrawInvitations", path: `${path}/withdraw`, scope: "people:write" },
    ...{ does: `Withdraws ${upTo}`, of, one: withdrawInvitation },
  }),
  actOnSeveral({
    ...{ id: "sendInvitationsAgain", path: `${path}/send-again`, scope: "people:write", needsStepUp: true },
    ...{ does: `Mails ${upTo} again, each with a new link`, of, also: mailed, mailsAnyone: "several" },
    one: budgeted(sendAgain),
  }),
  actOnSeveral({
    ...{ id: "withdrawOrganizationInvitations", path: `${inOrganization}/withdraw`, ...byTheirs },
    ...{ does: `Withdraws ${upTo} into an organization`, of, within },
    one: { ...organizationInvitations.withdrawInvitation, idIn: "invitation" },
  }),
  actOnSeveral({
    ...{ id: "sendOrganizationInvitationsAgain", path: `${inOrganization}/send-again`, ...byTheirs },
    ...{ needsStepUp: true, mailsAnyone: "several", also: mailed, of, within },
    does: `Mails ${upTo} into an organization again, each with a new link`,
    one: { ...budgeted(sendIntoOrganizationAgain), idIn: "invitation" },
  }),
];
