import { dangerZone, deletion } from "../danger-zone.ts";
import { headMenu, idFact } from "../head.ts";
import { pageAsked, pagesBeside } from "../lists/list.ts";
import { heldRoleActs, heldRolesSection } from "../roles/held-roles.ts";
import type { Act, Confirmation, Screen, Submission, Visit } from "../screen.ts";
import { addingLink, addToGroup } from "./add-to-group.ts";
import { DEPLOYMENT, type GroupPlace, ORGANIZATION, pathIn } from "./group-places.ts";
import { membersSection, settingsSection } from "./group-sections.ts";
import { addressOfTab, type GroupTab, tabOf, tabsOf } from "./group-tabs.ts";

function groupScreen(place: GroupPlace): Screen {
  const { one, member, writes } = place;
  const writing = (tab: GroupTab, run: (submission: Submission) => Promise<string>): Act => ({
    needs: writes,
    run: async (submission) => ({ to: addressOfTab(place, tab)(submission), done: await run(submission) }),
  });
  const deletion: Confirmation = {
    label: "groups.delete",
    warning: { key: "groups.delete.warning" },
    async facts(visit) {
      const { body } = await visit.api[`read${one}`]({ path: pathIn(visit) });
      return [{ label: "groups.members", value: { count: body.members } }];
    },
  };
  return {
    path: place.path,
    needs: place.reads,
    show: (visit) => pageOf(place, visit),
    acts: {
      rename: writing("settings", async (submission) => {
        const { api, form, etag: ifMatch } = submission;
        const body = { name: form.get("name")?.trim() ?? "" };
        await api[`rename${one}`]({ path: pathIn(submission), body, ifMatch });
        return "saved";
      }),
      "remove-member": writing("members", async (submission) => {
        const path = { ...pathIn(submission), person: submission.form.get("value") ?? "" };
        await submission.api[`remove${member}`]({ path });
        return "member_removed";
      }),
      ...heldRoleActs({
        ...{ needs: writes, to: addressOfTab(place, "roles") },
        give: (submission, role) => submission.api[`giveRoleTo${one}`]({ path: { ...pathIn(submission), role } }),
        take: (submission, role) => submission.api[`takeRoleFrom${one}`]({ path: { ...pathIn(submission), role } }),
      }),
      remove: {
        needs: writes,
        confirmation: deletion,
        async run(submission) {
          await submission.api[`remove${one}`]({ path: pathIn(submission) });
          return { to: place.above(submission), done: "group_deleted" };
        },
      },
    },
  };
}

/** The members of a group, its roles, or its name. */
async function pageOf(place: GroupPlace, visit: Visit) {
  const { api, may } = visit;
  const [tab, path] = [tabOf(visit), pathIn(visit)];
  const mayWrite = may(place.writes);
  const [group, members, roles, crumbs] = await Promise.all([
    api[`read${place.one}`]({ path }),
    tab === "members" ? api[`list${place.member}s`]({ path, query: pageAsked(visit) }) : undefined,
    tab === "roles" ? rolesOf(place, visit) : undefined,
    place.crumbs(visit),
  ]);
  const { name, managed_by: owner } = group.body;
  const mayChange = mayWrite && owner === null;
  const isListed = members !== undefined;
  const adding = mayWrite && may(place.findsIn) && isListed ? addingLink(place, visit) : undefined;
  return {
    id: "group",
    title: { text: name },
    ...(owner !== null && { lock: { key: "managed_by.warning", values: { name: owner } } }),
    head: {
      facts: [idFact(group.body.id, "groups.id")],
      ...headMenu(name, mayChange ? [{ act: "remove", label: "groups.delete", isDanger: true }] : []),
    },
    crumbs,
    ...(adding && { links: [adding] }),
    tabs: tabsOf(place, visit, { members: group.body.members, mayChange }),
    sections: [
      ...(isListed
        ? [membersSection(members.body.items, { mayChange: mayWrite, people: place.people(visit), adding })]
        : []),
      ...(roles ? [heldRolesSection(roles, { lead: "groups.lead", mayChange })] : []),
      ...(tab === "settings" && mayChange
        ? [settingsSection(name, group.etag), dangerZone(deletion("remove", "groups.delete"))]
        : []),
    ],
    ...(isListed && {
      total: { count: group.body.members, is_more: false },
      ...pagesBeside(visit, place.address(visit), members.body),
    }),
  };
}

/** The roles that the group has, and those that it may get. */
async function rolesOf(place: GroupPlace, visit: Visit) {
  const [held, known] = await Promise.all([
    visit.api[`listRolesOf${place.one}`]({ path: pathIn(visit) }),
    place.roles(visit),
  ]);
  return { held: held.body.items, known: known.body.items };
}

/** One group of the deployment, and one of an organization; with the pages that add people. */
export const groupScreens: readonly Screen[] = [DEPLOYMENT, ORGANIZATION].flatMap((place) => [
  groupScreen(place),
  addToGroup(place),
]);
