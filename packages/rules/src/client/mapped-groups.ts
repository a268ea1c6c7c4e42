/** Whether the claim mapping of a client sees the groups of a person. It has expressions by the names of claims. */
import type { Client } from "./client.ts";

type Mapped = Pick<Client, "claimMapping" | "scopes">;

const GROUPS = "groups";

const usesGroups = ({ claimMapping = {} }: Mapped): boolean =>
  Object.values(claimMapping).some((text) => /\bgroups\b/.test(text));

/**
 * Whether it sees them although no person is asked for the scope `groups`: that of a client that may not ask for it.
 * The consent page says so.
 */
export const seesGroupsUnasked = (client: Mapped): boolean => usesGroups(client) && !client.scopes.includes(GROUPS);

/** Whether it sees them in an authorization with these scopes. */
export const seesGroups = (client: Mapped, granted: readonly string[]): boolean =>
  usesGroups(client) && (granted.includes(GROUPS) || seesGroupsUnasked(client));
