/** The commands of hooks that run operations (decision 170), where a word does not follow from a shape. */
import type { Given, Names, OperationCommand } from "../api/command.ts";
import { missing } from "../refused.ts";
import { HOOK } from "./entity.ts";

/** An operator names a hook by its name. */
async function named({ id: name, ...given }: Given, names: Names): Promise<Given> {
  const id = await names.idOf("listHooks", { name });
  if (id === undefined) throw missing(HOOK, String(name));
  return { ...given, id };
}

const WHICH = { hook: "id" };
const OPTIONS = { timeout: "timeout_ms", cache: "cache_seconds" };
const enabling = (word: string, isEnabled: boolean, about: string): OperationCommand => ({
  ...{ line: `hooks ${word} <hook>`, about, takes: WHICH, resolve: named, sets: { enabled: isEnabled } },
});

export const LIST: OperationCommand = {
  line: "hooks list",
  columns: ["name", "kind", "url", "enabled"],
  empty: "There is no hook yet.",
};

export const ADD: OperationCommand = {
  line: "hooks add <name>",
  about: "add a service that is asked, and print once what it verifies with",
  takes: OPTIONS,
};

export const CHANGE: readonly OperationCommand[] = [
  { line: "hooks change <hook>", takes: { ...WHICH, ...OPTIONS }, leavesOut: ["enabled"], resolve: named },
  enabling("disable", false, "ask a hook no more, until it is enabled"),
  enabling("enable", true, "ask a disabled hook again"),
];

export const ROTATE: OperationCommand = {
  ...{ line: "hooks rotate-secret <hook>", takes: WHICH, resolve: named, leavesOut: ["overlap"] },
  about: "give a hook another secret, and print it once; the one before signs for a day, too",
};

export const REMOVE: OperationCommand = {
  ...{ line: "hooks remove <hook>", takes: WHICH, resolve: named, done: "removed" },
  says: ({ hook }) => `The hook ${hook} is removed.`,
};
