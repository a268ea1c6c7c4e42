/**
 * SCIM 2.0 (RFC 7643, RFC 7644) on the listener of the administration API: the directory of an organization creates and
 * changes its people and groups.
 */
import { resourceTypes, ScimError, type ScimObject, schemas, serviceProviderConfig } from "@countersign/scim";
import type { Caller, Methods } from "@countersign/service";
import { openUserLists } from "../../../platform/stores/scim/user-lists.ts";
import { groups } from "./groups.ts";
import {
  type Handle,
  type ScimAnswer,
  type ScimRequest,
  type ScimService,
  scimErrors,
  scimHandler,
} from "./handler.ts";
import { listResponse, notFound } from "./requests.ts";
import { created, listed, patched, type Resources, read, removed, replaced } from "./resources.ts";
import { usersIn } from "./users.ts";

/** The path of SCIM below the address of the listener. */
export const SCIM_PATH = "/scim/v2";

/** The routes by their path below the listener. */
export function scimRoutes(service: ScimService): Readonly<Record<string, { caller: Caller; methods: Methods }>> {
  const of = (handle: Handle) => scimHandler(handle, service, { readsBody: false });
  const sent = (handle: Handle) => scimHandler(handle, service, { readsBody: true });
  const none = { GET: of(unsupported), POST: of(unsupported), PUT: of(unsupported), PATCH: of(unsupported) };
  const those = (all: Resources): Readonly<Record<string, Methods>> => ({
    [`/${all.at}`]: { GET: of(listed(all)), POST: sent(created(all)) },
    [`/${all.at}/.search`]: { POST: sent(listed(all)) },
    [`/${all.at}/:id`]: {
      ...{ GET: of(read(all)), PUT: sent(replaced(all)), PATCH: sent(patched(all)), DELETE: of(removed(all)) },
    },
  });
  const methods: Readonly<Record<string, Methods>> = {
    ...those(usersIn(openUserLists())),
    ...those(groups),
    "/ServiceProviderConfig": { GET: of(async ({ base }) => ({ body: serviceProviderConfig(base) })) },
    "/ResourceTypes": { GET: of(all(resourceTypes)) },
    "/ResourceTypes/:id": { GET: of(named(resourceTypes)) },
    "/Schemas": { GET: of(all(schemas)) },
    "/Schemas/:id": { GET: of(named(schemas)) },
    "/.search": { POST: of(unsupported) },
    "/Bulk": none,
    "/Me": { ...none, DELETE: of(unsupported) },
  };
  const caller = { onError: scimErrors(service.deps.log) };
  return Object.fromEntries(
    Object.entries(methods).map(([path, each]) => [`${SCIM_PATH}${path}`, { caller, methods: each }]),
  );
}

type Described = (base: string) => readonly object[];

// RFC 7644 §4: a filter is refused here, with 403.
const all =
  (described: Described) =>
  async ({ call, base }: ScimRequest): Promise<ScimAnswer> => {
    if (new URLSearchParams(call.query).has("filter")) throw new ScimError(403, undefined, "this list has no filter");
    const items = described(base) as readonly ScimObject[];
    return { body: listResponse(items.length, 1, items) };
  };

const named =
  (described: Described) =>
  async ({ call, base }: ScimRequest): Promise<ScimAnswer> => {
    const found = (described(base) as readonly { readonly id: string }[]).find(({ id }) => id === call.params.id);
    if (found === undefined) throw notFound();
    return { body: found };
  };

// RFC 7644 §3.4.3 (several types at once), §3.7 and §3.11.
async function unsupported(): Promise<ScimAnswer> {
  throw new ScimError(501, undefined, "this is not supported");
}
