/** The commands of exchange policies that run operations (decision 170), where a word does not follow from a shape. */
import type { Given, Names, OperationCommand } from "../api/command.ts";
import { missing } from "../refused.ts";
import { EXCHANGE_POLICY } from "./entity.ts";

/** An operator names a policy by its name. */
async function named({ id: name, ...given }: Given, names: Names): Promise<Given> {
  const id = await names.idOf("listExchangePolicies", { name });
  if (id === undefined) throw missing(EXCHANGE_POLICY, String(name));
  return { ...given, id };
}

const WHICH = { policy: "id" };
const OPTIONS = { client: "client_id", scope: "scopes", "max-lifetime": "max_lifetime_seconds" };
const CHANGED = { scope: "scopes", "max-lifetime": "max_lifetime_seconds" };
const enabling = (word: string, isEnabled: boolean, about: string): OperationCommand => ({
  line: `exchange-policies ${word} <policy>`,
  ...{ about, takes: WHICH, resolve: named, sets: { enabled: isEnabled } },
});

export const LIST: OperationCommand = {
  line: "exchange-policies list",
  columns: ["name", "client_id", "source", "target", "impersonation", "enabled"],
  empty: "There is no exchange policy yet.",
};

export const ADD: OperationCommand = { line: "exchange-policies add <name>", takes: OPTIONS };

export const CHANGE: readonly OperationCommand[] = [
  {
    line: "exchange-policies change <policy>",
    takes: { ...WHICH, ...CHANGED },
    leavesOut: ["enabled"],
    resolve: named,
  },
  enabling("disable", false, "exchange nothing by a policy, until it is enabled"),
  enabling("enable", true, "exchange by a disabled policy again"),
];

export const REMOVE: OperationCommand = {
  ...{ line: "exchange-policies remove <policy>", takes: WHICH, resolve: named, done: "removed" },
  says: ({ policy }) => `The exchange policy ${policy} is removed.`,
};
