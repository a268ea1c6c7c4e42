/** The organizations of a person: those that they belong to, leaving one, and accepting an invitation into one. */
import { type RequestParameters, reachesLevel } from "@countersign/rules";
import {
  acceptOrganizationInvitation,
  declineOrganizationInvitation,
} from "../administration/organization-invitations.ts";
import { removeOrganizationMember } from "../administration/organization-members.ts";
import { isUuid } from "../administration/scim-groups.ts";
import type { Dependencies } from "../dependencies.ts";
import { paths } from "../paths.ts";
import { type Asked, defineAccountPage, type Outcome } from "./page.ts";

export const organizations = defineAccountPage({
  path: paths.accountOrganizations,
  name: "organizations",
  level: "R0",

  async show({ userId, by, pages, common }, { organizations }) {
    const [own, invitations] = await Promise.all([
      organizations.listOf(userId),
      organizations.invitationsOf(userId, by.at),
    ]);
    return pages.accountOrganizations({ ...common, organizations: own, invitations });
  },

  act(asked, form, deps) {
    const action = form.get("action");
    if (action === "leave") return leave(asked, form, deps);
    return action === "accept" || action === "decline" ? answer(action, asked, form, deps) : Promise.resolve(MISSING);
  },
});

const MISSING = { kind: "missing" } as const;

/** Whoever leaves loses their roles there, and only an administrator can invite them again. */
async function leave({ session, userId, by }: Asked, form: RequestParameters, deps: Dependencies): Promise<Outcome> {
  const found = (await deps.organizations.listOf(userId)).find(({ id }) => id === form.get("id"));
  if (found === undefined) return MISSING;
  if (!reachesLevel(session.signIn, "R1", { acr: undefined, levels: deps.levels, now: by.at }))
    return { kind: "sign-in", level: "R1" };

  const member = { organizationId: found.id, userId };
  return (await removeOrganizationMember(deps.database, member, by)) ? { kind: "done", notice: "left" } : MISSING;
}

async function answer(
  action: "accept" | "decline",
  { userId, by }: Asked,
  form: RequestParameters,
  { database }: Dependencies,
): Promise<Outcome> {
  const act = action === "accept" ? acceptOrganizationInvitation : declineOrganizationInvitation;
  const id = form.get("id") ?? "";
  if (!isUuid(id)) return MISSING;
  const isDone = await act(database, { userId, id }, by);
  return isDone ? { kind: "done", notice: action === "accept" ? "joined" : "declined" } : MISSING;
}
