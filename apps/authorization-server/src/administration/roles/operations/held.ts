/** Operations on the roles that people and groups have, in the deployment or in an organization. */
import type { Caller } from "../../api/access/access.ts";
import { assertNotManaged } from "../../api/access/managed.ts";
import type { Given, OperationCommand, OperatorDependencies } from "../../api/command.ts";
import { defineOperation, type Reply, type Request } from "../../api/operation.ts";
import { notFound } from "../../api/problem.ts";
import { assertMayGrant, ownersOf } from "../../api/rank.ts";
import type { AdminScope } from "../../api/scopes.ts";
import { giveOrganizationRole, takeOrganizationRole } from "../../organizations/organization-members.ts";
import type { Role } from "../entity.ts";
import { assignRole, revokeRole } from "../roles.ts";
import { type Holder, rolesInOrganization, rolesOf } from "../store.ts";
import { organizationRoleIn, type Params, roleIn, roleNamed, roles, shownRole } from "./role-shapes.ts";

type Asked = Pick<Request<unknown, unknown>, "by" | "caller" | "resource">;
type Deps = OperatorDependencies;

/** Who a path names. In an organization, roles count there. */
interface Found {
  readonly organizationId?: string | undefined;
  readonly to: Holder;
  readonly managedBy?: string | null;
}

type Word = "assign" | "revoke";

/** The commands that give and take a role: their line, what parts of it stand for, and what they say. */
interface HolderCommand {
  readonly line: (word: Word) => string;
  readonly takes: Readonly<Record<string, string>>;
  readonly says: (typed: Given, word: Word) => string;
}

/** `roles assign <resource> <name> --user <username>`. */
export const atResource = (option: string, value: string): HolderCommand => ({
  line: (word) => `roles ${word} <resource> <name> --${option} <${value}>`,
  takes: { [option]: "id" },
  says: ({ [option]: holder, name, resource }, word) =>
    word === "assign"
      ? `${holder} has the role ${name} at ${resource} now.`
      : `${holder} does not have the role ${name} at ${resource} any more.`,
});

/** `organizations assign <slug> <holder> <resource> <name>`. */
export const inOrganization = (part: string, option = ""): HolderCommand => ({
  line: (word) => `organizations ${word} <slug> <holder> <resource> <name>${option}`,
  takes: { slug: "organization", holder: part },
  says: ({ holder, name, slug }, word) =>
    `${holder} ${word === "assign" ? "has" : "does not have"} the role ${name} in ${slug} now.`,
});

/** Who has roles, and how the operations of each differ. */
export interface Holders {
  /** How the ids of operations end, and what summaries say. */
  readonly one: "Person" | "Group" | "Member" | "OrganizationGroup";
  readonly lists: string;
  readonly gives: string;
  readonly takes: string;
  readonly noun: "user" | "group" | "member";
  readonly path: `/${string}`;
  readonly reads: AdminScope;
  readonly writes: AdminScope;
  readonly scoped: { readonly forOrganizationAdmins?: true };
  readonly command: HolderCommand;
  find(params: Params, caller: Caller, deps: Deps): Promise<Found>;
  /** Refuses a person who may not act upon the holder of the role. */
  assertMayTake?(role: Role, to: Holder, asked: Asked, deps: Deps): Promise<void> | void;
}

/** List, give and take, in this order. */
export const heldRoleOperations = (holders: Holders) => [listOf(holders), giveOf(holders), takeOf(holders)] as const;

const listOf = (holders: Holders) =>
  defineOperation({
    id: `listRolesOf${holders.one}`,
    method: "GET",
    path: `${holders.path}/roles`,
    summary: holders.lists,
    scope: holders.reads,
    ...holders.scoped,
    answer: roles,
    async handle({ params, ...who }, deps) {
      const { organizationId, to } = await holders.find(params, who.caller, deps);
      const held =
        organizationId === undefined
          ? await rolesOf(deps.database, to)
          : await rolesInOrganization(deps.database, { organizationId, ...to });
      return { body: { items: held.map((one) => shownRole(one, who)) } };
    },
  });

const giveOf = (holders: Holders) =>
  defineOperation({
    id: `giveRoleTo${holders.one}`,
    method: "PUT",
    path: `${holders.path}/roles/:role`,
    summary: holders.gives,
    scope: holders.writes,
    ...holders.scoped,
    needsStepUp: true,
    command: commandOf(holders, "assign"),
    async handle({ params, ...asked }, deps) {
      const { role, found } = await namedIn(holders, params, asked, deps);
      const { organizationId, to } = found;
      const isGiven =
        organizationId === undefined
          ? await assignRole(deps.database, role, to, asked.by)
          : await giveOrganizationRole(deps.database, { organizationId, roleId: role.id, to }, asked.by);
      return { body: undefined, ...(!isGiven && { already: `the ${holders.noun} has the role already` }) };
    },
  });

const takeOf = (holders: Holders) =>
  defineOperation({
    id: `takeRoleFrom${holders.one}`,
    method: "DELETE",
    path: `${holders.path}/roles/:role`,
    summary: holders.takes,
    scope: holders.writes,
    ...holders.scoped,
    needsStepUp: true,
    command: commandOf(holders, "revoke"),
    async handle(request, deps) {
      const { already } = await ifHeld(holders)(request, deps);
      if (already !== undefined) throw notFound(`role of this ${holders.noun}`);
      return { body: undefined };
    },
  });

/** Takes a role, also from one who does not have it: then everything was so before. */
export const ifHeld =
  (holders: Holders) =>
  async ({ params, ...asked }: Asked & { readonly params: Params }, deps: Deps): Promise<Reply<undefined>> => {
    const { role, found } = await namedIn(holders, params, asked, deps);
    const { organizationId, to } = found;
    await holders.assertMayTake?.(role, to, asked, deps);
    const isTaken =
      organizationId === undefined
        ? await revokeRole(deps.database, role, to, asked.by, ownersOf(asked))
        : await takeOrganizationRole(deps.database, { organizationId, roleId: role.id, to }, asked.by);
    return { body: undefined, ...(!isTaken && { already: `the ${holders.noun} does not have the role` }) };
  };

const commandOf = ({ command: { line, takes, says } }: Holders, word: Word): OperationCommand => ({
  ...{ line: line(word), takes, resolve: roleNamed, done: word === "assign" ? "assigned" : "revoked" },
  says: (typed) => says(typed, word),
});

/** The role and its holder in a path. Refuses a role that the caller may not give, or whose holders a file declares. */
async function namedIn(holders: Holders, params: Params, asked: Asked, deps: Deps) {
  const found = await holders.find(params, asked.caller, deps);
  const role = await (holders.scoped.forOrganizationAdmins ? organizationRoleIn : roleIn)(params, deps);
  assertNotManaged({ managedBy: found.managedBy ?? null }, holders.noun, asked.by);
  assertMayGrant(role, asked);
  return { role, found };
}
