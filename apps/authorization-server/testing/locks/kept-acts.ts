/** The acts of what is kept by its declaration, each with one of its own. */
import { randomUUID } from "node:crypto";
import { blockedAddresses } from "../../src/administration/blocked-addresses/entity.ts";
import { addKept, changeKept, removeKept } from "../../src/administration/entity-acts.ts";
import { type Act, by, type Stage } from "./act.ts";

const add = ({ database }: Pick<Stage, "database">) => {
  const values = { address: `${randomUUID()}.example`, subdomains: false, reason: "", expiresAt: null };
  return addKept(database, blockedAddresses, values, by);
};

export const KEPT_ACTS: Readonly<Record<string, Act>> = {
  addKept: add,
  changeKept: async (stage) => {
    const change = { id: await add(stage), changes: { subdomains: true } };
    return changeKept(stage.database, blockedAddresses, change, by);
  },
  removeKept: async (stage) => removeKept(stage.database, blockedAddresses, await add(stage), by),
};
