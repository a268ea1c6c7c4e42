/** Callers give, take and do only what is within their own scopes of the administration API. */

import type { Dependencies } from "../../dependencies.ts";
import type { Giver } from "../../platform/stores/person/givers.ts";
import type { MemberOf } from "../../platform/stores/person/roles.ts";
import { accessOf, type Entity, wordsOf } from "../entity-declaration.ts";
import type { GivenRole } from "../invitations/invited-roles.ts";
import { ownersAt } from "../roles/kept-role.ts";
import type { Caller } from "./access/access.ts";
import type { Request } from "./operation.ts";
import { Problem } from "./problem.ts";
import { ADMIN_SCOPES, type AdminScope, scopeBeyond } from "./scopes.ts";
import { CONSOLE_CLIENT_ID } from "./standing/console-client.ts";

type Who = Pick<Request<unknown, unknown>, "caller" | "resource">;

/** Refuses an act upon something that has scopes of the API which the caller has not. */
export function assertWithin({ scopes: own }: Pick<Caller, "scopes">, theirs: readonly string[], what: string): void {
  const beyond = scopeBeyond(own, theirs);
  if (beyond !== undefined) throw new Problem("forbidden", `${what} has the scope ${beyond}, which you lack`);
}

/** Refuses a decision on an entity that owners take, or those who have another scope, too. */
export function assertDecides(entity: Entity, caller: Pick<Caller, "scopes">): void {
  const { also } = accessOf(entity);
  if (also !== undefined && also !== "owners") assertWithin(caller, [also], `the ${wordsOf(entity.one)}`);
  const beyond = also === "owners" ? scopeBeyond(caller.scopes, ADMIN_SCOPES) : undefined;
  if (beyond === undefined) return;
  throw new Problem("forbidden", `owners decide on ${wordsOf(entity.many)}; you lack ${beyond}`);
}

/**
 * Refuses an act upon a person whose roles of administration allow more than the caller may, in the deployment or in
 * any organization: an act upon the account is one upon all that it may do.
 */
export async function assertMayActUpon(userId: string, who: Who, { roles }: Pick<Dependencies, "roles">) {
  assertWithin(who.caller, await scopesAt(who, (resource) => roles.scopesAnywhere(userId, resource)), "the user");
}

/** Refuses an act upon a group whose roles of administration allow more than the caller may. */
export async function assertMayActUponGroup(groupId: string, who: Who, { roles }: Pick<Dependencies, "roles">) {
  assertWithin(who.caller, await scopesAt(who, (resource) => roles.scopesOfGroup(groupId, resource)), "the group");
}

/** Refuses an act upon a member of an organization whose roles of administration allow more than the caller may. */
export async function assertMayActUponMember(member: MemberOf, who: Who, { roles }: Pick<Dependencies, "roles">) {
  assertWithin(
    who.caller,
    await scopesAt(who, (resource) => roles.scopesInOrganization(member, resource)),
    "the member",
  );
}

/** The scopes of this API that something has: none where the API is off. */
const scopesAt = async ({ resource }: Who, read: (resource: string) => Promise<readonly string[]>) =>
  resource === undefined ? [] : await read(resource);

/** Refuses to give, take or delete a role of administration that allows more than the caller may. */
export function assertMayGrant(role: { readonly resource: string; readonly scopes: readonly string[] }, who: Who) {
  if (role.resource === who.resource) assertWithin(who.caller, role.scopes, "the role");
}

/**
 * Refuses every act upon an invitation that gives what the caller could not give: a role that is withdrawn,
 * replaced or changed is taken from the person who would accept it.
 *
 * @param scope what giving a role by such an invitation needs
 */
export function assertMayActUponInvitation(roles: readonly GivenRole[], scope: AdminScope, who: Who): void {
  if (roles.length > 0 && !who.caller.scopes.includes(scope)) {
    throw new Problem("forbidden", `the invitation has a role, so this needs the scope ${scope}`);
  }
  for (const role of roles) assertMayGrant(role, who);
}

/** Whether the caller could give roles of the deployment. Whoever administers an organization gives none. */
export const couldGive =
  ({ caller, resource }: Who) =>
  (roles: readonly GivenRole[]): boolean =>
    roles.length === 0 ||
    (caller.organizationId === undefined &&
      caller.scopes.includes("roles:write") &&
      roles.every((role) => role.resource !== resource || scopeBeyond(caller.scopes, role.scopes) === undefined));

/** Who gives something that is accepted later, when it is asked whether they may give it still. */
export function giverOf({ actor, organizationId }: Caller): Giver {
  if (actor.kind !== "administrator") return actor;
  return { kind: "administrator", userId: actor.userId, ...(organizationId !== undefined && { organizationId }) };
}

/** What decides whom a provider can sign in, by the members of the API and of a configuration. */
const TRUST: ReadonlySet<string> = new Set([
  "issuer",
  "client_id",
  "domains",
  "auto_link",
  "enforced",
  "mfa",
  "phr",
  "enabled",
]);

/**
 * Refuses to add, remove, enable or disable a provider, or to change what decides whom it can sign in, by anyone other
 * than an owner: a provider that connects accounts by their address, or whose factors count, signs in as an owner, too.
 *
 * @param members those that change; all of them for a provider that is added
 */
export function assertMayTrust(members: readonly string[], { caller }: Pick<Who, "caller">): void {
  if (!members.some((member) => TRUST.has(member))) return;
  const beyond = scopeBeyond(caller.scopes, ADMIN_SCOPES);
  if (beyond === undefined) return;
  throw new Problem("forbidden", `who is trusted to sign users in is decided by owners; you lack ${beyond}`);
}

/**
 * Refuses an act upon the client of the console: without it, no one could administer by pages. It is the one that a
 * person uses now, and the one with the usual id. Commands may change it.
 */
export function assertNotConsole(clientId: string, { actor, clientId: used }: Caller): void {
  if (actor.kind === "operator") return;
  const isUsed = actor.kind === "administrator" && clientId === used;
  if (!isUsed && clientId !== CONSOLE_CLIENT_ID) return;
  throw new Problem("conflict", "this is the client of the administration console: only commands change it");
}

/** Whether this person is the caller. */
export const isSelf = (userId: string, { caller: { actor } }: Who): boolean =>
  actor.kind === "administrator" && actor.userId === userId;

/** The role that at least one person must always have. */
export const ownersOf = ({ resource }: Pick<Who, "resource">) => ownersAt(resource);
