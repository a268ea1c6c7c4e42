/** Where an organization is, and the parts of its page. */
import type { Crumb, Tab } from "../../views/model.ts";
import { part } from "../lists/list.ts";
import type { Visit } from "../screen.ts";

const TABS = {
  members: "organizations.members",
  groups: "groups.title",
  invitations: "invitations.title",
  domains: "organizations.domains",
  settings: "organizations.settings",
} as const;
export type OrganizationTab = keyof typeof TABS;

const NAMES = Object.keys(TABS) as readonly OrganizationTab[];

/** The part of the page that is asked for. */
export const tabOf = ({ query }: Pick<Visit, "query">): OrganizationTab =>
  NAMES.find((tab) => tab === query.get("tab")) ?? "members";

/** The address of the organization, or of a part of its page. */
export const addressOf = ({ params }: Pick<Visit, "params">, tab: OrganizationTab = "members"): string =>
  `/organizations/${part(params.organization ?? "")}${tab === "members" ? "" : `?tab=${tab}`}`;

/** The organization in a path, as the API names it. */
export const placeOf = ({ params }: Pick<Visit, "params">) => ({ organization: params.organization ?? "" });

/** The pages above one about something of an organization. @param name of the organization */
export const crumbsTo = (visit: Pick<Visit, "params">, name: string): readonly Crumb[] => [
  { href: "/organizations", label: "organizations.title" },
  { href: addressOf(visit), text: name },
];

/** The same, where a page does not read the organization anyway. */
export const crumbsOf = async (visit: Pick<Visit, "api" | "params">): Promise<readonly Crumb[]> =>
  crumbsTo(visit, (await visit.api.readOrganization({ path: placeOf(visit) })).body.name);

/** The parts, with how many there are in each; the settings only for those who may change them. */
export const tabsOf = (
  visit: Pick<Visit, "query" | "params">,
  counts: Readonly<Partial<Record<OrganizationTab, number | undefined>>>,
  mayManage: boolean,
): readonly Tab[] =>
  NAMES.filter((tab) => tab !== "settings" || mayManage).map((tab) => ({
    href: addressOf(visit, tab),
    label: TABS[tab],
    isHere: tab === tabOf(visit),
    count: counts[tab],
  }));
