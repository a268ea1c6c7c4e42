import type { Tab } from "../../views/model.ts";
import { part } from "../lists/list.ts";
import type { Visit } from "../screen.ts";

const TABS = ["profile", "security", "sessions", "access", "activity"] as const;
export type PersonTab = (typeof TABS)[number];

/** The part of the page that is asked for. */
export const tabOf = ({ query }: Pick<Visit, "query">): PersonTab =>
  TABS.find((tab) => tab === query.get("tab")) ?? "profile";

interface Included {
  readonly sessions?: { readonly items: readonly unknown[] } | undefined;
  readonly factors?: unknown;
  readonly roles?: unknown;
  readonly consents?: unknown;
  readonly events?: unknown;
}

/** The parts that the caller may read. */
export function tabsOf(visit: Pick<Visit, "query" | "params">, included: Included): readonly Tab[] {
  const isThere = {
    profile: true,
    security: included.factors !== undefined,
    sessions: included.sessions !== undefined,
    access: included.roles !== undefined || included.consents !== undefined,
    activity: included.events !== undefined,
  };
  const address = `/people/${part(visit.params.id ?? "")}`;
  return TABS.filter((tab) => isThere[tab]).map((tab) => ({
    href: tab === "profile" ? address : `${address}?tab=${tab}`,
    label: `people.tab.${tab}`,
    isHere: tab === tabOf(visit),
    ...(tab === "sessions" && { count: included.sessions?.items.length ?? 0 }),
  }));
}
