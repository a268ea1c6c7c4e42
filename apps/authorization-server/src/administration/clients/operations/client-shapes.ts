/** Clients as the administration API shows and reads them. */
import { type ClientMembers, type ClientMetadata, clientMetadata, shownMetadata } from "@countersign/rules";
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import { type FoundClient, findClient, type ListedClient } from "../../../platform/records/clients.ts";
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import type { Caller } from "../../api/access/access.ts";
import { assertNotManaged, managedBy } from "../../api/access/managed.ts";
import { notNamed, Problem, wrongMembers } from "../../api/problem.ts";
import { assertNotConsole, assertWithin } from "../../api/rank.ts";
import { time, written } from "../../api/shapes.ts";

export const status = z.enum(["enabled", "disabled"]);

export const lastSignIn = time
  .nullable()
  .meta({ description: "when someone last signed in to it, to five minutes; null if no sign-in is known" });

export const client = z
  .looseObject({
    client_id: z.string(),
    client_name: z.string(),
    status,
    created_at: time,
    last_sign_in_at: lastSignIn,
    has_logo: z.boolean(),
    managed_by: managedBy,
  })
  .meta({ description: "a client with the members of its metadata (RFC 7591 §2)" });

export const statusOf = ({ disabledAt }: { readonly disabledAt: Date | null }) =>
  disabledAt === null ? ("enabled" as const) : ("disabled" as const);

export const shown = (found: FoundClient) => ({
  client_id: found.id,
  client_name: found.name,
  ...membersOf(found),
  resource_server: found.resourceServer ?? null,
  has_logo: found.hasLogo,
  managed_by: found.managedBy ?? null,
  status: statusOf(found),
  created_at: found.createdAt.toISOString(),
  last_sign_in_at: written(found.lastSignInAt),
});

/** The client in the path. Throws `not-found`. */
export async function clientIn(
  { id = "" }: Readonly<Record<string, string>>,
  { database }: Pick<Dependencies, "database">,
) {
  const found = await findClient(database, id);
  if (found === undefined) throw notNamed("client", id);
  return found;
}

/** The same, if it is changed here: a configuration may declare it. */
export async function freeClientIn(
  params: Readonly<Record<string, string>>,
  by: By,
  deps: Pick<Dependencies, "database">,
) {
  const found = await clientIn(params, deps);
  assertNotManaged({ managedBy: found.managedBy ?? null }, "client", by);
  return found;
}

/** The same, if the caller may change it: it has no scope that they lack, and is not the console. */
export async function ownClientIn(
  params: Readonly<Record<string, string>>,
  { by, caller }: { readonly by: By; readonly caller: Caller },
  deps: Pick<Dependencies, "database">,
) {
  const found = await freeClientIn(params, by, deps);
  assertWithin(caller, found.scopes, "the client");
  assertNotConsole(found.id, caller);
  return found;
}

/** What a change of a client may change. */
export const membersOf = (held: ClientMembers) => shownMetadata(held, "operator");

/** The version of a client. A client that is being deleted is disabled first, and so is another one by then. */
export const versionOf = ({ disabledAt, ...held }: ClientMembers & Pick<ListedClient, "disabledAt">) => ({
  ...membersOf(held),
  status: statusOf({ disabledAt }),
});

const MOST_ERRORS = 20;

/** The metadata of a client in a body. Throws `invalid-request`. */
export function metadataIn(
  body: unknown,
  { issuer, userinfoResource }: Pick<Dependencies, "issuer" | "userinfoResource">,
): ClientMetadata {
  const shape = clientMetadata({ issuer, userinfoResource: userinfoResource.identifier });
  const read = shape.safeParse(body, { reportInput: true });
  if (read.success) return read.data;
  const errors = read.error.issues.flatMap((issue) => wrongMembers(issue, "#"));
  throw new Problem("invalid-request", undefined, { errors: errors.slice(0, MOST_ERRORS) });
}
