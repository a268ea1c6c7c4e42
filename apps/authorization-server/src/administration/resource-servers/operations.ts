/** Operations on resource servers. */
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import { assertNotManaged } from "../api/access/managed.ts";
import { assertMatch } from "../api/etag.ts";
import { defineOperation, type Operation, type Request } from "../api/operation.ts";
import { notNamed, Problem, wrongMembers } from "../api/problem.ts";
import { ownersOf } from "../api/rank.ts";
import { changedShape, shownShape } from "../entity-shapes.ts";
import { declaredOf, shownOf, takenFrom } from "../entity-values.ts";
import {
  isOfService,
  type NewResourceServer,
  type ResourceServerRecord,
  resourceServerFields,
  resourceServerShape,
} from "./entity.ts";
import {
  addResourceServer,
  changeResourceServer,
  disableResourceServer,
  removeResourceServer,
} from "./resource-servers.ts";
import { findResourceServer, listResourceServers, usesOf } from "./store.ts";

type Deps = Pick<Dependencies, "database">;
type Asked = Pick<Request<unknown, unknown>, "params" | "resource">;

const answer = shownShape(resourceServerFields).extend({
  is_of_service: z.boolean().meta({ description: "whether the service itself defines it" }),
});

const shown = (held: ResourceServerRecord, { resource }: Pick<Asked, "resource">) => ({
  ...shownOf(resourceServerFields, held),
  is_of_service: isOfService(held, resource),
});

/** The members that options of commands have other names for. */
const OPTIONS = {
  identifier: "resource",
  scope: "scopes",
  "role-scope": "role_scopes",
  "scope-text": "scope_texts",
  "access-token-ttl": "access_token_ttl_seconds",
} as const;

/** The resource server in the path. Throws `not-found`. */
async function serverIn({ params }: Asked, { database }: Deps): Promise<ResourceServerRecord> {
  const found = await findResourceServer(database, params.resource ?? "");
  if (found === undefined) throw notNamed("resource server", params.resource ?? "");
  return found;
}

/** The service defines two by itself, and a configuration may declare others. */
function assertFree(found: ResourceServerRecord, { resource }: Asked, by: By): void {
  if (isOfService(found, resource)) throw new Problem("conflict", "the service itself defines it");
  assertNotManaged(found, "resource server", by);
}

/** Whether a change is only of how a resource server is shown: an operator makes it also of one of the service. */
const isOfLooks = (body: object, { actor }: By) =>
  actor.kind === "operator" && Object.keys(body).every((member) => member === "name" || member === "listed");

/** Whether the members that change fit those that stay. */
function assertFits(held: ResourceServerRecord, body: object): void {
  const after = resourceServerShape.safeParse(
    { ...declaredOf(resourceServerFields, held), ...body },
    { reportInput: true },
  );
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
  answer: z.strictObject({ items: z.array(answer) }),
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
  handle: async (asked, { database }) => ({
    body: { items: (await listResourceServers(database)).map((one) => shown(one, asked)) },
  }),
});

const read = defineOperation({
  id: "readResourceServer",
  method: "GET",
  path: "/resource-servers/:resource",
  summary: "One resource server, by its identifier",
  scope: "settings:read",
  status: 200,
  answer,
  handle: replyAbout,
});

const add = defineOperation({
  id: "addResourceServer",
  method: "POST",
  path: "/resource-servers",
  summary: "Creates a resource server",
  scope: "settings:write",
  needsStepUp: true,
  body: resourceServerShape,
  status: 201,
  answer,
  command: { line: "resources add <identifier>", takes: OPTIONS, leavesOut: ["enabled"] },
  async handle({ body: { enabled, resource: identifier, ...settings }, by, resource }, deps) {
    const made = { identifier, ...takenFrom(resourceServerFields, settings) } as NewResourceServer;
    if (!(await addResourceServer(deps.database, made, by))) {
      throw new Problem("conflict", "there is a resource server with this identifier, or another spelling of it");
    }
    if (!enabled) await disableResourceServer(deps.database, identifier, by);
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
  needsStepUp: true,
  needsMatch: true,
  body: changedShape(resourceServerFields),
  status: 200,
  answer,
  command: { line: "resources change <identifier>", takes: OPTIONS, leavesOut: ["enabled"] },
  async handle({ params, body, by, ifMatch, resource }, deps) {
    const asked = { params, resource };
    const identifier = params.resource ?? "";
    const changes = takenFrom(resourceServerFields, body);
    const isChanged = await changeResourceServer(deps.database, identifier, changes, by, (held) => {
      if (!isOfLooks(body, by)) assertFree(held, asked, by);
      assertMatch(ifMatch, held, (one) => shown(one, asked));
      if (!isOfLooks(body, by)) assertFits(held, body);
    });
    if (!isChanged) throw notNamed("resource server", identifier);
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
  needsStepUp: true,
  status: 204,
  async handle({ params, by, resource }, deps) {
    const found = await serverIn({ params, resource }, deps);
    assertFree(found, { params, resource }, by);
    const { roles } = await usesOf(deps.database, found.resource);
    if (roles > 0) throw new Problem("conflict", "it has roles: delete them first");
    await removeResourceServer(deps.database, found.resource, by, ownersOf({ resource }));
    deps.resources.forget();
    return { body: undefined };
  },
});

export const resourceServerOperations: readonly Operation[] = [list, read, add, change, remove];
