/** Resource servers as the administration API shows and takes them. */
import { isPersonScope } from "@countersign/rules";
import { z } from "zod";
import type { ResourceServerRecord } from "../../../platform/records/resource-servers.ts";
import { managedBy } from "../../api/managed.ts";
import type { Request } from "../../api/operation.ts";
import { entryOf, resourceServerShape } from "../../configuration/resource-servers.ts";

const members = z.strictObject(resourceServerShape.shape);
export const shape = members.extend({
  scopes: z.array(z.string()),
  role_scopes: z.array(z.string()),
  managed_by: managedBy,
  is_of_service: z.boolean().meta({ description: "whether the service itself defines it" }),
});

// A member that a change leaves out stays: it has no default there.
const { resource: _, ...settable } = members.shape;
export const changes = z.strictObject(
  Object.fromEntries(
    Object.entries(settable).map(([name, one]) => [
      name,
      (one instanceof z.ZodDefault ? one.unwrap() : one).optional(),
    ]),
  ),
);

/** The members that options of commands have other names for. */
export const OPTIONS = {
  identifier: "resource",
  scope: "scopes",
  "role-scope": "role_scopes",
  "scope-text": "scope_texts",
  "access-token-ttl": "access_token_ttl_seconds",
} as const;

/** A resource server as the API shows it. */
export const shown = (held: ResourceServerRecord, { resource }: Pick<Request<unknown, unknown>, "resource">) => {
  const { scopes, role_scopes, ...entry } = entryOf(held);
  // Only the service defines scopes about people, for /userinfo.
  const isOfService = held.identifier === resource || scopes.some(isPersonScope);
  return {
    ...entry,
    scopes: [...scopes],
    role_scopes: [...role_scopes],
    managed_by: held.managedBy ?? null,
    is_of_service: isOfService,
  };
};
