/** Groups of SCIM: RFC 7643 §4.2, RFC 7644 §3.2 to §3.6. */
import {
  GROUP_SCHEMA,
  GROUP_TYPE,
  type GroupPatch,
  groupPatch,
  memberIds,
  projected,
  readPatch,
  readResource,
  returns,
  type ScimObject,
} from "@countersign/scim";
import type { Dependencies } from "../../../dependencies.ts";
import type { Locked } from "../../../platform/stores/locked.ts";
import {
  findScimGroup,
  membersOfScimGroups,
  pageOfScimGroups,
  type ScimGroupRow,
} from "../../../platform/stores/scim/groups.ts";
import { addScimGroup, changeScimGroup, groupResourceOf, removeScimGroup } from "../../scim/scim-groups.ts";
import type { ScimAnswer, ScimRequest } from "./handler.ts";
import {
  assertVersion,
  idOf,
  isKnown,
  listQuery,
  listResponse,
  notFound,
  projectionOf,
  versionOf,
} from "./requests.ts";

type Members = Awaited<ReturnType<typeof membersOfScimGroups>>;

/** `GET /Groups`, `POST /Groups/.search` */
export async function listGroups({ call, body, directory, base }: ScimRequest, { database }: Dependencies) {
  const { filter, startIndex, count, projection } = listQuery(call, body, GROUP_TYPE);
  const page = { filter, offset: startIndex - 1, most: count };
  const { total, groups } = await pageOfScimGroups(database, directory.organizationId, page);
  const ids = groups.map(({ id }) => id);
  const isWanted = returns(projection, "members");
  const members = isWanted ? await membersOfScimGroups(database, directory.organizationId, ids) : undefined;
  const resources = groups.map((group) => projected(shown(group, members, base), projection));
  return { body: listResponse(total, startIndex, resources) };
}

/** `GET /Groups/{id}` */
export async function readGroup(request: ScimRequest, deps: Dependencies): Promise<ScimAnswer> {
  const group = await known(request, idOf(request.call), deps);
  if (isKnown(request.call, versionOfGroup(group))) return { status: 304, version: versionOfGroup(group) };
  return answer(request, group, deps);
}

/** `POST /Groups` */
export async function createGroup(request: ScimRequest, deps: Dependencies): Promise<ScimAnswer> {
  const { body, directory, by } = request;
  const group = whole(readResource(body, GROUP_TYPE));
  const id = await addScimGroup(deps.database, directory, group, by);
  const made = await answer(request, await known(request, id, deps), deps);
  return { ...made, status: 201, location: locationOf(request.base, id) };
}

/** `PUT /Groups/{id}` */
export async function replaceGroup(request: ScimRequest, deps: Dependencies): Promise<ScimAnswer> {
  const group = whole(readResource(request.body, GROUP_TYPE));
  return change(request, () => group, deps);
}

/** `PATCH /Groups/{id}` */
export async function patchGroup(request: ScimRequest, deps: Dependencies): Promise<ScimAnswer> {
  const operations = readPatch(request.body, GROUP_TYPE);
  return change(request, (present) => groupPatch(present, operations), deps);
}

/** `DELETE /Groups/{id}` */
export async function deleteGroup({ call, directory, by }: ScimRequest, deps: Dependencies): Promise<ScimAnswer> {
  const removal = { id: idOf(call), assertMeantFor: assertSent(call) };
  await removeScimGroup(deps.database, directory, removal, by);
  return { status: 204 };
}

function whole(resource: ScimObject): GroupPatch {
  const { members: _, ...group } = resource;
  return { group, members: [{ kind: "replace", ids: memberIds(resource) }] };
}

async function change(request: ScimRequest, changed: (present: ScimObject) => GroupPatch, deps: Dependencies) {
  const { call, directory, by } = request;
  const wanted = { id: idOf(call), change: changed, assertMeantFor: assertSent(call) };
  await changeScimGroup(deps.database, directory, wanted, by);
  return answer(request, await known(request, idOf(call), deps), deps);
}

const assertSent = (call: ScimRequest["call"]) => (group: Locked<ScimGroupRow>) =>
  assertVersion(call, versionOfGroup(group));

async function known({ directory }: ScimRequest, id: string, { database }: Dependencies): Promise<ScimGroupRow> {
  const group = await findScimGroup(database, directory.organizationId, id);
  if (group === undefined) throw notFound();
  return group;
}

async function answer({ call, directory, base }: ScimRequest, group: ScimGroupRow, { database }: Dependencies) {
  const projection = projectionOf(call, GROUP_TYPE);
  const isWanted = returns(projection, "members");
  const members = isWanted ? await membersOfScimGroups(database, directory.organizationId, [group.id]) : undefined;
  return { body: projected(shown(group, members, base), projection), version: versionOfGroup(group) };
}

const locationOf = (base: string, id: string) => `${base}/Groups/${id}`;

const versionOfGroup = (group: ScimGroupRow) => versionOf([groupResourceOf(group), group.updatedAt, group.revision]);

function shown(group: ScimGroupRow, all: Members | undefined, base: string): ScimObject {
  const ids = all?.get(group.id) ?? [];
  const members = ids.map((id) => ({ value: id, $ref: `${base}/Users/${id}`, type: "User" }));
  return {
    schemas: [GROUP_SCHEMA],
    id: group.id,
    ...groupResourceOf(group),
    ...(members.length === 0 ? {} : { members }),
    meta: {
      resourceType: "Group",
      created: group.createdAt.toISOString(),
      lastModified: group.updatedAt.toISOString(),
      location: locationOf(base, group.id),
      version: versionOfGroup(group),
    },
  };
}
