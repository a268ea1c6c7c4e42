/** The places of the console, in groups: a place for each noun. */
import type { Config } from "../../config.ts";
import type { NavGroup } from "../../views/views.ts";
import type { Screen, Visit } from "../screen.ts";
import { SCREENS } from "../screens.ts";
import { placeOf, SHOWN } from "../settings/entities/entity.ts";

interface Place {
  readonly path: string;
  /** None for an entity, which has the icon of its screens. */
  readonly icon?: string;
  /** Another path whose pages belong to it. */
  readonly also?: string;
}

interface Group {
  readonly title?: string;
  readonly places: readonly Place[];
}

/** The group of entities that no group names. */
const OF_OTHERS = "nav.developers";

/** Each is the path of a screen with a place. */
const NAMED: readonly Group[] = [
  { places: [{ path: "/", icon: "layout-dashboard" }] },
  {
    title: "nav.people",
    places: [
      { path: "/people", icon: "users-round", also: "/imports" },
      { path: "/groups", icon: "user-round-cog" },
      { path: "/organizations", icon: "building-2" },
      { path: "/roles" },
    ],
  },
  {
    title: "nav.applications",
    places: [{ path: "/clients", icon: "layout-grid" }, { path: "/settings" }],
  },
  {
    title: "nav.sign_in",
    places: [
      { path: "/settings/providers", icon: "log-in" },
      { path: "/settings/looks", icon: "palette" },
      { path: "/settings/terms", icon: "scroll-text" },
      { path: "/settings/blocked-addresses" },
    ],
  },
  {
    title: OF_OTHERS,
    places: [
      { path: "/settings/webhooks" },
      { path: "/settings/hooks" },
      { path: "/settings/trusted-issuers" },
      { path: "/settings/exchange-policies" },
      { path: "/settings/configuration", icon: "file-code" },
    ],
  },
  {
    title: "nav.monitoring",
    places: [
      { path: "/sessions", icon: "monitor-smartphone" },
      { path: "/audit", icon: "history" },
      { path: "/settings/mails", icon: "mail" },
      { path: "/settings/keys", icon: "key-round" },
    ],
  },
];

const ICONS: ReadonlyMap<string, string> = new Map(SHOWN.map(placeOf).map(({ list, icon }) => [list, icon]));

/** The groups with every path: one that no group names stands in that of others. */
export function groupsWith(paths: Iterable<string>, groups: readonly Group[] = NAMED): readonly Group[] {
  const named = new Set(groups.flatMap(({ places }) => places.map(({ path }) => path)));
  const others = [...paths].filter((path) => !named.has(path)).map((path) => ({ path }));
  return groups.map((group) =>
    group.title === OF_OTHERS ? { ...group, places: [...group.places, ...others] } : group,
  );
}

const GROUPS = groupsWith(ICONS.keys());

const isWithin = (href: string, path: string) => href === path || (href !== "/" && path.startsWith(`${href}/`));

/** The places that the person may see. Of those that lead to this path, the one with the longest address is here. */
export function navFor({ may }: Pick<Visit, "may">, path: string): readonly NavGroup[] {
  const all = GROUPS.flatMap(({ places }) => places);
  const found = all.filter(
    ({ path: one, also }) => isWithin(one, path) || (also !== undefined && isWithin(also, path)),
  );
  const here = found.toSorted((a, b) => b.path.length - a.path.length)[0]?.path;
  const shownAt = ({ place: label, needs }: Screen, icon: string, href: string) =>
    label === undefined || (needs !== undefined && !may(needs))
      ? []
      : [{ href, label, picture: icon, isHere: href === here }];
  const shown = GROUPS.map(({ places, ...group }) => ({
    ...group,
    places: places.flatMap(({ path: href, icon = ICONS.get(href) ?? "" }) =>
      SCREENS.filter((screen) => screen.path === href).flatMap((screen) => shownAt(screen, icon, href)),
    ),
  }));
  return shown.filter(({ places }) => places.length > 0);
}

const FINDABLE = ["people:read", "clients:read", "organizations:read"];

/** Hosts that are this machine (RFC 6761 §6.3, RFC 1122 §3.2.1.3). */
const THIS_MACHINE = /^(?:(?:[^.]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What else stands around each page of a session. */
export function aroundFor({ may }: Pick<Visit, "may">, config: Pick<Config, "ISSUER" | "DOCUMENTATION_URL">) {
  const { host, hostname } = new URL(config.ISSUER);
  return {
    mayFind: FINDABLE.some(may),
    account: `${config.ISSUER}/account`,
    documents: config.DOCUMENTATION_URL,
    host,
    isDevelopment: THIS_MACHINE.test(hostname),
  };
}
