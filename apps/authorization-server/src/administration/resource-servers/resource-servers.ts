/** Acts on resource servers for commands, which are told whether something was done. */
import { inStatements, type Statements } from "../../platform/records/records.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { addKept, changeKept, findKept, removeKept } from "../entity-acts.ts";
import { isRefused } from "../refused.ts";
import { keeping, type RoleName } from "../roles/kept-role.ts";
import { type NewResourceServer, type ResourceChanges, resourceServers } from "./entity.ts";

/** Runs an act. Returns false for one that is refused for this reason. */
const unless = (kind: "missing" | "taken", act: () => Promise<unknown>): Promise<boolean> =>
  act().then(
    () => true,
    (err: unknown) => {
      if (isRefused(err, kind)) return false;
      throw err;
    },
  );

/** Adds a resource server. Returns false if there is one whose identifier is the same as requests are compared. */
export const addResourceServer = (
  database: Statements,
  { identifier: resource, ...settings }: NewResourceServer,
  by: By,
): Promise<boolean> =>
  unless("taken", () =>
    inStatements(database, (query) => addKept({ query }, resourceServers, { ...USUAL, ...settings, resource }, by)),
  );

const USUAL = {
  roleScopes: [],
  scopeTexts: {},
  accessTokenTyp: "at+jwt",
  dpopBoundAccessTokensRequired: false,
} as const;

/**
 * Changes settings of a resource server. Returns false if there is no such one.
 *
 * @internal tests change them without a request
 */
export const changeResourceServer = (
  database: Statements,
  id: string,
  changes: ResourceChanges,
  by: By,
): Promise<boolean> =>
  unless("missing", () =>
    inStatements(database, (query) => changeKept({ query }, resourceServers, { id, changes }, by)),
  );

/**
 * Disables a resource server: nothing more is issued for it, and what people agreed to stays. Returns false if there is
 * no such resource server that is enabled.
 */
export const disableResourceServer = (database: Statements, identifier: string, by: By): Promise<boolean> =>
  setEnabled(database, identifier, false, by);

/** Enables a disabled resource server. Returns false if there is no such resource server that is disabled. */
export const enableResourceServer = (database: Statements, identifier: string, by: By): Promise<boolean> =>
  setEnabled(database, identifier, true, by);

const setEnabled = (database: Statements, id: string, isEnabled: boolean, by: By): Promise<boolean> =>
  inStatements(database, async (query) => {
    const found = await findKept(query, resourceServers, id);
    if (found === undefined || (found.disabledAt === null) === isEnabled) return false;
    await changeKept({ query }, resourceServers, { id, changes: { isEnabled } }, by);
    return true;
  });

/**
 * Removes a resource server with its roles, and the consents that name it. Nothing more is issued for it. Returns false
 * if there is no such resource server.
 *
 * @param kept a role that may not lose its last person; the act is refused otherwise
 */
export const removeResourceServer = (
  database: Statements,
  identifier: string,
  by: By,
  kept: RoleName | undefined,
): Promise<boolean> =>
  unless("missing", () =>
    inStatements(database, (query) =>
      keeping(query, kept, () => removeKept({ query }, resourceServers, identifier, by)),
    ),
  );

/** How many roles a resource server has, and how many clients act as it. */
export const usesOf = async (query: Query, resource: string) =>
  (await query(USES, [resource]))[0] as unknown as { readonly roles: number; readonly clients: number };

const USES = `
  SELECT (SELECT count(*)::int FROM role WHERE resource = $1) AS roles,
         (SELECT count(*)::int FROM client WHERE resource_server = $1) AS clients`;
