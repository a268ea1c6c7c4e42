/** Operations on resource servers. */
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import {
  findResourceServer,
  listResourceServers,
  type ResourceServerRecord,
} from "../../../platform/records/resource-servers.ts";
import { rolesAt } from "../../../platform/records/roles.ts";
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import { assertMatch } from "../../api/etag.ts";
import { assertNotManaged } from "../../api/managed.ts";
import { defineOperation, type Operation, type Request } from "../../api/operation.ts";
import { notNamed, Problem, wrongMembers } from "../../api/problem.ts";
import { ownersOf } from "../../api/rank.ts";
import {
  changesOf,
  entryOf,
  type ResourceEntryChange,
  resourceServerShape,
  settingsOf,
} from "../../configuration/resource-servers.ts";
import {
  addResourceServer,
  changeResourceServer,
  disableResourceServer,
  removeResourceServer,
} from "../resource-servers.ts";
import { changes, OPTIONS, shape, shown } from "./resource-server-shapes.ts";

type Deps = Pick<Dependencies, "database">;
type Asked = Pick<Request<unknown, unknown>, "params" | "resource">;

/** The resource server in the path. Throws `not-found`. */
async function serverIn({ params }: Asked, { database }: Deps): Promise<ResourceServerRecord> {
  const found = await findResourceServer(database, params.resource ?? "");
  if (found === undefined) throw notNamed("resource server", params.resource ?? "");
  return found;
}

/** The same, if it is changed here. */
async function freeServerIn(asked: Asked, by: By, deps: Deps): Promise<ResourceServerRecord> {
  const found = await serverIn(asked, deps);
  assertFree(found, asked, by);
  return found;
}

/** The service defines two by itself, and a configuration may declare others. */
function assertFree(found: ResourceServerRecord, asked: Asked, by: By): void {
  if (shown(found, asked).is_of_service) throw new Problem("conflict", "the service itself defines it");
  assertNotManaged({ managedBy: found.managedBy ?? null }, "resource server", by);
}

/** Whether a change is only of how a resource server is shown: an operator makes it also of one of the service. */
const isOfLooks = (body: ResourceEntryChange, { actor }: By) =>
  actor.kind === "operator" && Object.keys(body).every((member) => member === "name" || member === "listed");

/** Whether the members that change fit those that stay. */
function assertFits(held: ResourceServerRecord, body: ResourceEntryChange): void {
  const after = resourceServerShape.safeParse({ ...entryOf(held), ...body }, { reportInput: true });
  if (after.success) return;
  const errors = after.error.issues.flatMap((issue) => wrongMembers(issue, "#"));
  throw new Problem("invalid-request", undefined, { errors });
}

const replyAbout = async (asked: Asked, deps: Deps) => {
  const body = shown(await serverIn(asked, deps), asked);
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
  command: {
    line: "resources list",
    columns: [
      "resource",
      "name",
      "access_token_signing_alg",
      "access_token_ttl_seconds",
      "listed",
      "enabled",
      "scopes",
    ],
    empty: "There is no resource server yet.",
  },
  async handle(asked, deps) {
    const found = await listResourceServers(deps.database);
    return { body: { items: found.map((one) => shown(one, asked)) } };
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
  command: { line: "resources add <identifier>", takes: OPTIONS, leavesOut: ["enabled"] },
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
  command: { line: "resources change <identifier>", takes: OPTIONS, leavesOut: ["enabled"] },
  async handle({ params, body: sent, by, ifMatch, resource }, deps) {
    const asked = { params, resource };
    const body: ResourceEntryChange = sent; // The shape has these members alone.
    const isChanged = await changeResourceServer(deps.database, params.resource ?? "", changesOf(body), by, (held) => {
      if (!isOfLooks(body, by)) assertFree(held, asked, by);
      assertMatch(ifMatch, held, (one) => shown(one, asked));
      if (!isOfLooks(body, by)) assertFits(held, body);
    });
    if (!isChanged) throw notNamed("resource server", params.resource ?? "");
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
