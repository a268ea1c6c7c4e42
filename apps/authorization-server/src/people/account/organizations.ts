/** The organizations of a person: those that they belong to, leaving one, and accepting an invitation into one. */
import { type RequestParameters, reachesLevel } from "@countersign/rules";
import type { Call } from "@countersign/service";
import {
  acceptOrganizationInvitation,
  declineOrganizationInvitation,
} from "../../administration/organizations/organization-invitations.ts";
import { removeOrganizationMember } from "../../administration/organizations/organization-members.ts";
import { isUuid } from "../../administration/scim/scim-group-members.ts";
import type { Dependencies } from "../../dependencies.ts";
import { paths } from "../../paths.ts";
import { secretIn } from "../../platform/http/parameters.ts";
import { type Asked, defineAccountPage, type Outcome } from "./page.ts";

export const organizations = defineAccountPage({
  path: paths.accountOrganizations,
  name: "organizations",
  section: "organizations",
  level: "R0",

  async show({ userId, by, pages, common }, { organizations, cookies }, { req }) {
    const [own, invitations] = await Promise.all([
      organizations.listOf(userId),
      organizations.invitationsOf(userId, secretIn(cookies.link(req)), by.at),
    ]);
    return pages.accountOrganizations({ ...common, organizations: own, invitations });
  },

  act(asked, form, deps, call) {
    const action = form.get("action");
    if (action === "leave") return leave(asked, form, deps);
    if (action === "accept") return accept(asked, form, deps, call);
    return action === "decline" ? decline(asked, form, deps) : Promise.resolve(MISSING);
  },
});

const MISSING = { kind: "missing" } as const;

/** A person who leaves loses their roles there, and only an administrator can invite them again. */
async function leave({ session, userId, by }: Asked, form: RequestParameters, deps: Dependencies): Promise<Outcome> {
  const found = (await deps.organizations.listOf(userId)).find(({ id }) => id === form.get("id"));
  if (found === undefined) return MISSING;
  if (!reachesLevel(session.signIn, "R1", { acr: undefined, levels: deps.levels, now: by.at }))
    return { kind: "sign-in", level: "R1" };

  const member = { organizationId: found.id, userId };
  return (await removeOrganizationMember(deps.database, member, by)) ? { kind: "done", notice: "left" } : MISSING;
}

/** Only who opened the link of the mail accepts: the cookie has what the link contained. */
async function accept(
  { userId, by }: Asked,
  form: RequestParameters,
  deps: Dependencies,
  call: Call,
): Promise<Outcome> {
  const [id, token] = [form.get("id") ?? "", secretIn(deps.cookies.link(call.req))];
  if (!isUuid(id) || token === undefined) return MISSING;
  if (!(await acceptOrganizationInvitation(deps, { userId, id, token }, by))) return MISSING;
  deps.cookies.clearLink(call.res);
  return { kind: "done", notice: "joined" };
}

async function decline({ userId, by }: Asked, form: RequestParameters, { database }: Dependencies): Promise<Outcome> {
  const id = form.get("id") ?? "";
  const isDone = isUuid(id) && (await declineOrganizationInvitation(database, { userId, id }, by));
  return isDone ? { kind: "done", notice: "declined" } : MISSING;
}
