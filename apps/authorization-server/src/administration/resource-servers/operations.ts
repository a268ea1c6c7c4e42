/** Operations on resource servers, which follow from their declaration. */
import type { Query } from "../../platform/stores/transaction.ts";
import { entityOperations } from "../api/entities/operations.ts";
import type { Operation } from "../api/operation.ts";
import { Problem } from "../api/problem.ts";
import { resourceServers } from "./entity.ts";
import { usesOf } from "./resource-servers.ts";

/** The members that options of commands have other names for. */
const takes = {
  identifier: "resource",
  scope: "scopes",
  "role-scope": "role_scopes",
  "scope-text": "scope_texts",
  "access-token-ttl": "access_token_ttl_seconds",
} as const;

const leavesOut = ["enabled"];

async function assertUnused(query: Query, resource: string): Promise<void> {
  const { roles } = await usesOf(query, resource);
  if (roles > 0) throw new Problem("conflict", "it has roles: delete them first");
}

export const resourceServerOperations: readonly Operation[] = entityOperations(resourceServers, {
  assertUnused,
  // A command that disables, enables or removes one says what was done, and no record (cli/resources).
  commands: {
    list: {
      line: "resources list",
      columns: [
        ...["resource", "name", "access_token_signing_alg", "access_token_ttl_seconds"],
        ...["listed", "enabled", "scopes"],
      ],
      empty: "No resource servers yet.",
      leavesOut: ["q", "with_total"],
    },
    add: { line: "resources add <identifier>", takes, leavesOut },
    change: { line: "resources change <identifier>", takes, leavesOut },
  },
});
