/** Acts on several clients at once. */
import { z } from "zod";
import { disable, enable } from "../../clients/operations/client-enabling.ts";
import type { Operation } from "../operation.ts";
import { actOnSeveral, MOST_AT_ONCE } from "../several.ts";

const of = { called: "clients", id: z.string().min(1).max(512) };
const upTo = `up to ${MOST_AT_ONCE} clients`;

// A client may have any word as its id, so these are not below the path of clients.
export const severalClientOperations: readonly Operation[] = [
  actOnSeveral({
    ...{ id: "disableClients", path: "/many-clients/disable", scope: "clients:write" },
    ...{ does: `Disables ${upTo}, and revokes what was issued to them`, of, one: disable },
  }),
  actOnSeveral({
    ...{ id: "enableClients", path: "/many-clients/enable", scope: "clients:write" },
    ...{ does: `Enables ${upTo} that are disabled`, of, one: enable },
  }),
];
