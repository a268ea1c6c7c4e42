/** The requests that resources of every type take: RFC 7644 §3.2 to §3.6. */
import { projected, type ResourceType, readPatch, readResource, returns, type ScimObject } from "@countersign/scim";
import type { Dependencies } from "../../../dependencies.ts";
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import type { AssertMeantFor } from "../../../platform/stores/locked.ts";
import type { Page } from "../../../platform/stores/scim/user-lists.ts";
import type { Directory } from "../../../platform/stores/scim/users.ts";
import type { WithPool } from "../../../platform/stores/transaction.ts";
import type { Handle, ScimAnswer, ScimRequest } from "./handler.ts";
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

interface Row {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The resource that an act is upon. */
interface Meant<R> {
  readonly id: string;
  /** Throws if the act was meant for another version. */
  readonly assertMeantFor: AssertMeantFor<R>;
}

/** How resources of one type are found, shown and changed. `J` is in other rows, and `C` is a change. */
interface Declared<R extends Row, J, C> {
  readonly type: ResourceType;
  /** Their path, and the name of one. */
  readonly at: "Users" | "Groups";
  readonly called: "User" | "Group";
  /** The attribute that is in other rows, which are read only if the caller wants it. */
  readonly joined: "groups" | "members";
  /** What the version of one is made of. */
  versioned(row: R): unknown;
  /** Its attributes, but for the id and `meta`. */
  attributesOf(row: R, joined: J | undefined, base: string): ScimObject & { readonly schemas: string[] };
  page(database: WithPool, organizationId: string, page: Page): Promise<{ total: number; rows: readonly R[] }>;
  find(database: WithPool, organizationId: string, id: string): Promise<R | undefined>;
  join(database: WithPool, organizationId: string, ids: readonly string[]): Promise<J>;
  add(database: WithPool, directory: Directory, sent: ScimObject, by: By): Promise<string>;
  /** The change that replaces one by what was sent. */
  replacing(sent: ScimObject): (present: ScimObject) => C;
  patching(operations: ReturnType<typeof readPatch>): (present: ScimObject) => C;
  change(
    database: WithPool,
    directory: Directory,
    change: Meant<R> & { readonly change: (present: ScimObject) => C },
    by: By,
  ): Promise<void>;
  remove(deps: Dependencies, directory: Directory, meant: Meant<R>, by: By): Promise<void>;
}

/** Resources of one type. */
export type Resources = Declared<Row, unknown, unknown>;

/** Declares resources, so that their functions fit each other. */
export const defineResources = <R extends Row, J, C>(resources: Declared<R, J, C>): Resources =>
  resources as unknown as Resources;

/** `GET /Users`, `POST /Users/.search` */
export const listed =
  (of: Resources): Handle =>
  async ({ call, body, directory, base }, { database }) => {
    const { organizationId } = directory;
    const { filter, startIndex, count, projection } = listQuery(call, body, of.type);
    const page = { filter, offset: startIndex - 1, most: count };
    const { total, rows } = await of.page(database, organizationId, page);
    const ids = rows.map(({ id }) => id);
    const joined = returns(projection, of.joined) ? await of.join(database, organizationId, ids) : undefined;
    const resources = rows.map((row) => projected(shown(of, row, joined, base), projection));
    return { body: listResponse(total, startIndex, resources) };
  };

/** `GET /Users/{id}` */
export const read =
  (of: Resources): Handle =>
  async (request, deps) => {
    const row = await known(of, request, idOf(request.call), deps);
    const version = versionOfRow(of, row);
    return isKnown(request.call, version) ? { status: 304, version } : answer(of, request, row, deps);
  };

/** `POST /Users` */
export const created =
  (of: Resources): Handle =>
  async (request, deps) => {
    const { body, directory, by, base } = request;
    const id = await of.add(deps.database, directory, readResource(body, of.type), by);
    const made = await answer(of, request, await known(of, request, id, deps), deps);
    return { ...made, status: 201, location: locationOf(of, base, id) };
  };

/** `PUT /Users/{id}` */
export const replaced =
  (of: Resources): Handle =>
  async (request, deps) =>
    changed(of, request, of.replacing(readResource(request.body, of.type)), deps);

/** `PATCH /Users/{id}` */
export const patched =
  (of: Resources): Handle =>
  async (request, deps) =>
    changed(of, request, of.patching(readPatch(request.body, of.type)), deps);

/** `DELETE /Users/{id}` */
export const removed =
  (of: Resources): Handle =>
  async ({ call, directory, by }, deps) => {
    await of.remove(deps, directory, meantIn(of, call), by);
    return { status: 204 };
  };

async function changed(
  of: Resources,
  request: ScimRequest,
  change: (present: ScimObject) => unknown,
  deps: Dependencies,
): Promise<ScimAnswer> {
  const { call, directory, by } = request;
  const meant = meantIn(of, call);
  await of.change(deps.database, directory, { ...meant, change }, by);
  return answer(of, request, await known(of, request, meant.id, deps), deps);
}

const meantIn = (of: Resources, call: ScimRequest["call"]): Meant<Row> => ({
  id: idOf(call),
  assertMeantFor: (row) => assertVersion(call, versionOfRow(of, row)),
});

async function known(of: Resources, { directory }: ScimRequest, id: string, { database }: Dependencies): Promise<Row> {
  const row = await of.find(database, directory.organizationId, id);
  if (row === undefined) throw notFound();
  return row;
}

async function answer(of: Resources, { call, directory, base }: ScimRequest, row: Row, { database }: Dependencies) {
  const projection = projectionOf(call, of.type);
  const isWanted = returns(projection, of.joined);
  const joined = isWanted ? await of.join(database, directory.organizationId, [row.id]) : undefined;
  return { body: projected(shown(of, row, joined, base), projection), version: versionOfRow(of, row) };
}

const locationOf = ({ at }: Resources, base: string, id: string) => `${base}/${at}/${id}`;

const versionOfRow = (of: Resources, row: Row) => versionOf(of.versioned(row));

function shown(of: Resources, row: Row, joined: unknown, base: string): ScimObject {
  const { schemas, ...attributes } = of.attributesOf(row, joined, base);
  const meta = {
    resourceType: of.called,
    created: row.createdAt.toISOString(),
    lastModified: row.updatedAt.toISOString(),
    location: locationOf(of, base, row.id),
    version: versionOfRow(of, row),
  };
  return { schemas, id: row.id, ...attributes, meta };
}
