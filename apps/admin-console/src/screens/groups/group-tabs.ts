/** The parts of the page about a group. */
import type { Tab } from "../../views/model.ts";
import type { Visit } from "../screen.ts";
import type { GroupPlace } from "./group-places.ts";

const TABS = { members: "groups.members", roles: "roles.title", settings: "groups.settings" } as const;
export type GroupTab = keyof typeof TABS;

const NAMES = Object.keys(TABS) as readonly GroupTab[];

/** The part of the page that is asked for. */
export const tabOf = ({ query }: Pick<Visit, "query">): GroupTab =>
  NAMES.find((tab) => tab === query.get("tab")) ?? "members";

/** The address of a part. */
export const addressOfTab =
  (place: GroupPlace, tab: GroupTab) =>
  (visit: Pick<Visit, "params">): string =>
    `${place.address(visit)}${tab === "members" ? "" : `?tab=${tab}`}`;

/** The parts, with how many members there are; the settings only for those who may change them. */
export const tabsOf = (
  place: GroupPlace,
  visit: Pick<Visit, "query" | "params">,
  { members, mayChange }: { readonly members: number; readonly mayChange: boolean },
): readonly Tab[] =>
  NAMES.filter((tab) => tab !== "settings" || mayChange).map((tab) => ({
    href: addressOfTab(place, tab)(visit),
    label: TABS[tab],
    isHere: tab === tabOf(visit),
    ...(tab === "members" && { count: members }),
  }));
