/** The details of events: which words their names have, and what those are called whose ids they have. */
import type { Cell } from "../../views/model.ts";
import { part } from "../lists/list.ts";
import type { Visit } from "../screen.ts";
import { labelOf, SHOWN } from "../settings/entities/entity.ts";
import { unlessItIsGone } from "./names.ts";

interface Event {
  readonly type: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What an id in a detail stands for, where it is read, and the scope that reading it needs. */
interface Named {
  readonly needs: string;
  readonly path: string;
  readonly read: (api: Visit["api"], id: string) => Promise<{ readonly body: { readonly name: string } }>;
}

const SETTINGS = "settings:read";
const GROUP: Named = { needs: "roles:read", path: "/groups", read: (api, id) => api.readGroup({ path: { id } }) };
const ROLE: Named = { needs: "roles:read", path: "/roles", read: (api, role) => api.readRole({ path: { role } }) };
const ORGANIZATION: Named = {
  ...{ needs: "organizations:read", path: "/organizations" },
  read: (api, organization) => api.readOrganization({ path: { organization } }),
};

/** By the names of details. */
const NAMED: Readonly<Record<string, Named>> = {
  group: GROUP,
  excludedGroups: GROUP,
  role: ROLE,
  roles: ROLE,
  organization: ORGANIZATION,
  organizationId: ORGANIZATION,
  policy: {
    ...{ needs: SETTINGS, path: "/settings/exchange-policies" },
    read: (api, id) => api.readExchangePolicy({ path: { id } }),
  },
  webhook: {
    ...{ needs: SETTINGS, path: "/settings/webhooks" },
    read: (api, id) => api.readWebhook({ path: { id } }),
  },
  hook: { ...{ needs: SETTINGS, path: "/settings/hooks" }, read: (api, id) => api.readHook({ path: { id } }) },
  trustedIssuer: {
    ...{ needs: "clients:read", path: "/settings/trusted-issuers" },
    read: (api, id) => api.readTrustedIssuer({ path: { id } }),
  },
};

/** How many are asked for, one by one. The others are shown by their id. */
const MOST = 20;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What a detail says: names where they are known, and else the value as it is. */
export type Details = (name: string, value: unknown) => Cell;

export async function detailsOf(events: readonly Event[], { api, may }: Pick<Visit, "api" | "may">): Promise<Details> {
  const wanted = new Map(
    events.flatMap(({ detail }) =>
      Object.entries(detail).flatMap(([name, value]) =>
        [value]
          .flat()
          .filter((id) => typeof id === "string" && UUID.test(id))
          .map((id) => [keyOf(name, String(id)), { named: NAMED[name], id: String(id) }] as const),
      ),
    ),
  );
  const asked = [...wanted].filter(([, { named }]) => named !== undefined && may(named.needs)).slice(0, MOST);
  const found = await Promise.all(
    asked.map(async ([key, { named, id }]) => {
      const one = await named?.read(api, id).catch(unlessItIsGone);
      return one === undefined ? [] : [[key, one.body.name] as const];
    }),
  );
  return cellsWith(new Map(found.flat()));
}

const keyOf = (name: string, id: string) => `${NAMED[name]?.path} ${id}`;

const cellsWith =
  (names: ReadonlyMap<string, string>): Details =>
  (name, value) => {
    const called = (one: unknown) => names.get(keyOf(name, String(one)));
    const path = NAMED[name]?.path;
    if (path !== undefined && typeof value === "string" && called(value) !== undefined)
      return { text: called(value) ?? value, href: `${path}/${part(value)}` };
    return { text: Array.isArray(value) ? value.map((one) => called(one) ?? inWords(one)).join(", ") : inWords(value) };
  };

function inWords(value: unknown): string | null {
  if (typeof value === "string" || value === null) return value;
  return Array.isArray(value) ? value.map(inWords).join(", ") : JSON.stringify(value);
}

/** Events whose details are members that a page has fields for: the beginning of their types, and of those words. */
const FIELDS: readonly (readonly [of: string, labelOf: (name: string) => string])[] = [
  ...SHOWN.map((entity) => [`${entity.one}_`, (name: string) => labelOf(entity, name)] as const),
  ["identity_provider_", (name) => `providers.${name}`],
  ["import_", (name) => `imports.${name}`],
  ["people_imported", (name) => `imports.${name}`],
];

/** The keys under which the name of a detail may have a word, the first that there is. */
export function wordsOf(type: string, name: string): readonly string[] {
  const wire = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [`audit.detail.${name}`, ...FIELDS.filter(([of]) => type.startsWith(of)).map(([, label]) => label(wire))];
}
