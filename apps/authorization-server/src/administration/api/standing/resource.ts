/** The administration API as a resource server: the audience of its tokens, and its scopes. */

import type {
  ResourceServerStore,
  UserinfoResourceSettings,
} from "../../../platform/stores/client/resource-servers.ts";
import type { RoleStore } from "../../../platform/stores/person/roles.ts";
import { type AdministrationSettings, administrationResource } from "../environment.ts";
import { ADMIN_SCOPES, STANDING_IN_ORGANIZATIONS, STANDING_ROLES } from "../scopes.ts";

type Settings = AdministrationSettings &
  Pick<UserinfoResourceSettings, "ACCESS_TOKEN_SIGNING_ALG" | "ACCESS_TOKEN_TTL_SECONDS">;

interface Stores {
  readonly resources: Pick<ResourceServerStore, "upsert">;
  readonly roles: Pick<RoleStore, "ensure">;
}

/**
 * Creates the resource server of the administration API and its standing roles, or updates them. Does nothing if the
 * API is off.
 */
export async function ensureAdministrationResource(
  { resources, roles }: Stores,
  settings: Settings,
  at: Date,
): Promise<void> {
  const identifier = administrationResource(settings);
  if (identifier === undefined) return;
  await resources.upsert({
    identifier,
    name: "Administration",
    scopes: ADMIN_SCOPES,
    accessTokenSigningAlg: settings.ACCESS_TOKEN_SIGNING_ALG,
    accessTokenTtlSeconds: settings.ACCESS_TOKEN_TTL_SECONDS,
  });
  await roles.ensure(identifier, { scopes: STANDING_ROLES, inOrganizations: STANDING_IN_ORGANIZATIONS }, at);
}
