import type { Tab } from "../../views/model.ts";
import { part } from "../lists/list.ts";
import type { Visit } from "../screen.ts";

const TABS = ["profile", "security", "sessions", "access", "organizations", "activity"] as const;
export type PersonTab = (typeof TABS)[number];

/** The part of the page that is asked for. */
export const tabOf = ({ query }: Pick<Visit, "query">): PersonTab =>
  TABS.find((tab) => tab === query.get("tab")) ?? "profile";

interface Items {
  readonly items: readonly unknown[];
}

interface Included {
  readonly sessions?: Items | undefined;
  readonly factors?:
    | { readonly passkeys: readonly unknown[]; readonly authenticator_apps: readonly unknown[] }
    | undefined;
  readonly connections?: Items | undefined;
  readonly roles?: Items | undefined;
  readonly groups?: Items | undefined;
  readonly organizations?: Items | undefined;
  readonly consents?: Items | undefined;
  readonly events?: unknown;
}

/** How much each part has, as it came with the person. */
const countsOf = ({ sessions, factors, connections, roles, groups, consents, organizations }: Included) => ({
  security:
    (factors?.passkeys.length ?? 0) + (factors?.authenticator_apps.length ?? 0) + (connections?.items.length ?? 0),
  sessions: sessions?.items.length ?? 0,
  access: (roles?.items.length ?? 0) + (groups?.items.length ?? 0) + (consents?.items.length ?? 0),
  organizations: organizations?.items.length ?? 0,
});

/** The parts that the caller may read. */
export function tabsOf(visit: Pick<Visit, "query" | "params">, included: Included): readonly Tab[] {
  const isThere = {
    profile: true,
    security: included.factors !== undefined,
    sessions: included.sessions !== undefined,
    access: included.roles !== undefined || included.consents !== undefined,
    organizations: included.organizations !== undefined,
    activity: included.events !== undefined,
  };
  const counts: Readonly<Record<string, number>> = countsOf(included);
  const address = `/people/${part(visit.params.id ?? "")}`;
  return TABS.filter((tab) => isThere[tab]).map((tab) => ({
    href: tab === "profile" ? address : `${address}?tab=${tab}`,
    label: `people.tab.${tab}`,
    isHere: tab === tabOf(visit),
    count: counts[tab],
  }));
}
