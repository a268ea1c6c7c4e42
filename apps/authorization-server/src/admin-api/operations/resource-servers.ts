/** Operations on resource servers. */
import { z } from "zod";
import {
  addResourceServer,
  changeResourceServer,
  disableResourceServer,
  removeResourceServer,
} from "../../administration/resource-servers.ts";
import {
  changesOf,
  entryOf,
  type ResourceEntryChange,
  resourceServerShape,
  settingsOf,
} from "../../configuration/resource-servers.ts";
import type { Dependencies } from "../../dependencies.ts";
import { findResourceServer, listResourceServers, type ResourceServerRecord } from "../../records/resource-servers.ts";
import { rolesAt } from "../../records/roles.ts";
import type { By } from "../../stores/audit-events.ts";
import { assertMatch } from "../etag.ts";
import { assertNotManaged, managedBy } from "../managed.ts";
import { defineOperation, type Operation, type Request } from "../operation.ts";
import { notFound, Problem, wrongMembers } from "../problem.ts";
import { ownersOf } from "../rank.ts";

const members = z.strictObject(resourceServerShape.shape);
const shape = members.extend({
  scopes: z.array(z.string()),
  role_scopes: z.array(z.string()),
  managed_by: managedBy,
  is_of_service: z.boolean().meta({ description: "whether the service itself defines it" }),
});

// A member that a change leaves out stays: it has no default there.
const { resource: _, ...settable } = members.shape;
const changes = z.strictObject(
  Object.fromEntries(
    Object.entries(settable).map(([name, one]) => [
      name,
      (one instanceof z.ZodDefault ? one.unwrap() : one).optional(),
    ]),
  ),
);

type Deps = Pick<Dependencies, "database" | "userinfoResource" | "resources">;
type Asked = Pick<Request<unknown, unknown>, "params" | "resource">;

const shown = (held: ResourceServerRecord, { resource }: Pick<Asked, "resource">, { userinfoResource }: Deps) => {
  const { scopes, role_scopes, ...entry } = entryOf(held);
  const isOfService = [resource, userinfoResource.identifier].includes(held.identifier);
  return {
    ...entry,
    scopes: [...scopes],
    role_scopes: [...role_scopes],
    managed_by: held.managedBy ?? null,
    is_of_service: isOfService,
  };
};

/** The resource server in the path. Throws `not-found`. */
async function serverIn({ params }: Asked, { database }: Deps): Promise<ResourceServerRecord> {
  const found = await findResourceServer(database, params.resource ?? "");
  if (found === undefined) throw notFound("resource server");
  return found;
}

/** The same, if it is changed here. */
async function freeServerIn(asked: Asked, by: By, deps: Deps): Promise<ResourceServerRecord> {
  const found = await serverIn(asked, deps);
  assertFree(found, asked, by, deps);
  return found;
}

/** The service defines two by itself, and a configuration may declare others. */
function assertFree(found: ResourceServerRecord, asked: Asked, by: By, deps: Deps): void {
  if (shown(found, asked, deps).is_of_service) throw new Problem("conflict", "the service itself defines it");
  assertNotManaged({ managedBy: found.managedBy ?? null }, "resource server", by);
}

/** Whether the members that change fit those that stay. */
function assertFits(held: ResourceServerRecord, body: ResourceEntryChange): void {
  const after = resourceServerShape.safeParse({ ...entryOf(held), ...body }, { reportInput: true });
  if (after.success) return;
  const errors = after.error.issues.flatMap((issue) => wrongMembers(issue, "#"));
  throw new Problem("invalid-request", undefined, { errors });
}

const replyAbout = async (asked: Asked, deps: Deps) => {
  const body = shown(await serverIn(asked, deps), asked, deps);
  return { body, version: body };
};

const list = defineOperation({
  id: "listResourceServers",
  method: "GET",
  path: "/resource-servers",
  summary: "The resource servers, by identifier",
  scope: "settings:read",
  status: 200,
  answer: z.strictObject({ items: z.array(shape) }),
  async handle(asked, deps) {
    const found = await listResourceServers(deps.database);
    return { body: { items: found.map((one) => shown(one, asked, deps)) } };
  },
});

const read = defineOperation({
  id: "readResourceServer",
  method: "GET",
  path: "/resource-servers/:resource",
  summary: "One resource server, by its identifier",
  scope: "settings:read",
  status: 200,
  answer: shape,
  handle: replyAbout,
});

const add = defineOperation({
  id: "addResourceServer",
  method: "POST",
  path: "/resource-servers",
  summary: "Creates a resource server",
  scope: "settings:write",
  isGrave: true,
  body: resourceServerShape,
  status: 201,
  answer: shape,
  async handle({ body, by, resource }, deps) {
    const identifier = body.resource;
    if (!(await addResourceServer(deps.database, { identifier, ...settingsOf(body) }, by))) {
      throw new Problem("conflict", "there is a resource server with this identifier, or another spelling of it");
    }
    if (!body.enabled) await disableResourceServer(deps.database, identifier, by);
    deps.resources.forget();
    const reply = await replyAbout({ params: { resource: identifier }, resource }, deps);
    return { ...reply, location: `/resource-servers/${encodeURIComponent(identifier)}` };
  },
});

const change = defineOperation({
  id: "changeResourceServer",
  method: "PATCH",
  path: "/resource-servers/:resource",
  summary: "Changes settings of a resource server",
  scope: "settings:write",
  isGrave: true,
  needsMatch: true,
  body: changes,
  status: 200,
  answer: shape,
  async handle({ params, body: sent, by, ifMatch, resource }, deps) {
    const asked = { params, resource };
    const body: ResourceEntryChange = sent; // The shape has these members alone.
    const isChanged = await changeResourceServer(deps.database, params.resource ?? "", changesOf(body), by, (held) => {
      assertFree(held, asked, by, deps);
      assertMatch(ifMatch, held, (one) => shown(one, asked, deps));
      assertFits(held, body);
    });
    if (!isChanged) throw notFound("resource server");
    deps.resources.forget();
    return replyAbout(asked, deps);
  },
});

const remove = defineOperation({
  id: "removeResourceServer",
  method: "DELETE",
  path: "/resource-servers/:resource",
  summary: "Deletes a resource server that has no roles, and what people agreed to for it",
  scope: "settings:write",
  isGrave: true,
  status: 204,
  async handle({ params, by, resource }, deps) {
    const { identifier } = await freeServerIn({ params, resource }, by, deps);
    if ((await rolesAt(deps.database, identifier)) > 0)
      throw new Problem("conflict", "it has roles: delete them first");
    await removeResourceServer(deps.database, identifier, by, ownersOf({ resource }));
    deps.resources.forget();
    return { body: undefined };
  },
});

export const resourceServerOperations: readonly Operation[] = [list, read, add, change, remove];
