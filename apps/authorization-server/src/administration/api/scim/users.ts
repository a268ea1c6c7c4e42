/** Users of SCIM: RFC 7643 §4.1, RFC 7644 §3.2 to §3.6. */
import {
  ENTERPRISE_SCHEMA,
  patched,
  projected,
  readPatch,
  readResource,
  returns,
  type ScimObject,
  USER_SCHEMA,
  USER_TYPE,
} from "@countersign/scim";
import type { Dependencies } from "../../../dependencies.ts";
import type { Locked } from "../../../platform/stores/locked.ts";
import type { UserLists } from "../../../platform/stores/scim/user-lists.ts";
import { findScimUser, groupsOfScimUsers, type ScimUserRow } from "../../../platform/stores/scim/users.ts";
import { removeScimUser } from "../../scim/scim-removal.ts";
import { addScimUser, changeScimUser, resourceOf } from "../../scim/scim-users.ts";
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

type Groups = Awaited<ReturnType<typeof groupsOfScimUsers>>;

/** `GET /Users`, `POST /Users/.search` */
export const listUsers = (lists: UserLists) => (request: ScimRequest, deps: Dependencies) =>
  listed(request, lists, deps);

async function listed({ call, body, directory, base }: ScimRequest, lists: UserLists, { database }: Dependencies) {
  const { filter, startIndex, count, projection } = listQuery(call, body, USER_TYPE);
  const page = { filter, offset: startIndex - 1, most: count };
  const { total, users } = await lists(database, directory.organizationId, page);
  const ids = users.map(({ id }) => id);
  const groups = returns(projection, "groups") ? await groupsOfScimUsers(database, directory.organizationId, ids) : [];
  const resources = users.map((user) => projected(shown(user, groups, base), projection));
  return { body: listResponse(total, startIndex, resources) };
}

/** `GET /Users/{id}` */
export async function readUser(request: ScimRequest, deps: Dependencies): Promise<ScimAnswer> {
  const { call, directory } = request;
  const user = await findScimUser(deps.database, directory.organizationId, idOf(call));
  if (user === undefined) throw notFound();
  if (isKnown(call, versionOfUser(user))) return { status: 304, version: versionOfUser(user) };
  return answer(request, user, deps);
}

/** `POST /Users` */
export async function createUser(request: ScimRequest, deps: Dependencies): Promise<ScimAnswer> {
  const { body, directory, by } = request;
  const id = await addScimUser(deps.database, directory, readResource(body, USER_TYPE), by);
  const user = await known(request, id, deps);
  return { ...(await answer(request, user, deps)), status: 201, location: locationOf(request.base, id) };
}

/** `PUT /Users/{id}`: attributes that are not sent are removed, except `active`. */
export async function replaceUser(request: ScimRequest, deps: Dependencies): Promise<ScimAnswer> {
  const next = readResource(request.body, USER_TYPE);
  return change(request, ({ active }) => ({ active: active ?? true, ...next }), deps);
}

/** `PATCH /Users/{id}` */
export async function patchUser(request: ScimRequest, deps: Dependencies): Promise<ScimAnswer> {
  const operations = readPatch(request.body, USER_TYPE);
  return change(request, (present) => patched(present, operations, USER_TYPE), deps);
}

/** `DELETE /Users/{id}` */
export async function deleteUser({ call, directory, by }: ScimRequest, deps: Dependencies): Promise<ScimAnswer> {
  const removal = { id: idOf(call), graceDays: deps.lifetimes.deletionGraceDays, assertMeantFor: assertSent(call) };
  await removeScimUser(deps.database, directory, removal, by);
  return { status: 204 };
}

async function change(
  request: ScimRequest,
  changed: (present: ScimObject) => ScimObject,
  deps: Dependencies,
): Promise<ScimAnswer> {
  const { call, directory, by } = request;
  const wanted = { id: idOf(call), change: changed, assertMeantFor: assertSent(call) };
  await changeScimUser(deps.database, directory, wanted, by);
  return answer(request, await known(request, idOf(call), deps), deps);
}

const assertSent = (call: ScimRequest["call"]) => (user: Locked<ScimUserRow>) =>
  assertVersion(call, versionOfUser(user));

async function known({ directory }: ScimRequest, id: string, { database }: Dependencies): Promise<ScimUserRow> {
  const user = await findScimUser(database, directory.organizationId, id);
  if (user === undefined) throw notFound();
  return user;
}

async function answer({ call, directory, base }: ScimRequest, user: ScimUserRow, { database }: Dependencies) {
  const projection = projectionOf(call, USER_TYPE);
  const isWanted = returns(projection, "groups");
  const groups = isWanted ? await groupsOfScimUsers(database, directory.organizationId, [user.id]) : [];
  return { body: projected(shown(user, groups, base), projection), version: versionOfUser(user) };
}

const locationOf = (base: string, id: string) => `${base}/Users/${id}`;

const versionOfUser = (user: ScimUserRow) => versionOf([resourceOf(user), user.updatedAt]);

function shown(user: ScimUserRow, all: Groups, base: string): ScimObject {
  const resource = resourceOf(user);
  const groups = all
    .filter(({ userId }) => userId === user.id)
    .map(({ id, name }) => ({ value: id, $ref: `${base}/Groups/${id}`, display: name }));
  return {
    schemas: [USER_SCHEMA, ...(resource[ENTERPRISE_SCHEMA] === undefined ? [] : [ENTERPRISE_SCHEMA])],
    id: user.id,
    ...resource,
    ...(groups.length === 0 ? {} : { groups }),
    meta: {
      resourceType: "User",
      created: user.createdAt.toISOString(),
      lastModified: user.updatedAt.toISOString(),
      location: locationOf(base, user.id),
      version: versionOfUser(user),
    },
  };
}
